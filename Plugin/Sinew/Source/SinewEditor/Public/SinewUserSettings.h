// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Engine/DeveloperSettings.h"
#include "Engine/EngineTypes.h"
#include "SinewUserSettings.generated.h"

/** Settings of one user and machine: Editor Preferences, Plugins, Sinew. */
UCLASS(Config = EditorPerProjectUserSettings, meta = (DisplayName = "Sinew"))
class SINEWEDITOR_API USinewUserSettings : public UDeveloperSettings
{
	GENERATED_BODY()

public:
	/** The program that builds assets. If it is empty, the program in the plugin is used. */
	UPROPERTY(Config, EditAnywhere, Category = "Build")
	FFilePath Program;

	//~ UDeveloperSettings
	virtual FName GetContainerName() const override;
	virtual FName GetCategoryName() const override;
};
