// Copyright the Sinew project. See LICENSE.

#include "Brushes/SlateImageBrush.h"
#include "Build/SinewRunningBuilds.h"
#include "CoreMinimal.h"
#include "Details/SinewDetails.h"
#include "Export/SinewSource.h"
#include "Interfaces/IPluginManager.h"
#include "Misc/Paths.h"
#include "Modules/ModuleManager.h"
#include "PropertyEditorModule.h"
#include "SinewAsset.h"
#include "SinewComponent.h"
#include "SinewEditorLog.h"
#include "Styling/SlateStyle.h"
#include "Styling/SlateStyleRegistry.h"

/** Registers the icons of assets and components for its lifetime. */
class FSinewEditorStyle
{
public:
	FSinewEditorStyle();
	~FSinewEditorStyle();
	FSinewEditorStyle(const FSinewEditorStyle&) = delete;
	FSinewEditorStyle& operator=(const FSinewEditorStyle&) = delete;

private:
	TSharedPtr<FSlateStyleSet> Style;
};

FSinewEditorStyle::FSinewEditorStyle()
{
	const TSharedPtr<IPlugin> Plugin = IPluginManager::Get().FindPlugin(TEXT("Sinew"));
	if (!Plugin.IsValid())
	{
		return;
	}
	const FString Picture = FPaths::Combine(Plugin->GetBaseDir(), TEXT("Resources"), TEXT("Icon128.png"));
	Style = MakeShared<FSlateStyleSet>(TEXT("SinewEditorStyle"));
	// The editor defines these names. The style owns the brushes.
	Style->Set(TEXT("ClassThumbnail.SinewAsset"), new FSlateImageBrush(Picture, FVector2D(64.0, 64.0)));
	Style->Set(TEXT("ClassIcon.SinewAsset"), new FSlateImageBrush(Picture, FVector2D(16.0, 16.0)));
	Style->Set(TEXT("ClassIcon.SinewComponent"), new FSlateImageBrush(Picture, FVector2D(16.0, 16.0)));
	FSlateStyleRegistry::RegisterSlateStyle(*Style);
}

FSinewEditorStyle::~FSinewEditorStyle()
{
	if (Style.IsValid())
	{
		FSlateStyleRegistry::UnRegisterSlateStyle(*Style);
	}
}

/** Registers everything of Sinew in the editor. */
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
		// PropertyEditor may have been unloaded first.
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
