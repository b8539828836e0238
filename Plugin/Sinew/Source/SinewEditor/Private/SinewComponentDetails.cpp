// Copyright the Sinew project. See LICENSE.

#include "SinewComponentDetails.h"

#include "Components/SkeletalMeshComponent.h"
#include "DetailCategoryBuilder.h"
#include "DetailLayoutBuilder.h"
#include "Engine/SkeletalMesh.h"
#include "SinewAsset.h"
#include "SinewBuildRow.h"
#include "SinewComponent.h"
#include "SinewEditorLog.h"
#include "SinewImport.h"
#include "SinewRunningBuilds.h"
#include "UObject/WeakObjectPtr.h"

#define LOCTEXT_NAMESPACE "Sinew"

namespace
{

/** The component's asset, made beside its mesh where it has none; null, and a warning, where there is no mesh either. */
USinewAsset* AssetToBuild(USinewComponent& Component)
{
	USkeletalMesh* const Mesh = Component.GetMesh() == nullptr ? nullptr : Component.GetMesh()->GetSkeletalMeshAsset();
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
	const USinewComponent* const Only = Objects.Num() == 1 ? Cast<USinewComponent>(Objects[0].Get()) : nullptr;
	const FText State = Only == nullptr ? FText::GetEmpty() : FText::FromString(Only->GetStateMessage());
	IDetailCategoryBuilder& Category = DetailBuilder.EditCategory(TEXT("Sinew"), FText::GetEmpty(), ECategoryPriority::Important);
	SinewAddBuildRow(Category, State, [Objects]() {
		for (const TWeakObjectPtr<UObject>& Object : Objects)
		{
			USinewComponent* const Component = Cast<USinewComponent>(Object.Get());
			USinewAsset* const Asset = Component == nullptr ? nullptr : AssetToBuild(*Component);
			if (Asset != nullptr && FSinewRunningBuilds::Get() != nullptr)
			{
				FSinewRunningBuilds::Get()->Start(*Asset);
			}
		}
	});
}

#undef LOCTEXT_NAMESPACE
