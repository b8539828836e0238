// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "UObject/ObjectPtr.h"
#include "SinewTypes.generated.h"

class UPrimitiveComponent;

/** The quality of the simulation of a character. */
UENUM(BlueprintType)
enum class ESinewQuality : uint8
{
	/** Nothing is simulated: linear blend skinning. */
	Off,
	/** 40 % of the deformation modes, one Newton iteration and half of the sub-steps. */
	Low,
	/** Two thirds of the deformation modes, and one Newton iteration less. */
	Medium,
	/** All deformation modes. */
	High
};

/** Where the shown skin comes from. */
UENUM(BlueprintType)
enum class ESinewState : uint8
{
	/** The component is not registered, or has nothing to show. */
	Stopped,
	/** The asset is played. */
	Running,
	/** The editor has no matching asset and shows the full solver, with a delay. */
	EditorSolver,
	/** The engine's own skinning is shown. The message gives the reason. */
	PlainSkinning
};

/** How the simulated skin is shown. */
UENUM(BlueprintType)
enum class ESinewOutput : uint8
{
	/** A dynamic mesh replaces the skeletal mesh. */
	DynamicMesh,
	/** The skeletal mesh is shown, and its materials add a displacement texture. */
	DisplacementTexture,
	/** A dynamic mesh replaces the skeletal mesh, and the texture is written as well. */
	Both
};

UENUM(BlueprintType)
enum class ESinewColliderShape : uint8
{
	Sphere,
	/** A capsule along its local Z axis. */
	Capsule,
	Box,
	/** A plane whose normal is its local Z axis. */
	Plane
};

/** A collider for flesh. */
USTRUCT(BlueprintType)
struct SINEWRUNTIME_API FSinewColliderShape
{
	GENERATED_BODY()

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew")
	ESinewColliderShape Shape = ESinewColliderShape::Sphere;

	/** The transform relative to the bone, or in world space if no bone is set. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew")
	FTransform Transform;

	/** The bone that the collider is attached to. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew")
	FName Bone;

	/** Sphere: X is the radius. Capsule: X is the radius, Z is half of the distance between the centres of its end caps. Box: half of each edge. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew", meta = (Units = "cm"))
	FVector HalfSize = FVector(10.0, 10.0, 10.0);
};

/** A contact that began. */
USTRUCT(BlueprintType)
struct SINEWRUNTIME_API FSinewContactEvent
{
	GENERATED_BODY()

	/** The position on the skin, in world space. */
	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	FVector Location = FVector::ZeroVector;

	/** The direction away from the collider, in world space. */
	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	FVector Normal = FVector::ZeroVector;

	/** The depth of penetration. */
	UPROPERTY(BlueprintReadOnly, Category = "Sinew", meta = (Units = "cm"))
	float Depth = 0.0f;

	/** The bone whose flesh is touched. */
	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	FName Bone;

	/** The component that touches the flesh. It is none for an entry of Colliders, and for flesh of another bone. */
	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	TObjectPtr<UPrimitiveComponent> Component;

	/** The index of the shape in the component, or of the entry in Colliders. -1 means flesh of another bone. */
	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	int32 Shape = -1;
};

/** Statistics of a tick. */
USTRUCT(BlueprintType)
struct SINEWRUNTIME_API FSinewStats
{
	GENERATED_BODY()

	/** The duration of the simulation, of the surface, and of the update of the mesh. */
	UPROPERTY(BlueprintReadOnly, Category = "Sinew", meta = (Units = "ms"))
	float TickMs = 0.0f;

	UPROPERTY(BlueprintReadOnly, Category = "Sinew", meta = (Units = "ms"))
	float SurfaceMs = 0.0f;

	UPROPERTY(BlueprintReadOnly, Category = "Sinew", meta = (Units = "ms"))
	float MeshMs = 0.0f;

	/** The unbalanced force relative to all forces. Below 0.001 is converged. */
	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	float Residual = 0.0f;

	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	int32 SubSteps = 0;

	/** The number of Newton iterations in all sub-steps. */
	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	int32 Iterations = 0;

	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	int32 Contacts = 0;

	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	int32 Colliders = 0;

	/** The number of ticks without a usable result, after which the previous frame stayed visible. */
	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	int32 StaleFrames = 0;

	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	int32 Vertices = 0;

	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	int32 Lod = 0;

	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	ESinewQuality Quality = ESinewQuality::High;

	/** The memory of this character, without what it shares with others of the same asset. */
	UPROPERTY(BlueprintReadOnly, Category = "Sinew", meta = (Units = "Bytes"))
	int64 Memory = 0;
};
