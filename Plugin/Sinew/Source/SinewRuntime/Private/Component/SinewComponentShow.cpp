// Copyright the Sinew project. See LICENSE.

#include "SinewComponent.h"

#include "Components/DynamicMeshComponent.h"
#include "Components/SkeletalMeshComponent.h"
#include "Engine/SkeletalMesh.h"
#include "Engine/Texture2D.h"
#include "GameFramework/Actor.h"
#include "Materials/MaterialInstanceDynamic.h"
#include "Session/SinewSession.h"
#include "SinewLog.h"
#include "SinewRenderMesh.h"

// Shows the skin: as a dynamic mesh instead of the skeletal mesh, as a texture that its materials read, or both.

void USinewComponent::ShowFrame()
{
	const bool bTexture = Output != ESinewOutput::DynamicMesh && State == ESinewState::Running && !bTextureFailed;
	const bool bMesh = Output != ESinewOutput::DisplacementTexture || !bTexture;
	if (bMesh)
	{
		const int32 Lod = bFollowMeshLod ? Session->BindLod(Mesh->GetPredictedLODLevel(), *StartedMesh.Get()) : 0;
		UDynamicMeshComponent* const Shown = ShownFor(Lod);
		if (Session->Write(Lod, *Shown, Stats))
		{
			ShownLod = Lod;
			ShowSource(false);
		}
		else if (bSourceHidden)
		{
			ShowSource(false);
		}
	}
	if (bTexture)
	{
		ShowTexture();
	}
}

UDynamicMeshComponent* USinewComponent::ShownFor(int32 Lod)
{
	while (ShownMeshes.Num() <= Lod)
	{
		ShownMeshes.Add(nullptr);
	}
	if (ShownMeshes[Lod] == nullptr)
	{
		UDynamicMeshComponent* const Made = NewObject<UDynamicMeshComponent>(GetOwner(), NAME_None, RF_Transient);
		Made->SetupAttachment(Mesh);
		Made->SetCollisionEnabled(ECollisionEnabled::NoCollision);
		Made->SetVisibility(false);
		Made->SetCastShadow(Mesh->CastShadow);
		Made->SetOwnerNoSee(Mesh->bOwnerNoSee);
		Made->SetOnlyOwnerSee(Mesh->bOnlyOwnerSee);
		Made->SetRenderCustomDepth(Mesh->bRenderCustomDepth);
		Made->SetCustomDepthStencilValue(Mesh->CustomDepthStencilValue);
		Made->RegisterComponent();
		ShownMeshes[Lod] = Made;
	}
	return ShownMeshes[Lod];
}

void USinewComponent::ShowSource(bool bShow)
{
	for (int32 Lod = 0; Lod < ShownMeshes.Num(); ++Lod)
	{
		if (ShownMeshes[Lod] != nullptr)
		{
			FollowSource(*ShownMeshes[Lod], !bShow && Lod == ShownLod);
		}
	}
	if (!IsValid(Mesh) || bSourceHidden == !bShow)
	{
		return;
	}
	bSourceHidden = !bShow;
	// Hide the sections one by one: this is not saved with a level, does not touch visibility, and the mesh keeps its LODs and bones.
	for (int32 Lod = 0; Lod < Mesh->GetNumLODs(); ++Lod)
	{
		if (bShow || Mesh->GetSkeletalMeshAsset() == nullptr)
		{
			Mesh->ShowAllMaterialSections(Lod);
			continue;
		}
		const TArray<int32> Materials = FSinewRenderMesh::SectionMaterials(*Mesh->GetSkeletalMeshAsset(), Lod);
		for (int32 Section = 0; Section < Materials.Num(); ++Section)
		{
			Mesh->ShowMaterialSection(Materials[Section], Section, false, Lod);
		}
	}
}

void USinewComponent::FollowSource(UDynamicMeshComponent& Shown, bool bShow) const
{
	const bool bVisible = bShow && IsValid(Mesh) && Mesh->GetVisibleFlag();
	if (Shown.GetVisibleFlag() != bVisible)
	{
		Shown.SetVisibility(bVisible);
	}
	if (!bVisible)
	{
		return;
	}
	if (Shown.bHiddenInGame != Mesh->bHiddenInGame)
	{
		Shown.SetHiddenInGame(Mesh->bHiddenInGame);
	}
	for (int32 Slot = 0; Slot < Mesh->GetNumMaterials(); ++Slot)
	{
		if (Shown.GetMaterial(Slot) != Mesh->GetMaterial(Slot))
		{
			Shown.SetMaterial(Slot, Mesh->GetMaterial(Slot));
		}
	}
}

void USinewComponent::ShowTexture()
{
	if (DisplacementTexture == nullptr)
	{
		FString Problem;
		if (!Session->StartTexture(FMath::Clamp(TextureSize, 16, 1024), Problem))
		{
			UE_LOG(LogSinew, Warning, TEXT("%s: %s"), *GetPathName(), *Problem);
			bTextureFailed = true;
			return;
		}
		DisplacementTexture = Session->MakeTexture(TEXT("SinewDisplacement"));
		PreviousTexture = Session->MakeTexture(TEXT("SinewPreviousDisplacement"));
		BindTexture();
	}
	Session->WriteTexture(*DisplacementTexture, PreviousTexture);
	bTextureClear = false;
}

void USinewComponent::ClearTexture()
{
	if (DisplacementTexture != nullptr && Session.IsValid() && !bTextureClear)
	{
		// Otherwise materials would keep adding the last displacement.
		Session->ClearTexture(*DisplacementTexture, PreviousTexture);
		bTextureClear = true;
	}
}

void USinewComponent::BindTexture()
{
	for (int32 Slot = 0; Slot < Mesh->GetNumMaterials(); ++Slot)
	{
		UMaterialInterface* const Material = Mesh->GetMaterial(Slot);
		// A dynamic instance cannot have another one as its parent, so it gets the parameter itself.
		UMaterialInstanceDynamic* Bound = Cast<UMaterialInstanceDynamic>(Material);
		if (Material != nullptr && Bound == nullptr)
		{
			Bound = UMaterialInstanceDynamic::Create(Material, this);
			Bound->SetFlags(RF_Transient);
			Mesh->SetMaterial(Slot, Bound);
			OwnMaterials.Add(Bound);
		}
		BoundMaterials.Add(Bound);
		SetTextureParameters(Bound, DisplacementTexture, PreviousTexture);
	}
}

void USinewComponent::SetTextureParameters(UMaterialInstanceDynamic* Material, UTexture2D* Texture, UTexture2D* Previous) const
{
	if (IsValid(Material))
	{
		Material->SetTextureParameterValue(TextureParameter, Texture);
		Material->SetTextureParameterValue(PreviousTextureParameter, Previous);
	}
}

void USinewComponent::UnbindTexture()
{
	for (int32 Slot = 0; Slot < BoundMaterials.Num(); ++Slot)
	{
		UMaterialInstanceDynamic* const Bound = BoundMaterials[Slot];
		if (!OwnMaterials.Contains(Bound))
		{
			SetTextureParameters(Bound, nullptr, nullptr);
		}
		// The game may have set another material since.
		else if (IsValid(Mesh) && Mesh->GetMaterial(Slot) == Bound)
		{
			Mesh->SetMaterial(Slot, Bound->Parent);
		}
	}
	BoundMaterials.Empty();
	OwnMaterials.Empty();
	DisplacementTexture = nullptr;
	PreviousTexture = nullptr;
	bTextureClear = false;
}
