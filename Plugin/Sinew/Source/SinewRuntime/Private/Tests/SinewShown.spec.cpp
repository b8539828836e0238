// Copyright the Sinew project. See LICENSE.

#include "Components/DynamicMeshComponent.h"
#include "Components/SkeletalMeshComponent.h"
#include "Engine/SkeletalMesh.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "Materials/Material.h"
#include "Misc/AutomationTest.h"
#include "Rendering/SkeletalMeshLODRenderData.h"
#include "Rendering/SkeletalMeshRenderData.h"
#include "SinewAsset.h"
#include "SinewComponent.h"
#include "SinewEngineVersion.h"
#include "Tests/SinewTestListener.h"
#include "Tests/SinewTestScene.h"

#if WITH_DEV_AUTOMATION_TESTS

// What the game does with the skeletal mesh while flesh is shown in its place.

BEGIN_DEFINE_SPEC(FSinewShownSpec, "Sinew.Component.Shown", SINEW_TEST_FLAGS)
TSharedPtr<FSinewTestScene> Scene;

FSinewTestScene& MakeRunning(const FSinewTestVariant& Variant = FSinewTestVariant())
{
	Scene = MakeShared<FSinewTestScene>(EWorldType::Game, Variant);
	Scene->Start();
	Scene->Tick(0.0);
	TestNotNull(TEXT("shown"), Scene->Component->GetShownMesh());
	return *Scene;
}

bool IsShown() const
{
	return Scene->Component->GetShownMesh() != nullptr && Scene->Component->GetShownMesh()->GetVisibleFlag();
}
END_DEFINE_SPEC(FSinewShownSpec)

void FSinewShownSpec::Define()
{
	BeforeEach([this]() { TestTrue(TEXT("SINEW_TEST_ASSETS names the folder with Limb.txt"), FSinewTestLimb().Read()); });
	AfterEach([this]() { Scene.Reset(); });

	It("is hidden where the game hides the mesh, and seen again", [this]() {
		MakeRunning();
		Scene->Mesh->SetVisibility(false);
		Scene->Tick(0.1);
		TestFalse(TEXT("seen"), IsShown());
		Scene->Mesh->SetVisibility(true);
		Scene->Tick(0.2);
		TestTrue(TEXT("seen again"), IsShown());
		Scene->Mesh->SetHiddenInGame(true);
		Scene->Tick(0.3);
		TestFalse(TEXT("seen in the game"), Scene->Component->GetShownMesh()->IsVisible());
	});

	It("wears what the mesh wears, also later", [this]() {
		MakeRunning();
		UMaterial* const Material = NewObject<UMaterial>();
		Scene->Mesh->SetMaterial(0, Material);
		Scene->Tick(0.1);
		TestTrue(TEXT("material"), Scene->Component->GetShownMesh()->GetMaterial(0) == Material);
	});

	It("moves to another mesh where the first is destroyed", [this]() {
		MakeRunning();
		USkeletalMeshComponent* const Other = NewObject<USkeletalMeshComponent>(Scene->Actor);
		Other->SetSkeletalMeshAsset(Scene->MeshAsset);
		Other->RegisterComponent();
		Scene->Mesh->DestroyComponent();
		Scene->Mesh = Other;
		Scene->Tick(0.1);
		Scene->Tick(0.2);
		TestTrue(TEXT("works on it"), Scene->Component->GetMesh() == Other);
		TestTrue(TEXT("shown"), IsShown());
		TestFalse(TEXT("two bodies"), Scene->IsSourceSeen());
	});

	It("stays with its mesh where the game adds others", [this]() {
		MakeRunning();
		for (int32 Index = 0; Index < 3; ++Index)
		{
			NewObject<USkeletalMeshComponent>(Scene->Actor)->RegisterComponent();
		}
		Scene->Tick(0.1);
		TestTrue(TEXT("works on it"), Scene->Component->GetMesh() == Scene->Mesh);
	});

#if defined(SINEW_FAKE_UE_MINOR)
	It("starts anew where the mesh was imported again", [this]() {
		MakeRunning();
		const UDynamicMeshComponent* const Before = Scene->Component->GetShownMesh();
		Scene->Limb.FillRenderData(*Scene->MeshAsset, FSinewTestVariant());
		Scene->Tick(0.1);
		TestTrue(TEXT("runs"), Scene->Component->GetState() == ESinewState::Running);
		TestTrue(TEXT("another mesh"), Scene->Component->GetShownMesh() != Before);
	});
#endif

	It("tells of a fallback when the game begins, and not before", [this]() {
		Scene = MakeShared<FSinewTestScene>(EWorldType::Game, FSinewTestVariant());
		UWorld* const World = UWorld::CreateWorld(EWorldType::Game, false);
		AActor* const Actor = World->SpawnActor<AActor>();
		USkeletalMeshComponent* const Mesh = NewObject<USkeletalMeshComponent>(Actor);
		Mesh->SetSkeletalMeshAsset(Scene->MeshAsset);
		Mesh->RegisterComponent();
		USinewComponent* const Component = NewObject<USinewComponent>(Actor);
		Component->RegisterComponent();
		TestTrue(TEXT("without an asset"), Component->GetState() == ESinewState::PlainSkinning);
		// As a Blueprint does, which is made after its components.
		Component->OnFallback.AddDynamic(Scene->Listener, &USinewTestListener::HearFallback);
		World->InitializeActorsForPlay(FURL());
		World->BeginPlay();
		TestEqual(TEXT("told"), Scene->Listener->Messages.Num(), 1);
		World->DestroyActor(Actor);
		World->DestroyWorld(false);
	});

	It("keeps bones together that animation leaves out at a LOD", [this]() {
		FSinewTestVariant Variant;
		Variant.bSecondLod = true;
		FSinewTestScene& Made = MakeRunning(Variant);
		Made.Component->bDynamic = false;
		Made.Component->bFollowMeshLod = false;
		Made.MeshAsset->GetResourceForRendering()->LODRenderData[1].RequiredBones.Add(0);
		// The last bone is where it was a while ago; the first one is turned since.
		TArray<FTransform> Bones = Made.BendAt(0.0);
		const FTransform Turned(FQuat(FVector(0.0, 1.0, 0.0), 0.7));
		Bones[0] = Bones[0] * Turned;
		const TArray<FTransform> Left = Bones;
		Bones[1] = Bones[1] * Turned;
		const auto Settled = [&Made](const TArray<FTransform>& Pose, int32 Lod) {
			Made.Mesh->SetPredictedLODLevel(Lod);
			for (int32 Frame = 0; Frame < 20; ++Frame)
			{
				Made.Pose(Pose);
				Made.World->Tick(LEVELTICK_All, 1.0f / 60.0f);
			}
			return Made.ShownPositions();
		};
		const TArray<FVector> Whole = Settled(Bones, 0);
		const TArray<FVector> Kept = Settled(Left, 1);
		double Most = 0.0;
		for (int32 Vertex = 0; Vertex < Whole.Num() && Vertex < Kept.Num(); ++Vertex)
		{
			Most = FMath::Max(Most, FVector::Dist(Whole[Vertex], Kept[Vertex]));
		}
		TestTrue(TEXT("the same shape"), Whole.Num() > 0 && Whole.Num() == Kept.Num() && Most < 0.5);
	});
}

#endif
