// Copyright the Sinew project. See LICENSE.

#include "CoreMinimal.h"
#include "Modules/ModuleManager.h"
#include "PropertyEditorModule.h"
#include "SinewAsset.h"
#include "SinewAssetDetails.h"
#include "SinewComponent.h"
#include "SinewComponentDetails.h"
#include "SinewEditorLog.h"
#include "SinewEditorStyle.h"
#include "SinewRunningBuilds.h"
#include "SinewSource.h"

DEFINE_LOG_CATEGORY(LogSinewEditor);

/** What the editor knows of Sinew, from the start of the module to its end. */
class FSinewEditorModule : public IModuleInterface
{
public:
	virtual void StartupModule() override
	{
		Style = MakeUnique<FSinewEditorStyle>();
		Builds = MakeUnique<FSinewRunningBuilds>();
		USinewAsset::WhyStale = &SinewWhyRecipeStale;
		FPropertyEditorModule& Properties = FModuleManager::LoadModuleChecked<FPropertyEditorModule>(TEXT("PropertyEditor"));
		Properties.RegisterCustomClassLayout(USinewAsset::StaticClass()->GetFName(), FOnGetDetailCustomizationInstance::CreateStatic(&FSinewAssetDetails::MakeInstance));
		Properties.RegisterCustomClassLayout(USinewComponent::StaticClass()->GetFName(), FOnGetDetailCustomizationInstance::CreateStatic(&FSinewComponentDetails::MakeInstance));
	}

	virtual void ShutdownModule() override
	{
		// The other module may have gone first.
		if (FModuleManager::Get().IsModuleLoaded(TEXT("PropertyEditor")))
		{
			FPropertyEditorModule& Properties = FModuleManager::GetModuleChecked<FPropertyEditorModule>(TEXT("PropertyEditor"));
			Properties.UnregisterCustomClassLayout(TEXT("SinewAsset"));
			Properties.UnregisterCustomClassLayout(TEXT("SinewComponent"));
		}
		USinewAsset::WhyStale = nullptr;
		Builds.Reset();
		Style.Reset();
	}

private:
	TUniquePtr<FSinewEditorStyle> Style;
	TUniquePtr<FSinewRunningBuilds> Builds;
};

IMPLEMENT_MODULE(FSinewEditorModule, SinewEditor)
