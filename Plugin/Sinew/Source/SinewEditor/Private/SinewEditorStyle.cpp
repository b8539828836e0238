// Copyright the Sinew project. See LICENSE.

#include "SinewEditorStyle.h"

#include "Brushes/SlateImageBrush.h"
#include "Interfaces/IPluginManager.h"
#include "Misc/Paths.h"
#include "Styling/SlateStyle.h"
#include "Styling/SlateStyleRegistry.h"

FSinewEditorStyle::FSinewEditorStyle()
{
	const TSharedPtr<IPlugin> Plugin = IPluginManager::Get().FindPlugin(TEXT("Sinew"));
	if (!Plugin.IsValid())
	{
		return;
	}
	const FString Picture = FPaths::Combine(Plugin->GetBaseDir(), TEXT("Resources"), TEXT("Icon128.png"));
	Style = MakeShared<FSlateStyleSet>(TEXT("SinewEditorStyle"));
	// The editor looks for these names; the style owns the brushes.
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
