// Copyright the Sinew project. See LICENSE.

#include "SinewComponentDetails.h"

#include "Components/SkeletalMeshComponent.h"
#include "DetailCategoryBuilder.h"
#include "DetailLayoutBuilder.h"
#include "Engine/SkeletalMesh.h"
#include "GameFramework/Actor.h"
#include "SinewAsset.h"
#include "SinewBuildRow.h"
#include "SinewComponent.h"
#include "SinewEditorLog.h"
#include "SinewImport.h"
#include "SinewNotification.h"
#include "UObject/WeakObjectPtr.h"

#define LOCTEXT_NAMESPACE "Sinew"

namespace
{

/** The mesh that the component works on, also before its first tick: a viewport that is not in real time has none. */
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

/** The component's asset, made beside its mesh where it has none; null, and a notification, where there is no mesh either: in the Blueprint editor, say, whose components are not on an actor. */
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
		UE_LOG(LogSinewEditor, Warning, TEXT("%s has neither an asset nor a skeletal mesh to build one from: put it on an actor in a level, or make a Sinew asset in the content browser"), *Component.GetPathName());
		SinewNotify(LOCTEXT("NothingToBuild", "There is nothing to build yet"), LOCTEXT("NothingToBuildText", "This component has no asset, and its mesh is not known here. Press the button on an actor in a level, or make a Sinew asset in the content browser (Animation), and choose it here."), false);
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
	SinewAddBuildRow(Category, Objects, [](UObject& Object) {
		USinewComponent* const Component = Cast<USinewComponent>(&Object);
		return Component == nullptr ? nullptr : AssetToBuild(*Component);
	});
	if (Objects.Num() == 1)
	{
		SinewAddTextRow(Category, [Objects]() {
			const USinewComponent* const Only = Cast<USinewComponent>(Objects[0].Get());
			return Only == nullptr ? FText::GetEmpty() : FText::FromString(Only->GetStateMessage());
		});
	}
}

#undef LOCTEXT_NAMESPACE
