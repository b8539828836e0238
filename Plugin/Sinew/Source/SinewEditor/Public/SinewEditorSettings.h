// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Engine/DeveloperSettings.h"
#include "Engine/EngineTypes.h"
#include "SinewEditorSettings.generated.h"

/** Settings for all users of a project: Project Settings, Plugins, Sinew. */
UCLASS(Config = Editor, DefaultConfig, meta = (DisplayName = "Sinew"))
class SINEWEDITOR_API USinewEditorSettings : public UDeveloperSettings
{
	GENERATED_BODY()

public:
	/** The recipe (.toml) for assets without their own. It is stored relative to the project if it is inside it. */
	UPROPERTY(Config, EditAnywhere, Category = "Build", meta = (RelativeToGameDir))
	FFilePath Recipe;

	//~ UDeveloperSettings
	virtual FName GetCategoryName() const override;

#if WITH_EDITOR
	//~ UObject
	virtual void PostEditChangeProperty(FPropertyChangedEvent& PropertyChangedEvent) override;
#endif
};
