// Copyright the Sinew project. See LICENSE.

#include "Details/SinewDetails.h"

#include "Build/SinewProgram.h"
#include "Build/SinewRunningBuilds.h"
#include "Components/SkeletalMeshComponent.h"
#include "DetailCategoryBuilder.h"
#include "DetailLayoutBuilder.h"
#include "DetailWidgetRow.h"
#include "Engine/SkeletalMesh.h"
#include "Export/SinewSource.h"
#include "GameFramework/Actor.h"
#include "HAL/PlatformTime.h"
#include "Import/SinewImport.h"
#include "SinewAsset.h"
#include "SinewComponent.h"
#include "SinewEditorLog.h"
#include "UObject/WeakObjectPtr.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "Sinew"

namespace
{

/** Panels read their texts in every frame, which would be too often. */
constexpr double SecondsBetweenUpdates = 0.5;

struct FCachedText
{
	FText Text;
	double Next = 0.0;
};

/** A row with a button. */
void AddButtonRow(IDetailCategoryBuilder& Category, const FText& Label, const FText& Tip, TFunction<void()> Press)
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

/** A row with the button Build Sinew asset. AssetOf returns the asset of an object, or null. */
void AddBuildRow(IDetailCategoryBuilder& Category, const TArray<TWeakObjectPtr<UObject>>& Objects, TFunction<USinewAsset*(UObject&)> AssetOf)
{
	const FText Label = LOCTEXT("BuildAsset", "Build Sinew asset");
	const FText Tip = LOCTEXT("BuildAssetTip", "Solves the flesh of the mesh in many poses and builds the asset from them. The build runs in the background for minutes to hours. It can be cancelled; the next build continues from there.");
	AddButtonRow(Category, Label, Tip, [Objects, AssetOf]() {
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

/** A row with a text that is read again while the panel is open, but not in every frame, so it may look at files. */
void AddTextRow(IDetailCategoryBuilder& Category, TFunction<FText()> Read)
{
	const TSharedRef<FCachedText> Cached = MakeShared<FCachedText>();
	const TAttribute<FText> Text = TAttribute<FText>::CreateLambda([Read, Cached]() {
		const double Now = FPlatformTime::Seconds();
		if (Now >= Cached->Next)
		{
			Cached->Text = Read();
			Cached->Next = Now + SecondsBetweenUpdates;
		}
		return Cached->Text;
	});
	Category.AddCustomRow(LOCTEXT("State", "State"))
		.WholeRowContent()
			[SNew(STextBlock)
					.Text(Text)
					.AutoWrapText(true)];
}

FString DescribeStale(const FString& Reason)
{
	return TEXT("The asset must be built: ") + Reason + TEXT(".");
}

/** The state that is known without loading or exporting anything. */
FString DescribeState(const USinewAsset& Asset)
{
	const FSinewRunningBuilds* const Builds = FSinewRunningBuilds::Get();
	if (Builds != nullptr && Builds->IsBuilding(Asset))
	{
		return TEXT("The asset is being built.");
	}
	if (Builds != nullptr && Builds->IsWaiting(Asset))
	{
		return TEXT("The asset is waiting to be built.");
	}
	if (!Asset.IsPlayable())
	{
		return TEXT("The asset cannot be played: ") + Asset.GetProblem();
	}
	if (Asset.SourceMesh.IsNull())
	{
		return FString();
	}
	if (Asset.SourceHash.IsEmpty())
	{
		return TEXT("The asset was imported, not built from its Source Mesh.");
	}
	const FString Reason = SinewWhyRecipeStale(Asset);
	return Reason.IsEmpty() ? FString(TEXT("Its recipe has not changed since the last build. Check Sinew asset compares everything else.")) : DescribeStale(Reason);
}

/** Checks whether the source has changed. Exports the mesh and all animations. */
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
		SinewNotify(FText::Format(LOCTEXT("Current", "{0} is up to date"), Name), LOCTEXT("CurrentText", "Mesh, skeleton, animations and recipe have not changed since the last build."), true);
	}
}

/** The assets that still exist. */
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
	AddBuildRow(Category, Objects, [](UObject& Object) { return Cast<USinewAsset>(&Object); });
	AddButtonRow(Category, LOCTEXT("CheckAsset", "Check Sinew asset"), LOCTEXT("CheckAssetTip", "Checks whether mesh, skeleton, animations or recipe have changed since the last build. This takes a while if there are many animations."), [Objects]() {
		for (const USinewAsset* const Asset : AssetsOf(Objects))
		{
			Check(*Asset);
		}
	});
	if (Objects.Num() == 1)
	{
		AddTextRow(Category, [Objects]() {
			const TArray<USinewAsset*> Assets = AssetsOf(Objects);
			return Assets.Num() == 0 ? FText::GetEmpty() : FText::FromString(DescribeState(*Assets[0]));
		});
	}
}

namespace
{

/** The mesh of the component, also before its first tick, which may not happen in a viewport that is not in real time. */
USkeletalMesh* MeshOf(const USinewComponent& Component)
{
	if (Component.GetMesh() != nullptr)
	{
		return Component.GetMesh()->GetSkeletalMeshAsset();
	}
	TArray<USkeletalMeshComponent*> Candidates;
	if (const AActor* const Owner = Component.GetOwner())
	{
		Owner->GetComponents(Candidates);
	}
	for (const USkeletalMeshComponent* const Candidate : Candidates)
	{
		if (Component.MeshComponentName.IsNone() || Candidate->GetFName() == Component.MeshComponentName)
		{
			return Candidate->GetSkeletalMeshAsset();
		}
	}
	return nullptr;
}

/** The asset of the component, which is created beside its mesh if needed. Returns null after a notification if the mesh is unknown, for example in the Blueprint editor, whose components are not on an actor. */
USinewAsset* AssetToBuild(USinewComponent& Component)
{
	USkeletalMesh* const Mesh = MeshOf(Component);
	USinewAsset* Asset = Component.Asset;
	if (Asset == nullptr && Mesh != nullptr)
	{
		Asset = SinewFindOrCreateAsset(SinewAssetPackageFor(*Mesh));
		if (Asset != nullptr)
		{
			Component.Modify();
			Component.SetAsset(Asset);
		}
	}
	if (Asset == nullptr)
	{
		UE_LOG(LogSinewEditor, Warning, TEXT("%s has neither an asset nor a skeletal mesh to build one from. Put it on an actor in a level, or create a Sinew asset in the content browser."), *Component.GetPathName());
		SinewNotify(LOCTEXT("NothingToBuild", "There is nothing to build"), LOCTEXT("NothingToBuildText", "This component has no asset, and its mesh is unknown here. Press the button on an actor in a level, or create a Sinew asset in the content browser (Animation) and select it here."), false);
		return nullptr;
	}
	if (Asset->SourceMesh.IsNull() && Mesh != nullptr)
	{
		Asset->Modify();
		Asset->SourceMesh = Mesh;
	}
	return Asset;
}

} // namespace

TSharedRef<IDetailCustomization> FSinewComponentDetails::MakeInstance()
{
	return MakeShared<FSinewComponentDetails>();
}

void FSinewComponentDetails::CustomizeDetails(IDetailLayoutBuilder& DetailBuilder)
{
	TArray<TWeakObjectPtr<UObject>> Objects;
	DetailBuilder.GetObjectsBeingCustomized(Objects);
	IDetailCategoryBuilder& Category = DetailBuilder.EditCategory(TEXT("Sinew"), FText::GetEmpty(), ECategoryPriority::Important);
	AddBuildRow(Category, Objects, [](UObject& Object) {
		USinewComponent* const Component = Cast<USinewComponent>(&Object);
		return Component == nullptr ? nullptr : AssetToBuild(*Component);
	});
	if (Objects.Num() == 1)
	{
		AddTextRow(Category, [Objects]() {
			const USinewComponent* const Only = Cast<USinewComponent>(Objects[0].Get());
			return Only == nullptr ? FText::GetEmpty() : FText::FromString(Only->GetStateMessage());
		});
	}
}

#undef LOCTEXT_NAMESPACE
