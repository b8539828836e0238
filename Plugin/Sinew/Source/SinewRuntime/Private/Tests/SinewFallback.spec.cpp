// Copyright the Sinew project. See LICENSE.

#include "Components/DynamicMeshComponent.h"
#include "Components/SkeletalMeshComponent.h"
#include "Engine/Engine.h"
#include "Engine/SkeletalMesh.h"
#include "Engine/World.h"
#include "HAL/PlatformProcess.h"
#include "HAL/PlatformTime.h"
#include "Misc/AutomationTest.h"
#include "Session/SinewEditorSolver.h"
#include "SinewAsset.h"
#include "SinewComponent.h"
#include "SinewEngineVersion.h"
#include "SinewMemory.h"
#include "Tests/SinewTestListener.h"
#include "Tests/SinewTestScene.h"

#if WITH_DEV_AUTOMATION_TESTS && SINEW_WITH_NATIVE

BEGIN_DEFINE_SPEC(FSinewFallbackSpec, "Sinew.Fallback", SINEW_TEST_FLAGS)
TSharedPtr<FSinewTestScene> Scene;

FSinewTestScene& Make(EWorldType::Type Kind, const FSinewTestVariant& Variant = FSinewTestVariant())
{
	Scene = MakeShared<FSinewTestScene>(Kind, Variant);
	Scene->Component->EditorSolverCells = 800;
	return *Scene;
}

/** Frames pass until it is so, for some seconds at most. */
bool TickUntil(double ClipSeconds, TFunctionRef<bool()> IsSo)
{
	const double End = FPlatformTime::Seconds() + 60.0;
	while (!IsSo())
	{
		if (FPlatformTime::Seconds() > End)
		{
			return false;
		}
		Scene->Tick(ClipSeconds);
		FPlatformProcess::Sleep(0.005f);
	}
	return true;
}
END_DEFINE_SPEC(FSinewFallbackSpec)

void FSinewFallbackSpec::Define()
{
	// Where it fails, what comes after is skipped.
	BeforeEach([this]() { TestTrue(TEXT("SINEW_TEST_ASSETS names the folder with Limb.txt"), FSinewTestLimb().Read()); });

	AfterEach([this]() {
		Scene.Reset();
		TestEqual(TEXT("sessions that were left"), USinewComponent::NumSessions(), 0);
		TestEqual(TEXT("bytes that were left"), FSinewMemory::GetTotal(), static_cast<int64>(0));
	});

	Describe("in a game", [this]() {
		It("is plain skinning, and told", [this]() {
			Make(EWorldType::Game).Component->Asset = nullptr;
			Scene->Start();
			Scene->Tick(0.5);
			TestTrue(TEXT("state"), Scene->Component->GetState() == ESinewState::PlainSkinning);
			TestTrue(TEXT("the mesh is seen"), Scene->IsSourceSeen());
			TestEqual(TEXT("told"), Scene->Listener->States.Num(), 1);
			TestTrue(TEXT("why"), Scene->Listener->Messages.Num() == 1 && Scene->Listener->Messages[0].Contains(TEXT("no asset")));
		});
	});

#if SINEW_EDITOR_SOLVER
	Describe("in the editor", [this]() {
		It("is the full solver, which bends without losing volume", [this]() {
			Make(EWorldType::Editor).Component->Asset = nullptr;
			Scene->Start();
			TestTrue(TEXT("state"), Scene->Component->GetState() == ESinewState::EditorSolver);
			TestTrue(TEXT("told"), Scene->Listener->States.Num() == 1 && Scene->Listener->States[0] == ESinewState::EditorSolver);
			TestTrue(TEXT("until it shows something the mesh is seen"), Scene->IsSourceSeen());
			TestTrue(TEXT("something is shown"), TickUntil(1.0, [this]() { return Scene->Component->GetShownMesh() != nullptr; }));
			const TArray<FVector> First = Scene->ShownPositions();
			TestEqual(TEXT("vertices"), First.Num(), Scene->Limb.NumVertices());
			TestTrue(TEXT("it arrives"), TickUntil(1.0, [this]() { return Scene->Component->GetProgress() >= 1.0f && FSinewEditorSolver::NumTasks() == 0; }));
			TestFalse(TEXT("the mesh is hidden"), Scene->IsSourceSeen());
			TestTrue(TEXT("by the fast path"), Scene->BadFastUpdates() <= 0 && Scene->FullUpdates() <= 1);
		});

		It("of many characters takes turns", [this]() {
			TArray<TSharedPtr<FSinewTestScene>> Crowd;
			for (int32 Index = 0; Index < 5; ++Index)
			{
				Make(EWorldType::Editor).Component->Asset = nullptr;
				// The first ones are never done before the next pose comes.
				Scene->Component->EditorSolverCells = Index < FSinewEditorSolver::MaxTasks ? 8000 : 800;
				Scene->Start();
				Crowd.Add(Scene);
			}
			int32 Most = 0;
			double Moving = 0.0;
			const bool bAllShown = TickUntil(1.0, [&Crowd, &Most, &Moving]() {
				bool bAll = true;
				Moving = FMath::Fmod(Moving + 0.04, 2.0);
				for (const TSharedPtr<FSinewTestScene>& One : Crowd)
				{
					One->Tick(Moving);
					bAll &= One->Component->GetShownMesh() != nullptr;
					Most = FMath::Max(Most, FSinewEditorSolver::NumTasks());
				}
				return bAll;
			});
			TestTrue(TEXT("all are shown"), bAllShown);
			TestTrue(TEXT("tasks"), Most > 0 && Most <= FSinewEditorSolver::MaxTasks);
			Scene.Reset();
			Crowd.Empty();
		});

		It("takes the place of an asset that is stale", [this]() {
			FSinewTestVariant Variant;
			Variant.VertexMoved = 3.0;
			Make(EWorldType::Editor, Variant).Start();
			TestTrue(TEXT("state"), Scene->Component->GetState() == ESinewState::EditorSolver);
			TestTrue(TEXT("why"), Scene->Component->GetStateMessage().Contains(TEXT("is not the asset's")));
		});

		It("takes the place of an asset whose recipe was changed", [this]() {
			Make(EWorldType::Editor);
			const TFunction<FString(const USinewAsset&)> Before = USinewAsset::WhyStale;
			USinewAsset::WhyStale = [](const USinewAsset&) { return FString(TEXT("its recipe was changed")); };
			Scene->Start();
			USinewAsset::WhyStale = Before;
			TestTrue(TEXT("state"), Scene->Component->GetState() == ESinewState::EditorSolver);
			TestTrue(TEXT("why"), Scene->Component->GetStateMessage().Contains(TEXT("its recipe was changed")));
		});

		It("gives way to the asset when it fits", [this]() {
			Make(EWorldType::Editor).Component->Asset = nullptr;
			Scene->Start();
			Scene->Tick(0.0);
			Scene->Component->SetAsset(Scene->Asset);
			Scene->Tick(0.0);
			TestTrue(TEXT("state"), Scene->Component->GetState() == ESinewState::Running);
			TestTrue(TEXT("the solver ends"), TickUntil(0.0, []() { return FSinewEditorSolver::NumTasks() == 0; }));
		});

		It("can be cancelled at any time, and nothing waits for it", [this]() {
			Make(EWorldType::Editor).Component->Asset = nullptr;
			Scene->Component->EditorSolverCells = 20000;
			Scene->Start();
			Scene->Tick(1.0);
			const double Before = FPlatformTime::Seconds();
			Scene->Component->CancelEditorSolver();
			TestTrue(TEXT("at once"), FPlatformTime::Seconds() - Before < 0.5);
			TestTrue(TEXT("state"), Scene->Component->GetState() == ESinewState::PlainSkinning);
			Scene->Tick(1.0);
			TestTrue(TEXT("and stays so"), Scene->Component->GetState() == ESinewState::PlainSkinning);
			TestTrue(TEXT("the task ends"), TickUntil(1.0, []() { return FSinewEditorSolver::NumTasks() == 0; }));
		});

		It("stops in the middle of filling the character with cells", [this]() {
			Make(EWorldType::Editor);
			FSinewRenderMesh Mesh;
			FString Problem;
			TestTrue(TEXT("mesh"), FSinewRenderMesh::Read(*Scene->MeshAsset, 0, Mesh, Problem));
			const TSharedRef<FSinewEditorSolver, ESPMode::ThreadSafe> Solver =
				MakeShared<FSinewEditorSolver, ESPMode::ThreadSafe>(FSinewSkeleton::Read(*Scene->MeshAsset), MoveTemp(Mesh), 100000.0);
			Solver->Start();
			Solver->Cancel();
			TestTrue(TEXT("the task ends"), TickUntil(0.0, []() { return FSinewEditorSolver::NumTasks() == 0; }));
			TestFalse(TEXT("with nothing made"), Solver->IsCreated());
		});

		It("is not started where it is not wanted", [this]() {
			Make(EWorldType::Editor).Component->Asset = nullptr;
			Scene->Component->bSolveInEditor = false;
			Scene->Start();
			TestTrue(TEXT("state"), Scene->Component->GetState() == ESinewState::PlainSkinning);
		});

#if defined(SINEW_FAKE_UE_MINOR)
		It("says so in the viewport", [this]() {
			Make(EWorldType::Editor).Component->Asset = nullptr;
			Scene->Component->bSolveInEditor = false;
			Scene->Start();
			GEngine->SinewFakeMessages.Empty();
			Scene->Tick(0.0);
			TestTrue(TEXT("message"), GEngine->SinewFakeMessages.Num() == 1);
		});
#endif
	});
#endif
}

#endif
