// Copyright the Sinew project. See LICENSE.

#include "SinewAssetDetails.h"

#include "DetailCategoryBuilder.h"
#include "DetailLayoutBuilder.h"
#include "SinewAsset.h"
#include "SinewBuildRow.h"
#include "SinewRunningBuilds.h"
#include "UObject/WeakObjectPtr.h"

#define LOCTEXT_NAMESPACE "Sinew"

TSharedRef<IDetailCustomization> FSinewAssetDetails::MakeInstance()
{
	return MakeShared<FSinewAssetDetails>();
}

void FSinewAssetDetails::CustomizeDetails(IDetailLayoutBuilder& DetailBuilder)
{
	TArray<TWeakObjectPtr<UObject>> Objects;
	DetailBuilder.GetObjectsBeingCustomized(Objects);
	FText State;
	if (Objects.Num() == 1)
	{
		const USinewAsset* const Asset = Cast<USinewAsset>(Objects[0].Get());
		if (Asset != nullptr && !Asset->IsPlayable())
		{
			State = FText::FromString(TEXT("It cannot be played: ") + Asset->GetProblem());
		}
	}
	IDetailCategoryBuilder& Category = DetailBuilder.EditCategory(TEXT("Sinew"), FText::GetEmpty(), ECategoryPriority::Important);
	SinewAddBuildRow(Category, State, [Objects]() {
		for (const TWeakObjectPtr<UObject>& Object : Objects)
		{
			USinewAsset* const Asset = Cast<USinewAsset>(Object.Get());
			if (Asset != nullptr && FSinewRunningBuilds::Get() != nullptr)
			{
				FSinewRunningBuilds::Get()->Start(*Asset);
			}
		}
	});
}

#undef LOCTEXT_NAMESPACE
