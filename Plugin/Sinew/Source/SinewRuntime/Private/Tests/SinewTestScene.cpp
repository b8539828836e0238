// Copyright the Sinew project. See LICENSE.

#include "Tests/SinewTestScene.h"

#if WITH_DEV_AUTOMATION_TESTS

#include "Components/DynamicMeshComponent.h"
#include "Components/SkeletalMeshComponent.h"
#include "DynamicMesh/DynamicMesh3.h"
#include "Engine/EngineBaseTypes.h"
#include "Engine/SkeletalMesh.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "SinewAsset.h"
#include "SinewAxes.h"
#include "SinewComponent.h"
#include "SinewSkeleton.h"
#include "Tests/SinewTestListener.h"
#include "UObject/Package.h"
#include "UObject/UObjectGlobals.h"

FSinewTestScene::FSinewTestScene(EWorldType::Type Kind, const FSinewTestVariant& Variant)
	: Animated(MakeShared<TArray<FTransform>>())
{
	verify(Limb.Read());
	World = UWorld::CreateWorld(Kind, false);
	if (World->IsGameWorld())
	{
		// Nothing ticks in a game before it is played.
		World->InitializeActorsForPlay(FURL());
		World->BeginPlay();
	}
	Actor = World->SpawnActor<AActor>();
	MeshAsset = Limb.MakeMesh(Variant);
	Mesh = NewObject<USkeletalMeshComponent>(Actor);
	Actor->SetRootComponent(Mesh);
	Mesh->SetSkeletalMeshAsset(MeshAsset);
	Mesh->RegisterComponent();
	Asset = FSinewTestLimb::MakeAsset();
	Listener = NewObject<USinewTestListener>(GetTransientPackage());
	Component = NewObject<USinewComponent>(Actor);
	Component->Asset = Asset;
	Component->OnContact.AddDynamic(Listener, &USinewTestListener::HearContact);
	Component->OnFallback.AddDynamic(Listener, &USinewTestListener::HearFallback);
	Pose(FSinewSkeleton::Read(*MeshAsset).Bind);
}

FSinewTestScene::~FSinewTestScene()
{
	if (World != nullptr)
	{
		World->DestroyActor(Actor);
		World->DestroyWorld(false);
		CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
	}
}

void FSinewTestScene::Start()
{
	Component->RegisterComponent();
	if (!World->IsGameWorld())
	{
		// In editors the first tick starts it.
		World->Tick(LEVELTICK_All, 0.0f);
	}
}

void FSinewTestScene::Pose(const TArray<FTransform>& Bones)
{
	*Animated = Bones;
	Mesh->UpdateBounds();
#if defined(SINEW_FAKE_UE_MINOR)
	// The stand-in's animation: bones get there when the mesh ticks, and not before.
	const TSharedRef<TArray<FTransform>> Source = Animated;
	Mesh->SinewFakeAnimation = [Source](double, TArray<FTransform>& ComponentSpace) { ComponentSpace = *Source; };
#else
	// Without an animation of its own the mesh keeps what it is given.
	Mesh->bNoSkeletonUpdate = true;
	Mesh->GetEditableComponentSpaceTransforms() = Bones;
	Mesh->ApplyEditedComponentSpaceTransforms();
#endif
}

TArray<FTransform> FSinewTestScene::BendAt(double ClipSeconds) const
{
	const FSinewSkeleton Skeleton = FSinewSkeleton::Read(*MeshAsset);
	TArray<FTransform> Bones = Skeleton.Bind;
	// The second joint turns about itself, whatever its axes.
	Bones.Last().SetRotation(FSinewAxes::RotationToEngine(Limb.RotationAt(ClipSeconds)) * Bones.Last().GetRotation());
	return Bones;
}

void FSinewTestScene::Tick(double ClipSeconds, double Delta)
{
	Pose(BendAt(ClipSeconds));
	World->Tick(LEVELTICK_All, static_cast<float>(Delta));
}

void FSinewTestScene::TickAtRest(double Delta)
{
	Pose(FSinewSkeleton::Read(*MeshAsset).Bind);
	World->Tick(LEVELTICK_All, static_cast<float>(Delta));
}

TArray<FVector> FSinewTestScene::ShownPositions() const
{
	TArray<FVector> Places;
	LookAtShown(
		[&Places](const UE::Geometry::FDynamicMesh3& Shape) {
			for (int32 Vertex = 0; Vertex < Shape.MaxVertexID(); ++Vertex)
			{
				Places.Add(Shape.GetVertex(Vertex));
			}
		});
	return Places;
}

bool FSinewTestScene::IsSourceSeen() const
{
	return Mesh->GetVisibleFlag() && Mesh->IsMaterialSectionShown(0, 0);
}

bool FSinewTestScene::LookAtShown(TFunctionRef<void(const UE::Geometry::FDynamicMesh3&)> Look) const
{
	const UDynamicMeshComponent* const Shown = Component->GetShownMesh();
	if (Shown != nullptr)
	{
		Shown->ProcessMesh(Look);
	}
	return Shown != nullptr;
}

#if defined(SINEW_FAKE_UE_MINOR)
int32 FSinewTestScene::FullUpdates() const
{
	return Component->GetShownMesh() == nullptr ? 0 : Component->GetShownMesh()->SinewFakeFullUpdates;
}

int32 FSinewTestScene::FastUpdates() const
{
	return Component->GetShownMesh() == nullptr ? 0 : Component->GetShownMesh()->SinewFakeFastUpdates;
}

int32 FSinewTestScene::BadFastUpdates() const
{
	return Component->GetShownMesh() == nullptr ? 0 : Component->GetShownMesh()->SinewFakeBadFastUpdates;
}
#else
int32 FSinewTestScene::FullUpdates() const
{
	return -1;
}

int32 FSinewTestScene::FastUpdates() const
{
	return -1;
}

int32 FSinewTestScene::BadFastUpdates() const
{
	return -1;
}
#endif

#endif
