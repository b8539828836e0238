// Copyright the Sinew project. See LICENSE.

#pragma once

// Collects colliders: those of the component, bodies of its own physics asset, and nearby components.

#include "CoreMinimal.h"
#include "SinewNative.h"
#include "SinewTypes.h"
#include "UObject/WeakObjectPtrTemplates.h"

class UPrimitiveComponent;
class USkeletalMeshComponent;
struct FKAggregateGeom;

#if SINEW_WITH_NATIVE

/** Identifies the origin of a collider from frame to frame. */
struct FSinewColliderSource
{
	/** Null for an entry of the component's Colliders. */
	TWeakObjectPtr<UPrimitiveComponent> Component;
	/** The index of the shape in the component, or in Colliders. */
	int32 Shape = INDEX_NONE;

	bool operator==(const FSinewColliderSource& Other) const { return Component == Other.Component && Shape == Other.Shape; }
};

struct FSinewColliderList
{
	TArray<SinewCollider> Shapes;
	/** One per shape. */
	TArray<FSinewColliderSource> Sources;
};

class FSinewColliders
{
public:
	/** UnitsPerMetre is that of the library's world: 100 if the component is not scaled. */
	FSinewColliders(const USkeletalMeshComponent& InMesh, double InUnitsPerMetre)
		: Mesh(InMesh)
		, UnitsPerMetre(InUnitsPerMetre)
	{
	}

	void AddGiven(const TArray<FSinewColliderShape>& Shapes);

	/** Adds bodies of the mesh's own physics asset, for these bones only: other bodies are inside the flesh. */
	void AddOwnBodies(const TArray<FName>& Bones);

	/**
	 * Adds the simple collision of components that are within the radius (cm) of the mesh and block it, nearest first. The physics assets of
	 * other characters replace their capsules.
	 */
	void AddNearby(double Radius);

	/** The colliders, at most SINEW_MAX_COLLIDERS. */
	const FSinewColliderList& Get() const { return Colliders; }

private:
	void AddGeometry(const FKAggregateGeom& Geometry, const FTransform& ToWorld);
	void AddBodies(const USkeletalMeshComponent& Other, const TArray<FName>* Bones);
	void AddComponent(UPrimitiveComponent& Component, int32 Instance);
	void Add(uint32 Kind, const FTransform& ToWorld, const FVector& HalfSize);

	const USkeletalMeshComponent& Mesh;
	const double UnitsPerMetre;
	FSinewColliderList Colliders;
	/** The source of the next collider that is added. */
	FSinewColliderSource Source;
};

#endif
