// Copyright the Sinew project. See LICENSE.

#include "Components/SkeletalMeshComponent.h"
#include "DrawDebugHelpers.h"
#include "Engine/World.h"
#include "HAL/IConsoleManager.h"
#include "Misc/AutomationTest.h"
#include "SinewBudget.h"
#include "SinewComponent.h"
#include "SinewEngineVersion.h"
#include "SinewNative.h"
#include "Tests/SinewTestScene.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FSinewConsoleSpec, "Sinew.Console", SINEW_TEST_FLAGS)
TSharedPtr<FSinewTestScene> Scene;

FSinewTestScene& Make()
{
	Scene = MakeShared<FSinewTestScene>();
	Scene->Start();
	return *Scene;
}

void Set(const TCHAR* Name, float Value)
{
	IConsoleVariable* const Variable = IConsoleManager::Get().FindConsoleVariable(Name);
	if (TestNotNull(Name, Variable))
	{
		Variable->Set(Value);
	}
}
END_DEFINE_SPEC(FSinewConsoleSpec)

void FSinewConsoleSpec::Define()
{
	// Where it fails, what comes after is skipped.
	BeforeEach([this]() { TestTrue(TEXT("SINEW_TEST_ASSETS names the folder with Limb.txt"), FSinewTestLimb().Read()); });

	AfterEach([this]() {
		Set(TEXT("sinew.Enable"), 1.0f);
		Set(TEXT("sinew.Quality"), 3.0f);
		Set(TEXT("sinew.BudgetMs"), 0.0f);
		Set(TEXT("sinew.Debug"), 0.0f);
		Set(TEXT("sinew.Workers"), 1.0f);
		Scene.Reset();
	});

	It("turns flesh off and on", [this]() {
		Make().Tick(0.5);
		Set(TEXT("sinew.Enable"), 0.0f);
		Scene->Tick(0.6);
		TestTrue(TEXT("the skeletal mesh is seen"), Scene->IsSourceSeen());
		Set(TEXT("sinew.Enable"), 1.0f);
		Scene->Tick(0.7);
		TestFalse(TEXT("it is not"), Scene->IsSourceSeen());
	});

	It("limits quality", [this]() {
		Set(TEXT("sinew.Quality"), 1.0f);
		Make().Tick(0.5);
		TestTrue(TEXT("low"), Scene->Component->GetStats().Quality == ESinewQuality::Low);
	});

	It("lends workers without changing a bit", [this]() {
		TArray<TArray<FVector>> Shapes;
		for (const float Workers : {1.0f, 0.0f})
		{
			Set(TEXT("sinew.Workers"), Workers);
#if SINEW_WITH_NATIVE
			TestTrue(TEXT("lent"), (LendSinewWorkers().parallelFor != nullptr) == (Workers > 0.0f));
#endif
			Make();
			for (int32 Frame = 0; Frame < 30; ++Frame)
			{
				Scene->Tick(0.03 * Frame);
			}
			Shapes.Add(Scene->ShownPositions());
			Scene.Reset();
		}
		TestTrue(TEXT("the same"), Shapes[0].Num() > 0 && Shapes[0] == Shapes[1]);
	});

	It("has a budget that takes quality away when it is spent", [this]() {
		Make().Tick(0.5);
		TestTrue(TEXT("high"), Scene->Component->GetStats().Quality == ESinewQuality::High);
		Set(TEXT("sinew.BudgetMs"), 1.0e-6f);
		Scene->Tick(0.5);
		TestTrue(TEXT("nothing left"), Scene->Component->GetStats().Quality == ESinewQuality::Off);
		Set(TEXT("sinew.BudgetMs"), 1.0e6f);
		Scene->Tick(0.5);
		TestTrue(TEXT("plenty left"), Scene->Component->GetStats().Quality == ESinewQuality::High);
	});

	It("gives the budget to the most significant first", [this]() {
		FSinewBudget Budget;
		USinewComponent* const Hero = NewObject<USinewComponent>();
		USinewComponent* const Extra = NewObject<USinewComponent>();
		for (USinewComponent* const Each : {Extra, Hero})
		{
			Budget.Allow(*Each, ESinewQuality::High, Each == Hero ? 2.0f : 1.0f);
			Budget.Report(*Each, ESinewQuality::High, 1.0f);
		}
		Set(TEXT("sinew.BudgetMs"), 1.5f);
		const ESinewQuality OfExtra = Budget.Allow(*Extra, ESinewQuality::High, 1.0f);
		const ESinewQuality OfHero = Budget.Allow(*Hero, ESinewQuality::High, 2.0f);
		TestTrue(TEXT("the hero has all"), OfHero == ESinewQuality::High);
		TestTrue(TEXT("the extra what is left"), OfExtra == ESinewQuality::Low);
		Budget.Forget(*Hero);
		TestEqual(TEXT("who is left"), Budget.Num(), 1);
	});

#if defined(SINEW_FAKE_UE_MINOR)
	It("draws domains where flesh is, and contacts and colliders", [this]() {
		Set(TEXT("sinew.Debug"), 7.0f);
		Make();
		FSinewColliderShape Ball;
		Ball.Transform = FTransform(FVector(0.0, 9.0, 48.0));
		Ball.HalfSize = FVector(5.0, 0.0, 0.0);
		Scene->Component->Colliders.Add(Ball);
		Scene->TickAtRest();
		SinewFake::DebugDraws().Empty();
		Scene->TickAtRest();
		int32 Inside = 0;
		int32 Balls = 0;
		int32 Arrows = 0;
		for (const SinewFake::FDebugDraw& Draw : SinewFake::DebugDraws())
		{
			const FString Kind(Draw.Kind);
			const bool bAtBone = FMath::Abs(Draw.Place.X) < 3.0 && FMath::Abs(Draw.Place.Y) < 3.0 && Draw.Place.Z > -1.0 && Draw.Place.Z < 60.0;
			Inside += Kind == TEXT("Sphere") && bAtBone ? 1 : 0;
			Balls += Kind == TEXT("Sphere") && FVector::Dist(Draw.Place, Ball.Transform.GetTranslation()) < 0.01 ? 1 : 0;
			Arrows += Kind == TEXT("Arrow") ? 1 : 0;
		}
		TestEqual(TEXT("domains"), Inside, 2);
		TestEqual(TEXT("colliders"), Balls, 1);
		TestTrue(TEXT("contacts"), Arrows >= 1);
	});

	It("draws cubature inside of the flesh, and carries it along", [this]() {
		Make();
		Scene->Component->bDrawCubature = true;
		Scene->TickAtRest();
		const auto Points = [this]() {
			SinewFake::DebugDraws().Empty();
			Scene->TickAtRest();
			TArray<FVector> Places;
			for (const SinewFake::FDebugDraw& Draw : SinewFake::DebugDraws())
			{
				Places.Add(Draw.Place);
			}
			return Places;
		};
		const TArray<FVector> Places = Points();
		FBox Skin(ForceInit);
		for (const FVector& Place : Scene->ShownPositions())
		{
			Skin += Place;
		}
		TestTrue(TEXT("points"), Places.Num() > 20);
		for (const FVector& Place : Places)
		{
			TestTrue(TEXT("inside"), Skin.IsInside(Place));
		}
		Scene->Actor->SetActorLocation(FVector(0.0, 700.0, 0.0));
		const TArray<FVector> Moved = Points();
		TestTrue(TEXT("with the actor"), Moved.Num() == Places.Num() && FVector::Dist(Moved[0], Places[0] + FVector(0.0, 700.0, 0.0)) < 1.0e-3);
	});
#endif
}

#endif
