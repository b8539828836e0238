// Copyright the Sinew project. See LICENSE.

#pragma once

// Duty: what flesh presses against: shapes that are given, bodies of the own physics asset, and whatever is near.

#include "CoreMinimal.h"
#include "SinewNative.h"
#include "SinewTypes.h"
#include "UObject/WeakObjectPtrTemplates.h"

class UPrimitiveComponent;
class USkeletalMeshComponent;
struct FKAggregateGeom;

#if SINEW_WITH_NATIVE

/** Where a collider comes from: the same from frame to frame, though others come and go. */
struct FSinewColliderSource
{
	/** Null where it was given. */
	TWeakObjectPtr<UPrimitiveComponent> Component;
	/** Which of the component's shapes, or which of those given. */
	int32 Shape = INDEX_NONE;

	bool operator==(const FSinewColliderSource& Other) const { return Component == Other.Component && Shape == Other.Shape; }
};

struct FSinewColliderList
{
	TArray<SinewCollider> Shapes;
	/** One each. */
	TArray<FSinewColliderSource> Sources;
};

class FSinewColliders
{
public:
	/** UnitsPerMetre: of the library's world, 100 where the component has no scale. */
	FSinewColliders(const USkeletalMeshComponent& InMesh, double InUnitsPerMetre)
		: Mesh(InMesh)
		, UnitsPerMetre(InUnitsPerMetre)
	{
	}

	void AddGiven(const TArray<FSinewColliderShape>& Shapes);

	/** Bodies of the mesh's own physics asset, of those bones alone: other bodies are inside the flesh. */
	void AddOwnBodies(const TArray<FName>& Bones);

	/**
	 * Simple collision of components that come within the radius (cm) of the mesh and block it, the nearest first; physics assets of other
	 * characters in the place of their capsules.
	 */
	void AddNearby(double Radius);

	/** No more than the library takes. */
	const FSinewColliderList& Get() const { return Colliders; }

private:
	void AddGeometry(const FKAggregateGeom& Geometry, const FTransform& ToWorld);
	void AddBodies(const USkeletalMeshComponent& Other, const TArray<FName>* Bones);
	void AddComponent(UPrimitiveComponent& Component, int32 Instance);
	void Add(uint32 Kind, const FTransform& ToWorld, const FVector& HalfSize);

	const USkeletalMeshComponent& Mesh;
	const double UnitsPerMetre;
	FSinewColliderList Colliders;
	/** Of the next that is added. */
	FSinewColliderSource Source;
};

#endif
