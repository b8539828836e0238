// Copyright the Sinew project. See LICENSE.

#include "SinewComponent.h"

#include "Components/DynamicMeshComponent.h"
#include "Components/SkeletalMeshComponent.h"
#include "Engine/SkeletalMesh.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "Misc/AutomationTest.h"
#include "SinewAsset.h"
#include "SinewAxes.h"
#include "SinewBudget.h"
#include "SinewEngineVersion.h"
#include "SinewMemory.h"
#include "SinewSkeleton.h"
#include "Tests/SinewTestListener.h"
#include "Tests/SinewTestScene.h"

#include <limits>

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FSinewComponentSpec, "Sinew.Component", SINEW_TEST_FLAGS)
TSharedPtr<FSinewTestScene> Scene;

FSinewTestScene& Make(const FSinewTestVariant& Variant = FSinewTestVariant(), EWorldType::Type Kind = EWorldType::Game)
{
	Scene = MakeShared<FSinewTestScene>(Kind, Variant);
	return *Scene;
}

FSinewTestScene& MakeRunning(const FSinewTestVariant& Variant = FSinewTestVariant())
{
	FSinewTestScene& Made = Make(Variant);
	Made.Start();
	TestEqual(TEXT("why it does not run"), Made.Component->GetStateMessage(), FString());
	TestTrue(TEXT("runs"), Made.Component->GetState() == ESinewState::Running);
	return Made;
}

TArray<FVector> ShapeAtRest(FSinewTestScene& Made) const
{
	for (int32 Frame = 0; Frame < 30; ++Frame)
	{
		Made.TickAtRest();
	}
	return Made.ShownPositions();
}

TArray<FVector> ShapeAfterBending(FSinewTestScene& Made) const
{
	for (int32 Frame = 0; Frame < 20; ++Frame)
	{
		Made.Tick(0.05 * Frame);
	}
	return Made.ShownPositions();
}

void TestRefused(const FSinewTestVariant& Variant, const TCHAR* Says)
{
	FSinewTestScene& Made = Make(Variant);
	Made.Start();
	TestTrue(TEXT("plain skinning"), Made.Component->GetState() == ESinewState::PlainSkinning);
	const FString Message = Made.Component->GetStateMessage();
	TestTrue(FString::Printf(TEXT("\"%s\" says \"%s\""), *Message, Says), Message.Contains(Says));
	TestEqual(TEXT("told once"), Made.Listener->Messages.Num(), 1);
	Made.Tick(1.0);
	TestTrue(TEXT("the mesh is left alone"), Made.IsSourceSeen());
	TestNull(TEXT("nothing of ours is shown"), Made.Component->GetShownMesh());
}

double LargestMove(const TArray<FVector>& A, const TArray<FVector>& B) const
{
	double Most = A.Num() == B.Num() && A.Num() > 0 ? 0.0 : 1.0e9;
	for (int32 Vertex = 0; Vertex < A.Num() && Vertex < B.Num(); ++Vertex)
	{
		Most = FMath::Max(Most, FVector::Dist(A[Vertex], B[Vertex]));
	}
	return Most;
}
END_DEFINE_SPEC(FSinewComponentSpec)

void FSinewComponentSpec::Define()
{
	// Where it fails, what comes after is skipped.
	BeforeEach([this]() { TestTrue(TEXT("SINEW_TEST_ASSETS names the folder with Limb.txt"), FSinewTestLimb().Read()); });

	AfterEach([this]() {
		Scene.Reset();
		TestEqual(TEXT("sessions that were left"), USinewComponent::NumSessions(), 0);
		TestEqual(TEXT("bytes that were left"), FSinewMemory::GetTotal(), static_cast<int64>(0));
		TestEqual(TEXT("who still has a share of the budget"), FSinewBudget::Get().Num(), 0);
	});

	Describe("life", [this]() {
		It("shows its own mesh in place of the skeletal mesh", [this]() {
			FSinewTestScene& Made = MakeRunning();
			TestTrue(TEXT("before the first frame the mesh is seen"), Made.IsSourceSeen());
			Made.Tick(0.0);
			if (!TestNotNull(TEXT("shown"), Made.Component->GetShownMesh()))
			{
				return;
			}
			TestFalse(TEXT("the mesh is hidden"), Made.IsSourceSeen());
			TestTrue(TEXT("its visibility is the game's"), Made.Mesh->GetVisibleFlag());
			TestTrue(TEXT("it moves with the mesh"), Made.Component->GetShownMesh()->GetAttachParent() == Made.Mesh);
			TestTrue(TEXT("memory is counted"), Made.Component->GetStats().Memory > 0 && FSinewMemory::GetTotal() > Made.Component->GetStats().Memory);
		});

		It("leaves everything as it was", [this]() {
			FSinewTestScene& Made = MakeRunning();
			Made.Tick(0.5);
			Made.Component->UnregisterComponent();
			TestTrue(TEXT("seen"), Made.IsSourceSeen());
			TestNull(TEXT("nothing of ours is shown"), Made.Component->GetShownMesh());
			TestEqual(TEXT("sessions"), USinewComponent::NumSessions(), 0);
		});

		It("can be repeated without growing", [this]() {
			FSinewTestScene& Made = MakeRunning();
			Made.Tick(0.5);
			const int64 Once = FSinewMemory::GetTotal();
			for (int32 Again = 0; Again < 5; ++Again)
			{
				Made.Component->UnregisterComponent();
				Made.Component->RegisterComponent();
				Made.Tick(0.5);
			}
			TestEqual(TEXT("bytes"), FSinewMemory::GetTotal(), Once);
		});

		It("starts when the asset comes later", [this]() {
			FSinewTestScene& Made = Make();
			Made.Component->Asset = nullptr;
			Made.Start();
			TestTrue(TEXT("no asset"), Made.Component->GetState() == ESinewState::PlainSkinning);
			Made.Component->SetAsset(Made.Asset);
			Made.Tick(0.0);
			TestTrue(TEXT("asset"), Made.Component->GetState() == ESinewState::Running);
			TestTrue(TEXT("both told"), Made.Listener->States.Num() == 2 && Made.Listener->States[1] == ESinewState::Running);
		});

		It("follows a reimport", [this]() {
			FSinewTestScene& Made = MakeRunning();
			Made.Tick(0.0);
			const uint64 Before = Made.Asset->GetPayload()->GetSerial();
			const FSinewMemory& Old = Made.Asset->GetPayload()->GetBytes();
			FString Problem;
			const TArray<uint8> Bytes(Old.GetData(), static_cast<int32>(Old.Num()));
			TestTrue(TEXT("imported again"), Made.Asset->SetPayload(Bytes, Problem));
			TestTrue(TEXT("another payload"), Made.Asset->GetPayload()->GetSerial() != Before);
			Made.Tick(0.0);
			TestTrue(TEXT("runs"), Made.Component->GetState() == ESinewState::Running);
		});

#if defined(SINEW_FAKE_UE_MINOR)
		It("does nothing where nobody looks", [this]() {
			FSinewTestScene& Made = Make();
			Made.World->SinewFakeNetMode = NM_DedicatedServer;
			Made.Start();
			Made.Tick(0.5);
			TestTrue(TEXT("nothing to do"), Made.Component->GetState() == ESinewState::Stopped);
			TestEqual(TEXT("characters"), USinewComponent::NumSessions(), 0);
			TestFalse(TEXT("ticks there"), static_cast<bool>(Made.Component->PrimaryComponentTick.bAllowTickOnDedicatedServer));
		});
#endif

		It("waits for a mesh", [this]() {
			FSinewTestScene& Made = Make();
			Made.Mesh->SetSkeletalMeshAsset(nullptr);
			Made.Start();
			TestTrue(TEXT("nothing to do"), Made.Component->GetState() == ESinewState::Stopped);
			Made.Mesh->SetSkeletalMeshAsset(Made.MeshAsset);
			Made.Tick(0.0);
			TestTrue(TEXT("runs"), Made.Component->GetState() == ESinewState::Running);
		});
	});

	Describe("a character that is not the asset's", [this]() {
		It("is refused by the names of bones that are missing", [this]() {
			FSinewTestVariant Variant;
			Variant.bOtherName = true;
			TestRefused(Variant, TEXT("lacks these bones: lower"));
		});

		It("is refused by the names of bones that are elsewhere", [this]() {
			FSinewTestVariant Variant;
			Variant.BoneMoved = 1.0;
			TestRefused(Variant, TEXT("another bind position than in the asset: lower (1.00 cm)"));
		});

		It("is refused by its mesh", [this]() {
			FSinewTestVariant Variant;
			Variant.VertexMoved = 3.0;
			TestRefused(Variant, TEXT("is not the asset's"));
		});

		It("is refused where the file is of another version", [this]() {
			FSinewTestScene& Made = Make();
			Made.Component->Asset = FSinewTestLimb::MakeAsset(TEXT("Old.sinew"));
			Made.Start();
			TestTrue(TEXT("plain skinning"), Made.Component->GetState() == ESinewState::PlainSkinning);
		});
	});

	Describe("axes of bones that another importer turned", [this]() {
		It("show the same shape", [this]() {
			const auto Bent = [this](double Turned) {
				Scene.Reset();
				FSinewTestVariant Variant;
				Variant.BoneTurned = Turned;
				return ShapeAfterBending(MakeRunning(Variant));
			};
			const TArray<FVector> Plain = Bent(0.0);
			TestTrue(TEXT("turned"), LargestMove(Plain, Bent(0.5)) < 1.0e-3);
			TestTrue(TEXT("turned a lot"), LargestMove(Plain, Bent(-2.0)) < 1.0e-3);
		});
	});

	Describe("the order of bones and vertices", [this]() {
		It("does not matter", [this]() {
			const TArray<FVector> Plain = ShapeAfterBending(MakeRunning());
			Scene.Reset();
			FSinewTestVariant Variant;
			Variant.bOtherOrder = true;
			FSinewTestScene& Other = MakeRunning(Variant);
			const TArray<FVector> Backwards = ShapeAfterBending(Other);
			TArray<FVector> Forwards;
			for (int32 Vertex = Backwards.Num() - 1; Vertex >= 0; --Vertex)
			{
				Forwards.Add(Backwards[Vertex]);
			}
			TestEqual(TEXT("vertices"), Plain.Num(), Other.Limb.NumVertices());
			TestTrue(TEXT("the same shape"), LargestMove(Plain, Forwards) < 1.0e-3);
		});

		It("nor does upper and lower case", [this]() {
			FSinewTestVariant Variant;
			Variant.bOtherCase = true;
			MakeRunning(Variant);
		});
	});

	Describe("the pose", [this]() {
		It("is this frame's, not the one before", [this]() {
			FSinewTestScene& Made = Make();
			Made.Component->bDynamic = false;
			Made.Component->MaxIterations = 10;
			Made.Start();
			// The first time the mesh has not ticked yet when prerequisites take effect.
			Made.TickAtRest();
			Made.TickAtRest();
			const TArray<FVector> Rest = Made.ShownPositions();
			Made.Tick(1.0);
			const TArray<FVector> Bent = Made.ShownPositions();
			Made.Tick(1.0);
			TestTrue(TEXT("bent at once"), LargestMove(Rest, Bent) > 5.0);
			TestTrue(TEXT("and about as far as ever"), LargestMove(Bent, Made.ShownPositions()) < 0.2);
		});

		It("is this frame's also where the mesh ticks late", [this]() {
			FSinewTestScene& Made = Make();
			Made.Component->bDynamic = false;
			Made.Mesh->PrimaryComponentTick.TickGroup = TG_PostUpdateWork;
			Made.Start();
			Made.TickAtRest();
			Made.TickAtRest();
			const TArray<FVector> Rest = Made.ShownPositions();
			Made.Tick(1.0);
			TestTrue(TEXT("bent at once"), LargestMove(Rest, Made.ShownPositions()) > 5.0);
		});

		It("comes from the leader where the mesh follows one", [this]() {
			FSinewTestScene& Made = Make();
			USkeletalMeshComponent* const Leader = NewObject<USkeletalMeshComponent>(Made.Actor);
			Leader->SetSkeletalMeshAsset(Made.MeshAsset);
			Leader->RegisterComponent();
			Made.Component->SetMesh(Made.Mesh);
			Made.Mesh->SetLeaderPoseComponent(Leader, true, false);
			Made.Component->bDynamic = false;
			Made.Start();
			Made.TickAtRest();
			Made.TickAtRest();
			const TArray<FVector> Rest = Made.ShownPositions();
			Leader->GetEditableComponentSpaceTransforms() = Made.BendAt(1.0);
			Leader->ApplyEditedComponentSpaceTransforms();
			Leader->bNoSkeletonUpdate = true;
			Made.TickAtRest();
			TestTrue(TEXT("bent as the leader is"), LargestMove(Rest, Made.ShownPositions()) > 5.0);
		});

		It("that is not a number leaves the frame before", [this]() {
			FSinewTestScene& Made = MakeRunning();
			Made.Tick(0.5);
			const TArray<FVector> Before = Made.ShownPositions();
			TArray<FTransform> Broken = Made.BendAt(0.6);
			Broken.Last().SetTranslation(FVector(std::numeric_limits<double>::quiet_NaN(), 0.0, 0.0));
			Made.Pose(Broken);
			Made.World->Tick(LEVELTICK_All, 1.0f / 60.0f);
			TestTrue(TEXT("nothing moved"), LargestMove(Before, Made.ShownPositions()) == 0.0);
			TestEqual(TEXT("stale frames"), Made.Component->GetStats().StaleFrames, 1);
			Made.Tick(0.6);
			TestTrue(TEXT("and goes on"), LargestMove(Before, Made.ShownPositions()) > 0.0);
		});
	});

	Describe("motion", [this]() {
		It("makes flesh lag, a teleport does not", [this]() {
			TArray<TArray<FVector>> Shapes;
			for (const bool bTeleport : {false, true})
			{
				FSinewTestScene& Made = MakeRunning();
				for (int32 Frame = 0; Frame < 30; ++Frame)
				{
					Made.TickAtRest();
				}
				const TArray<FVector> Still = Made.ShownPositions();
				Made.Mesh->SetWorldLocation(FVector(20.0, 0.0, 0.0));
				if (bTeleport)
				{
					Made.Component->Teleport();
				}
				Made.TickAtRest();
				Shapes.Add(Made.ShownPositions());
				const double Moved = LargestMove(Still, Shapes.Last());
				TestTrue(bTeleport ? TEXT("stays as it is") : TEXT("lags"), bTeleport ? Moved < 0.01 : Moved > 0.02);
				Scene.Reset();
			}
		});

		It("farther than TeleportDistance counts as a teleport", [this]() {
			FSinewTestScene& Made = MakeRunning();
			const TArray<FVector> Still = ShapeAtRest(Made);
			Made.Mesh->SetWorldLocation(FVector(1000.0, 0.0, 0.0));
			Made.TickAtRest();
			TestTrue(TEXT("stays as it is"), LargestMove(Still, Made.ShownPositions()) < 0.01);
		});

		It("of a hit moves the skin where it hits", [this]() {
			FSinewTestScene& Made = MakeRunning();
			const TArray<FVector> Still = ShapeAtRest(Made);
			Made.Component->AddImpulse(FVector(0.0, 6.0, 45.0), FVector(0.0, -60.0, 0.0), 6.0f);
			Made.TickAtRest();
			Made.TickAtRest();
			const TArray<FVector> Hit = Made.ShownPositions();
			TestTrue(TEXT("moved"), LargestMove(Still, Hit) > 0.01);
			double Along = 0.0;
			for (int32 Vertex = 0; Vertex < Still.Num(); ++Vertex)
			{
				Along += Hit[Vertex].Y - Still[Vertex].Y;
			}
			TestTrue(TEXT("the way it was pushed"), Along < 0.0);
		});

		It("can be forgotten", [this]() {
			FSinewTestScene& Made = MakeRunning();
			const TArray<FVector> Still = ShapeAtRest(Made);
			Made.Component->AddImpulse(FVector(0.0, 6.0, 45.0), FVector(0.0, -60.0, 0.0), 6.0f);
			Made.TickAtRest();
			Made.Component->ResetFlesh();
			Made.TickAtRest();
			TestTrue(TEXT("at rest again"), LargestMove(Still, Made.ShownPositions()) < 0.05);
		});
	});

	Describe("quality", [this]() {
		It("falls with distance down to plain skinning, and comes back", [this]() {
			FSinewTestScene& Made = MakeRunning();
			const auto QualityAt = [&Made](double Distance) {
				Made.World->ViewLocationsRenderedLastFrame = {FVector(Distance, 0.0, 0.0)};
				Made.Tick(0.5);
				return Made.Component->GetStats().Quality;
			};
			TestTrue(TEXT("near"), QualityAt(200.0) == ESinewQuality::High);
			TestTrue(TEXT("farther"), QualityAt(1500.0) == ESinewQuality::Medium);
			TestTrue(TEXT("far"), QualityAt(3000.0) == ESinewQuality::Low);
			TestTrue(TEXT("far away"), QualityAt(9000.0) == ESinewQuality::Off);
			TestTrue(TEXT("the skeletal mesh is seen"), Made.IsSourceSeen() && Made.Component->GetShownMesh() == nullptr);
			TestTrue(TEXT("near again"), QualityAt(200.0) == ESinewQuality::High);
			TestFalse(TEXT("it is not seen"), Made.IsSourceSeen());
		});

		It("of 0 weight is plain skinning", [this]() {
			FSinewTestScene& Made = MakeRunning();
			Made.Component->SetWeight(0.0f);
			Made.Tick(1.0);
			Made.Tick(1.0);
			const TArray<FVector> Plain = Made.ShownPositions();
			const TArray<FTransform> Bones = Made.BendAt(1.0);
			const TArray<FTransform> Bind = FSinewSkeleton::Read(*Made.MeshAsset).Bind;
			double Most = 0.0;
			for (int32 Vertex = 0; Vertex < Plain.Num(); ++Vertex)
			{
				const FVector Bound = FSinewAxes::ToEngine(&Made.Limb.Positions[3 * Vertex]);
				FVector Skinned = FVector::ZeroVector;
				for (int32 Index = 0; Index < Made.Limb.Weights[Vertex].Num(); ++Index)
				{
					const int32 Bone = Made.Limb.WeightJoints[Vertex][Index];
					Skinned += Bones[Bone].TransformPosition(Bind[Bone].InverseTransformPosition(Bound)) * static_cast<double>(Made.Limb.Weights[Vertex][Index]);
				}
				Most = FMath::Max(Most, FVector::Dist(Skinned, Plain[Vertex]));
			}
			TestTrue(FString::Printf(TEXT("%f cm from blended bones"), Most), Most < 0.05);
		});

		It("is what a game's own rule says", [this]() {
			FSinewTestScene& Made = MakeRunning();
			FSinewBudget::Get().SetRule([](const USinewComponent&, ESinewQuality) { return ESinewQuality::Low; });
			Made.Tick(0.5);
			FSinewBudget::Get().SetRule(FSinewBudget::FRule());
			TestTrue(TEXT("low"), Made.Component->GetStats().Quality == ESinewQuality::Low);
		});
	});
}

#endif
