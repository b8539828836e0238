// Copyright the Sinew project. See LICENSE.

#include "SinewBuildRow.h"

#include "DetailCategoryBuilder.h"
#include "DetailWidgetRow.h"
#include "HAL/PlatformTime.h"
#include "SinewAsset.h"
#include "SinewRunningBuilds.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "Sinew"

namespace
{

/** Panels ask for their texts in every frame. */
constexpr double SecondsBetweenAsking = 0.5;

struct FAskedText
{
	FText Text;
	double Next = 0.0;
};

} // namespace

void SinewAddButtonRow(IDetailCategoryBuilder& Category, const FText& Label, const FText& Tip, TFunction<void()> Press)
{
	const FOnClicked Clicked = FOnClicked::CreateLambda([Press]() {
		Press();
		return FReply::Handled();
	});
	Category.AddCustomRow(Label)
		.WholeRowContent()
			[SNew(SButton)
					.Text(Label)
					.ToolTipText(Tip)
					.OnClicked(Clicked)];
}

void SinewAddBuildRow(IDetailCategoryBuilder& Category, const TArray<TWeakObjectPtr<UObject>>& Objects, TFunction<USinewAsset*(UObject&)> AssetOf)
{
	const FText Label = LOCTEXT("BuildAsset", "Build Sinew asset");
	const FText Tip = LOCTEXT("BuildAssetTip", "Solves the flesh of the mesh in many poses and distils it into the asset. It takes minutes to hours beside the editor, can be cancelled, and goes on where it was the next time.");
	SinewAddButtonRow(Category, Label, Tip, [Objects, AssetOf]() {
		for (const TWeakObjectPtr<UObject>& Object : Objects)
		{
			USinewAsset* const Asset = Object.IsValid() ? AssetOf(*Object.Get()) : nullptr;
			if (Asset != nullptr && FSinewRunningBuilds::Get() != nullptr)
			{
				FSinewRunningBuilds::Get()->Start(*Asset);
			}
		}
	});
}

void SinewAddTextRow(IDetailCategoryBuilder& Category, TFunction<FText()> Ask)
{
	const TSharedRef<FAskedText> Asked = MakeShared<FAskedText>();
	const TAttribute<FText> Text = TAttribute<FText>::CreateLambda([Ask, Asked]() {
		const double Now = FPlatformTime::Seconds();
		if (Now >= Asked->Next)
		{
			Asked->Text = Ask();
			Asked->Next = Now + SecondsBetweenAsking;
		}
		return Asked->Text;
	});
	Category.AddCustomRow(LOCTEXT("State", "State"))
		.WholeRowContent()
			[SNew(STextBlock)
					.Text(Text)
					.AutoWrapText(true)];
}

#undef LOCTEXT_NAMESPACE
