// Copyright the Sinew project. See LICENSE.

#include "SinewAssetDetails.h"

#include "DetailCategoryBuilder.h"
#include "DetailLayoutBuilder.h"
#include "SinewAsset.h"
#include "SinewBuildRow.h"
#include "SinewNotification.h"
#include "SinewProgram.h"
#include "SinewRunningBuilds.h"
#include "SinewSource.h"
#include "UObject/WeakObjectPtr.h"

#define LOCTEXT_NAMESPACE "Sinew"

namespace
{

FString DescribeStale(const FString& Reason)
{
	return TEXT("It has to be built: ") + Reason + TEXT(".");
}

/** What can be told at once, while the panel is drawn: nothing is loaded or exported for it. */
FString DescribeState(const USinewAsset& Asset)
{
	const FSinewRunningBuilds* const Builds = FSinewRunningBuilds::Get();
	if (Builds != nullptr && Builds->IsBuilding(Asset))
	{
		return TEXT("It is being built.");
	}
	if (Builds != nullptr && Builds->IsWaiting(Asset))
	{
		return TEXT("It waits to be built.");
	}
	if (!Asset.IsPlayable())
	{
		return TEXT("It cannot be played: ") + Asset.GetProblem();
	}
	if (Asset.SourceMesh.IsNull())
	{
		return FString();
	}
	if (Asset.SourceHash.IsEmpty())
	{
		return TEXT("It was imported, not built from its Source Mesh.");
	}
	const FString Reason = SinewWhyRecipeStale(Asset);
	return Reason.IsEmpty() ? FString(TEXT("Its recipe has not changed since it was built; Check Sinew asset compares the rest.")) : DescribeStale(Reason);
}

/** Whether it is what its source would give now. Exports the mesh and all animations. */
void Check(const USinewAsset& Asset)
{
	const FText Name = FText::FromString(Asset.GetName());
	const FSinewSource Source = FSinewSource::Read(Asset, FString());
	const FString Reason = Source.ExitCode == ESinewExitCode::Good ? Source.WhyStale(Asset) : FString();
	if (Source.ExitCode != ESinewExitCode::Good)
	{
		SinewNotify(FText::Format(LOCTEXT("NotChecked", "{0} cannot be built"), Name), FText::FromString(Source.Problem), false);
	}
	else if (!Reason.IsEmpty())
	{
		SinewNotify(FText::Format(LOCTEXT("Stale", "{0} is out of date"), Name), FText::FromString(DescribeStale(Reason)), false);
	}
	else
	{
		SinewNotify(FText::Format(LOCTEXT("Current", "{0} is up to date"), Name), LOCTEXT("CurrentText", "Mesh, skeleton, animations and recipe are those that it was built from."), true);
	}
}

/** Those that are still there. */
TArray<USinewAsset*> AssetsOf(const TArray<TWeakObjectPtr<UObject>>& Objects)
{
	TArray<USinewAsset*> Assets;
	for (const TWeakObjectPtr<UObject>& Object : Objects)
	{
		if (USinewAsset* const Asset = Cast<USinewAsset>(Object.Get()))
		{
			Assets.Add(Asset);
		}
	}
	return Assets;
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
	IDetailCategoryBuilder& Category = DetailBuilder.EditCategory(TEXT("Sinew"), FText::GetEmpty(), ECategoryPriority::Important);
	SinewAddBuildRow(Category, Objects, [](UObject& Object) { return Cast<USinewAsset>(&Object); });
	SinewAddButtonRow(Category, LOCTEXT("CheckAsset", "Check Sinew asset"), LOCTEXT("CheckAssetTip", "Compares the asset with its mesh, skeleton, animations and recipe as they are now. Takes a moment where there are many animations."), [Objects]() {
		for (const USinewAsset* const Asset : AssetsOf(Objects))
		{
			Check(*Asset);
		}
	});
	if (Objects.Num() == 1)
	{
		SinewAddTextRow(Category, [Objects]() {
			const TArray<USinewAsset*> Assets = AssetsOf(Objects);
			return Assets.Num() == 0 ? FText::GetEmpty() : FText::FromString(DescribeState(*Assets[0]));
		});
	}
}

#undef LOCTEXT_NAMESPACE
