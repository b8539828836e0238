// Copyright the Sinew project. See LICENSE.

#include "SinewBuildRow.h"

#include "DetailCategoryBuilder.h"
#include "DetailWidgetRow.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "Sinew"

void SinewAddBuildRow(IDetailCategoryBuilder& Category, const FText& State, TFunction<void()> Build)
{
	const FText Label = LOCTEXT("BuildAsset", "Build Sinew asset");
	const FText Tip = LOCTEXT("BuildAssetTip", "Solves the flesh of the mesh in many poses and distils it into the asset. It takes minutes to hours beside the editor, can be cancelled, and goes on where it was the next time.");
	const FOnClicked Clicked = FOnClicked::CreateLambda([Build]() {
		Build();
		return FReply::Handled();
	});
	Category.AddCustomRow(Label)
		.WholeRowContent()
			[SNew(SButton)
					.Text(Label)
					.ToolTipText(Tip)
					.OnClicked(Clicked)];
	if (!State.IsEmpty())
	{
		Category.AddCustomRow(State)
			.WholeRowContent()
				[SNew(STextBlock)
						.Text(State)
						.AutoWrapText(true)];
	}
}

#undef LOCTEXT_NAMESPACE
