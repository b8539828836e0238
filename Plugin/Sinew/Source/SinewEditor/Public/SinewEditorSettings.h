// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Engine/DeveloperSettings.h"
#include "Engine/EngineTypes.h"
#include "SinewEditorSettings.generated.h"

/** What a project decides about building assets: Project Settings, Plugins, Sinew. */
UCLASS(Config = Editor, DefaultConfig, meta = (DisplayName = "Sinew"))
class SINEWEDITOR_API USinewEditorSettings : public UDeveloperSettings
{
	GENERATED_BODY()

public:
	/** The program that builds assets, where it is not the one in the plugin. */
	UPROPERTY(Config, EditAnywhere, Category = "Build")
	FFilePath Program;

	/** Recipe (.toml) for assets that name none of their own. */
	UPROPERTY(Config, EditAnywhere, Category = "Build")
	FFilePath Recipe;

	//~ UDeveloperSettings
	virtual FName GetCategoryName() const override;
};
