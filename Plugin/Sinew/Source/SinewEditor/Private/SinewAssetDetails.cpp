// Copyright the Sinew project. See LICENSE.

#include "SinewAssetDetails.h"

#include "DetailCategoryBuilder.h"
#include "DetailLayoutBuilder.h"
#include "SinewAsset.h"
#include "SinewBuildRow.h"
#include "SinewProgram.h"
#include "SinewRunningBuilds.h"
#include "SinewSource.h"
#include "UObject/WeakObjectPtr.h"

#define LOCTEXT_NAMESPACE "Sinew"

namespace
{

/** Whether it is what its source would give now. */
FString DescribeState(const USinewAsset& Asset)
{
	if (Asset.SourceMesh.IsNull())
	{
		return Asset.IsPlayable() ? FString() : TEXT("It cannot be played: ") + Asset.GetProblem();
	}
	const FSinewSource Source = FSinewSource::Read(Asset, FString());
	if (Source.ExitCode != ESinewExitCode::Good)
	{
		return Source.Problem;
	}
	const FString Reason = Source.WhyStale(Asset);
	return Reason.IsEmpty() ? FString(TEXT("It is up to date.")) : TEXT("It has to be built: ") + Reason + TEXT(".");
}

} // namespace

TSharedRef<IDetailCustomization> FSinewAssetDetails::MakeInstance()
{
	return MakeShared<FSinewAssetDetails>();
}

void FSinewAssetDetails::CustomizeDetails(IDetailLayoutBuilder& DetailBuilder)
{
	TArray<TWeakObjectPtr<UObject>> Objects;
	DetailBuilder.GetObjectsBeingCustomized(Objects);
	const USinewAsset* const Only = Objects.Num() == 1 ? Cast<USinewAsset>(Objects[0].Get()) : nullptr;
	const FText State = Only == nullptr ? FText::GetEmpty() : FText::FromString(DescribeState(*Only));
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
