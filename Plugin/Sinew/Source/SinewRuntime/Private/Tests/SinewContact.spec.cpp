// Copyright the Sinew project. See LICENSE.

#include "Components/SkeletalMeshComponent.h"
#include "Components/SphereComponent.h"
#include "Engine/SkeletalMesh.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "Misc/AutomationTest.h"
#include "PhysicsEngine/AggregateGeom.h"
#include "PhysicsEngine/PhysicsAsset.h"
#include "PhysicsEngine/SkeletalBodySetup.h"
#include "Session/SinewColliders.h"
#include "SinewComponent.h"
#include "SinewEngineVersion.h"
#include "Tests/SinewTestListener.h"
#include "Tests/SinewTestScene.h"
#include "UObject/Package.h"

#if WITH_DEV_AUTOMATION_TESTS && SINEW_WITH_NATIVE

BEGIN_DEFINE_SPEC(FSinewContactSpec, "Sinew.Contact", SINEW_TEST_FLAGS)
TSharedPtr<FSinewTestScene> Scene;

FSinewTestScene& Make()
{
	Scene = MakeShared<FSinewTestScene>();
	return *Scene;
}

/** Pressed into the side of the lower part, whose skin is about 6 cm from the bone. */
static FSinewColliderShape Ball(double Y)
{
	FSinewColliderShape Shape;
	Shape.Shape = ESinewColliderShape::Sphere;
	Shape.Transform = FTransform(FVector(0.0, Y, 48.0));
	Shape.HalfSize = FVector(5.0, 0.0, 0.0);
	return Shape;
}

void TickAtRest(int32 Frames)
{
	for (int32 Frame = 0; Frame < Frames; ++Frame)
	{
		Scene->TickAtRest();
	}
}
END_DEFINE_SPEC(FSinewContactSpec)

void FSinewContactSpec::Define()
{
	// Where it fails, what comes after is skipped.
	BeforeEach([this]() { TestTrue(TEXT("SINEW_TEST_ASSETS names the folder with Limb.txt"), FSinewTestLimb().Read()); });

	AfterEach([this]() { Scene.Reset(); });

	Describe("a collider that is given", [this]() {
		It("presses flesh in, and is told once, in the engine's axes", [this]() {
			Make().Start();
			TickAtRest(5);
			TestEqual(TEXT("nothing touches yet"), Scene->Listener->Contacts.Num(), 0);
			Scene->Component->Colliders.Add(Ball(9.0));
			TickAtRest(20);
			TestEqual(TEXT("told"), Scene->Listener->Contacts.Num(), 1);
			if (Scene->Listener->Contacts.Num() == 0)
			{
				return;
			}
			const FSinewContactEvent& Contact = Scene->Listener->Contacts[0];
			TestTrue(TEXT("bone"), Contact.Bone == FName(TEXT("lower")));
			TestEqual(TEXT("shape"), Contact.Shape, 0);
			TestTrue(TEXT("no component"), Contact.Component == nullptr);
			TestTrue(TEXT("place"), FVector::Dist(Contact.Location, FVector(0.0, 5.0, 48.0)) < 5.0);
			TestTrue(TEXT("away from the ball"), Contact.Normal.Y < -0.3);
			TestTrue(TEXT("depth"), Contact.Depth > 0.0f && Contact.Depth < 5.0f);
			TestTrue(TEXT("counted"), Scene->Component->GetStats().Contacts > 0 && Scene->Component->GetStats().Colliders == 1);
		});

		It("that leaves and comes back is told again", [this]() {
			Make().Component->Colliders.Add(Ball(9.0));
			Scene->Start();
			TickAtRest(10);
			Scene->Component->Colliders[0] = Ball(40.0);
			TickAtRest(10);
			Scene->Component->Colliders[0] = Ball(9.0);
			TickAtRest(10);
			TestEqual(TEXT("told"), Scene->Listener->Contacts.Num(), 2);
		});

		It("moves with its bone and with the actor", [this]() {
			FSinewColliderShape Shape = Ball(0.0);
			Shape.Bone = FName(TEXT("lower"));
			Shape.Transform = FTransform(FVector(0.0, 9.0, 16.0));
			Make().Component->Colliders.Add(Shape);
			Scene->Mesh->SetWorldLocation(FVector(1.0e6, -2.0e6, 500.0));
			Scene->Start();
			TickAtRest(10);
			TestEqual(TEXT("told"), Scene->Listener->Contacts.Num(), 1);
			if (Scene->Listener->Contacts.Num() > 0)
			{
				const FVector Expected(1.0e6, -2.0e6 + 5.0, 548.0);
				TestTrue(TEXT("place"), FVector::Dist(Scene->Listener->Contacts[0].Location, Expected) < 5.0);
			}
		});

		It("presses as deep where actor and ball are twice as large", [this]() {
			FSinewColliderShape Shape = Ball(18.0);
			Shape.Transform = FTransform(FVector(0.0, 18.0, 96.0));
			Shape.HalfSize = FVector(10.0, 0.0, 0.0);
			Make().Component->Colliders.Add(Shape);
			Scene->Mesh->SetWorldTransform(FTransform(FQuat::Identity, FVector::ZeroVector, FVector(2.0, 2.0, 2.0)));
			Scene->Start();
			TickAtRest(10);
			TestEqual(TEXT("told"), Scene->Listener->Contacts.Num(), 1);
		});

		It("is left alone where contact is off", [this]() {
			Make().Component->Colliders.Add(Ball(9.0));
			Scene->Component->bContact = false;
			Scene->Start();
			TickAtRest(10);
			TestEqual(TEXT("told"), Scene->Listener->Contacts.Num(), 0);
		});
	});

	Describe("shapes", [this]() {
		It("come in the library's axes and half sizes", [this]() {
			Make();
			UPhysicsAsset* const Physics = NewObject<UPhysicsAsset>(GetTransientPackage());
			USkeletalBodySetup* const Body = NewObject<USkeletalBodySetup>(Physics);
			Body->BoneName = FName(TEXT("upper"));
			FKSphylElem Capsule(3.0f, 20.0f);
			Capsule.Center = FVector(0.0, 0.0, 10.0);
			Body->AggGeom.SphylElems.Add(Capsule);
			FKBoxElem Box(2.0f, 4.0f, 6.0f);
			Body->AggGeom.BoxElems.Add(Box);
			Physics->SkeletalBodySetups.Add(Body);
			Scene->Mesh->SetPhysicsAsset(Physics);
			Scene->TickAtRest();
			FSinewColliders Colliders(*Scene->Mesh, 100.0);
			Colliders.AddOwnBodies({FName(TEXT("lower"))});
			TestEqual(TEXT("of other bones"), Colliders.Get().Shapes.Num(), 0);
			Colliders.AddOwnBodies({FName(TEXT("upper"))});
			TestEqual(TEXT("of this bone"), Colliders.Get().Shapes.Num(), 2);
			if (Colliders.Get().Shapes.Num() == 2)
			{
				const SinewCollider& Long = Colliders.Get().Shapes[0];
				TestTrue(TEXT("capsule"), Long.kind == SINEW_CAPSULE && FMath::IsNearlyEqual(Long.halfSize[0], 0.03f) && FMath::IsNearlyEqual(Long.halfSize[1], 0.1f));
				TestTrue(TEXT("its middle is up"), FMath::IsNearlyEqual(Long.translation[1], 0.1));
				const SinewCollider& Cube = Colliders.Get().Shapes[1];
				TestTrue(TEXT("box"), Cube.kind == SINEW_BOX && FMath::IsNearlyEqual(Cube.halfSize[0], 0.01f) && FMath::IsNearlyEqual(Cube.halfSize[1], 0.03f) && FMath::IsNearlyEqual(Cube.halfSize[2], 0.02f));
			}
		});

		It("of things nearby are found, those far away are not", [this]() {
			Make();
			AActor* const Other = Scene->World->SpawnActor<AActor>();
			USphereComponent* const Sphere = NewObject<USphereComponent>(Other);
			Sphere->SetSphereRadius(5.0f);
			Other->SetRootComponent(Sphere);
			Sphere->RegisterComponent();
			Sphere->SetWorldLocation(FVector(0.0, 9.0, 48.0));
			Scene->Component->bNearbyColliders = true;
			Scene->Start();
			TickAtRest(10);
			TestEqual(TEXT("colliders"), Scene->Component->GetStats().Colliders, 1);
			TestEqual(TEXT("told"), Scene->Listener->Contacts.Num(), 1);
			TestTrue(TEXT("told what presses"), Scene->Listener->Contacts.Num() == 1 && Scene->Listener->Contacts[0].Component == Sphere);
			// What only overlaps is no obstacle.
			Sphere->SetCollisionResponseToChannel(Scene->Mesh->GetCollisionObjectType(), ECR_Overlap);
			TickAtRest(2);
			TestEqual(TEXT("triggers"), Scene->Component->GetStats().Colliders, 0);
			Sphere->SetCollisionResponseToChannel(Scene->Mesh->GetCollisionObjectType(), ECR_Block);
			Sphere->SetWorldLocation(FVector(0.0, 9000.0, 48.0));
			TickAtRest(2);
			TestEqual(TEXT("colliders far away"), Scene->Component->GetStats().Colliders, 0);
		});

		It("are no more than the library takes", [this]() {
			Make();
			for (int32 Index = 0; Index < 100; ++Index)
			{
				Scene->Component->Colliders.Add(Ball(1000.0));
			}
			Scene->Start();
			TickAtRest(2);
			TestEqual(TEXT("colliders"), Scene->Component->GetStats().Colliders, static_cast<int32>(SINEW_MAX_COLLIDERS));
			TestEqual(TEXT("stale frames"), Scene->Component->GetStats().StaleFrames, 0);
		});
	});
}

#endif
