// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

#if WITH_DEV_AUTOMATION_TESTS

#include "DynamicMesh/DynamicMesh3.h"
#include "Engine/EngineTypes.h"
#include "Templates/Function.h"
#include "Templates/SharedPointer.h"
#include "Tests/SinewTestLimb.h"

class AActor;
class UDynamicMeshComponent;
class USinewAsset;
class USinewComponent;
class USinewTestListener;
class USkeletalMesh;
class USkeletalMeshComponent;
class UWorld;

/** A world with one limb in it that bends as its clip does. What it made is gone with it. */
class FSinewTestScene
{
public:
	/** Nothing is there before Start; settings of Component may be changed until then. */
	explicit FSinewTestScene(EWorldType::Type Kind = EWorldType::Game, const FSinewTestVariant& Variant = FSinewTestVariant());
	~FSinewTestScene();

	/** Registers the component. */
	void Start();

	/** Bends the limb as its clip does at this time; then a frame passes. */
	void Tick(double ClipSeconds, double Delta = 1.0 / 60.0);

	/** A frame with all bones as they were bound. */
	void TickAtRest(double Delta = 1.0 / 60.0);

	/** From then on: component space, in the order of the mesh's bones. */
	void Pose(const TArray<FTransform>& Bones);
	TArray<FTransform> BendAt(double ClipSeconds) const;

	/** Vertices of the mesh that is shown, centimetres; empty where none is. */
	/** Whether the skeletal mesh itself is drawn. */
	bool IsSourceSeen() const;
	TArray<FVector> ShownPositions() const;

	/** False where nothing of ours is shown. */
	bool LookAtShown(TFunctionRef<void(const UE::Geometry::FDynamicMesh3&)> Look) const;

	// What the stand-in counts; -1 where a real engine keeps it to itself.
	int32 FullUpdates() const;
	int32 FastUpdates() const;
	int32 BadFastUpdates() const;

	FSinewTestLimb Limb;
	UWorld* World = nullptr;
	AActor* Actor = nullptr;
	USkeletalMesh* MeshAsset = nullptr;
	USkeletalMeshComponent* Mesh = nullptr;
	USinewAsset* Asset = nullptr;
	USinewComponent* Component = nullptr;
	USinewTestListener* Listener = nullptr;

private:
	TSharedRef<TArray<FTransform>> Animated;
};

#endif
