// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Engine/DeveloperSettings.h"
#include "Engine/EngineTypes.h"
#include "SinewEditorSettings.generated.h"

/** What a project decides about building assets, for all who work on it: Project Settings, Plugins, Sinew. */
UCLASS(Config = Editor, DefaultConfig, meta = (DisplayName = "Sinew"))
class SINEWEDITOR_API USinewEditorSettings : public UDeveloperSettings
{
	GENERATED_BODY()

public:
	/** Recipe (.toml) for assets that name none of their own; kept relative to the project where it is inside it. */
	UPROPERTY(Config, EditAnywhere, Category = "Build", meta = (RelativeToGameDir))
	FFilePath Recipe;

	//~ UDeveloperSettings
	virtual FName GetCategoryName() const override;

#if WITH_EDITOR
	//~ UObject
	virtual void PostEditChangeProperty(FPropertyChangedEvent& PropertyChangedEvent) override;
#endif
};
