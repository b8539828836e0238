// Copyright the Sinew project. See LICENSE.

#include "Session/SinewColliders.h"

#if SINEW_WITH_NATIVE

#include "CollisionQueryParams.h"
#include "CollisionShape.h"
#include "Components/CapsuleComponent.h"
#include "Components/InstancedStaticMeshComponent.h"
#include "Components/PrimitiveComponent.h"
#include "Components/SkeletalMeshComponent.h"
#include "Engine/OverlapResult.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "PhysicsEngine/AggregateGeom.h"
#include "PhysicsEngine/BodySetup.h"
#include "PhysicsEngine/PhysicsAsset.h"
#include "PhysicsEngine/SkeletalBodySetup.h"
#include "SinewAxes.h"

namespace
{
struct FNearby
{
	UPrimitiveComponent* Component = nullptr;
	/** The instance of an instanced mesh, or INDEX_NONE. */
	int32 Instance = INDEX_NONE;

	bool operator==(const FNearby& Other) const { return Component == Other.Component && Instance == Other.Instance; }
};

/** Whether this is the capsule of a character whose physics asset is more exact. */
bool IsStandIn(const UPrimitiveComponent& Component)
{
	const AActor* const Owner = Component.GetOwner();
	const USkeletalMeshComponent* const Body = Owner == nullptr ? nullptr : Owner->FindComponentByClass<USkeletalMeshComponent>();
	return Component.IsA<UCapsuleComponent>() && Body != nullptr && Body->GetPhysicsAsset() != nullptr;
}

/** Components within reach that block the mesh, each once and nearest first, so that the order does not depend on the query. */
TArray<FNearby> Nearest(const TArray<FOverlapResult>& Overlaps, const FVector& Centre, const USkeletalMeshComponent& Mesh)
{
	TArray<FNearby> Found;
	for (const FOverlapResult& Overlap : Overlaps)
	{
		UPrimitiveComponent* const Component = Overlap.GetComponent();
		// Triggers only overlap. Meshes of characters often block nothing themselves, but their bodies do.
		const bool bBody = Component != nullptr && Component->IsA<USkeletalMeshComponent>();
		if (bBody || (Component != nullptr && !IsStandIn(*Component) && Component->GetCollisionResponseToChannel(Mesh.GetCollisionObjectType()) == ECR_Block))
		{
			const bool bInstances = Component->IsA<UInstancedStaticMeshComponent>();
			Found.AddUnique(FNearby{Component, bInstances ? Overlap.ItemIndex : INDEX_NONE});
		}
	}
	Found.Sort(
		[&Centre](const FNearby& A, const FNearby& B) {
			return FVector::DistSquared(A.Component->Bounds.Origin, Centre) < FVector::DistSquared(B.Component->Bounds.Origin, Centre);
		});
	return Found;
}
}

void FSinewColliders::AddGiven(const TArray<FSinewColliderShape>& Shapes)
{
	for (const FSinewColliderShape& Shape : Shapes)
	{
		const int32 Bone = Shape.Bone.IsNone() ? INDEX_NONE : Mesh.GetBoneIndex(Shape.Bone);
		if (!Shape.Bone.IsNone() && Bone == INDEX_NONE)
		{
			continue;
		}
		const FTransform ToWorld = Bone == INDEX_NONE ? Shape.Transform : Shape.Transform * Mesh.GetBoneTransform(Bone);
		Source = {nullptr, static_cast<int32>(&Shape - Shapes.GetData())};
		switch (Shape.Shape)
		{
		case ESinewColliderShape::Sphere:
			Add(SINEW_SPHERE, ToWorld, FVector(Shape.HalfSize.X, 0.0, 0.0));
			break;
		case ESinewColliderShape::Capsule:
			Add(SINEW_CAPSULE, ToWorld, FVector(Shape.HalfSize.X, 0.0, Shape.HalfSize.Z));
			break;
		case ESinewColliderShape::Box:
			Add(SINEW_BOX, ToWorld, Shape.HalfSize);
			break;
		case ESinewColliderShape::Plane:
			Add(SINEW_PLANE, ToWorld, FVector::ZeroVector);
			break;
		}
	}
}

void FSinewColliders::AddOwnBodies(const TArray<FName>& Bones)
{
	if (Bones.Num() > 0)
	{
		AddBodies(Mesh, &Bones);
	}
}

void FSinewColliders::AddNearby(double Radius)
{
	const UWorld* const World = Mesh.GetWorld();
	if (World == nullptr || Radius <= 0.0)
	{
		return;
	}
	FCollisionObjectQueryParams Kinds;
	for (const ECollisionChannel Kind : {ECC_WorldStatic, ECC_WorldDynamic, ECC_PhysicsBody, ECC_Pawn})
	{
		Kinds.AddObjectTypesToQuery(Kind);
	}
	FCollisionQueryParams Query;
	Query.AddIgnoredActor(Mesh.GetOwner());
	TArray<FOverlapResult> Overlaps;
	const FVector Centre = Mesh.Bounds.Origin;
	const FCollisionShape Reach = FCollisionShape::MakeSphere(static_cast<float>(Mesh.Bounds.SphereRadius + Radius));
	World->OverlapMultiByObjectType(Overlaps, Centre, FQuat::Identity, Kinds, Reach, Query);
	for (const FNearby& Near : Nearest(Overlaps, Centre, Mesh))
	{
		AddComponent(*Near.Component, Near.Instance);
	}
}

void FSinewColliders::AddComponent(UPrimitiveComponent& Component, int32 Instance)
{
	if (const USkeletalMeshComponent* const Other = Cast<USkeletalMeshComponent>(&Component))
	{
		AddBodies(*Other, nullptr);
	}
	else if (const UBodySetup* const Body = Component.GetBodySetup())
	{
		FTransform ToWorld = Component.GetComponentTransform();
		const UInstancedStaticMeshComponent* const Instances = Cast<UInstancedStaticMeshComponent>(&Component);
		if (Instances != nullptr && !Instances->GetInstanceTransform(Instance, ToWorld, true))
		{
			return;
		}
		// Makes shape numbers unique: no body has that many shapes.
		constexpr int32 MaxShapes = 1000;
		Source = {&Component, FMath::Max(Instance, 0) * MaxShapes};
		AddGeometry(Body->AggGeom, ToWorld);
	}
}

void FSinewColliders::AddBodies(const USkeletalMeshComponent& Other, const TArray<FName>* Bones)
{
	const UPhysicsAsset* const Physics = Other.GetPhysicsAsset();
	if (Physics == nullptr)
	{
		return;
	}
	Source = {const_cast<USkeletalMeshComponent*>(&Other), 0};
	for (const TObjectPtr<USkeletalBodySetup>& Body : Physics->SkeletalBodySetups)
	{
		if (Body == nullptr || (Bones != nullptr && !Bones->Contains(Body->BoneName)))
		{
			continue;
		}
		const int32 Bone = Other.GetBoneIndex(Body->BoneName);
		if (Bone != INDEX_NONE)
		{
			AddGeometry(Body->AggGeom, Other.GetBoneTransform(Bone));
		}
	}
}

void FSinewColliders::AddGeometry(const FKAggregateGeom& Geometry, const FTransform& ToWorld)
{
	for (const FKSphereElem& Sphere : Geometry.SphereElems)
	{
		Add(SINEW_SPHERE, Sphere.GetTransform() * ToWorld, FVector(static_cast<double>(Sphere.Radius), 0.0, 0.0));
	}
	for (const FKSphylElem& Capsule : Geometry.SphylElems)
	{
		Add(SINEW_CAPSULE, Capsule.GetTransform() * ToWorld, FVector(static_cast<double>(Capsule.Radius), 0.0, 0.5 * static_cast<double>(Capsule.Length)));
	}
	for (const FKTaperedCapsuleElem& Capsule : Geometry.TaperedCapsuleElems)
	{
		// The library has no tapered capsules, so the mean radius is used.
		const double Radius = 0.5 * (static_cast<double>(Capsule.Radius0) + static_cast<double>(Capsule.Radius1));
		Add(SINEW_CAPSULE, Capsule.GetTransform() * ToWorld, FVector(Radius, 0.0, 0.5 * static_cast<double>(Capsule.Length)));
	}
	for (const FKBoxElem& Box : Geometry.BoxElems)
	{
		// The engine stores whole edges, the library half of them.
		const FVector Edges(static_cast<double>(Box.X), static_cast<double>(Box.Y), static_cast<double>(Box.Z));
		Add(SINEW_BOX, Box.GetTransform() * ToWorld, Edges * 0.5);
	}
}

void FSinewColliders::Add(uint32 Kind, const FTransform& ToWorld, const FVector& HalfSize)
{
	const FSinewColliderSource From = Source;
	++Source.Shape;
	if (Colliders.Shapes.Num() >= static_cast<int32>(SINEW_MAX_COLLIDERS) || ToWorld.ContainsNaN())
	{
		return;
	}
	const FVector Scale = ToWorld.GetScale3D();
	const FVector Factor(FMath::Abs(Scale.X), FMath::Abs(Scale.Y), FMath::Abs(Scale.Z));
	SinewCollider Collider{};
	Collider.kind = Kind;
	FSinewAxes::RotationToCore(ToWorld.GetRotation(), Collider.rotation);
	FSinewAxes::ToCore(ToWorld.GetTranslation(), Collider.translation, UnitsPerMetre);
	if (Kind == SINEW_BOX)
	{
		FSinewAxes::ScaleToCore(HalfSize * Factor / UnitsPerMetre, Collider.halfSize);
	}
	else
	{
		// Round shapes stay round: the smallest scale is used, as in the engine.
		const double Radial = FMath::Min(FMath::Min(Factor.X, Factor.Y), Kind == SINEW_SPHERE ? Factor.Z : Factor.X);
		Collider.halfSize[0] = static_cast<float>(HalfSize.X * Radial / UnitsPerMetre);
		Collider.halfSize[1] = static_cast<float>(HalfSize.Z * Factor.Z / UnitsPerMetre);
	}
	Colliders.Shapes.Add(Collider);
	Colliders.Sources.Add(From);
}

#endif
