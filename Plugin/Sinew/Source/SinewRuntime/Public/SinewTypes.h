// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "UObject/ObjectPtr.h"
#include "SinewTypes.generated.h"

class UPrimitiveComponent;

/** What a character may cost. */
UENUM(BlueprintType)
enum class ESinewQuality : uint8
{
	/** Nothing is solved: plain linear blend skinning. */
	Off,
	/** Less than half of the shapes, half of the sub-steps. */
	Low,
	/** Two thirds of the shapes. */
	Medium,
	/** All of it. */
	High
};

/** Where the flesh that is seen comes from. */
UENUM(BlueprintType)
enum class ESinewState : uint8
{
	/** Not registered, or there is nothing to do. */
	Stopped,
	/** From the asset. */
	Running,
	/** In the editor without a matching asset: from the full solver, slowly. */
	EditorSolver,
	/** From the engine's own skinning: the message says why. */
	PlainSkinning
};

/** How flesh is shown. */
UENUM(BlueprintType)
enum class ESinewOutput : uint8
{
	/** A dynamic mesh takes the skeletal mesh's place. */
	DynamicMesh,
	/** The skeletal mesh stays, and its materials get a texture of displacements to add. */
	DisplacementTexture,
	/** A dynamic mesh, and the texture for other uses. */
	Both
};

UENUM(BlueprintType)
enum class ESinewColliderShape : uint8
{
	Sphere,
	/** Along its own Z. */
	Capsule,
	Box,
	/** Its own Z is up. */
	Plane
};

/** Something given for flesh to press against. */
USTRUCT(BlueprintType)
struct SINEWRUNTIME_API FSinewColliderShape
{
	GENERATED_BODY()

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew")
	ESinewColliderShape Shape = ESinewColliderShape::Sphere;

	/** Where it is: in the space of the bone, or in the world where there is none. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew")
	FTransform Transform;

	/** The bone that it moves with. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew")
	FName Bone;

	/** Sphere: X is the radius. Capsule: X is the radius, Z half of its middle line. Box: half of every edge. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew", meta = (Units = "cm"))
	FVector HalfSize = FVector(10.0, 10.0, 10.0);
};

/** Flesh that began to be pressed in. */
USTRUCT(BlueprintType)
struct SINEWRUNTIME_API FSinewContactEvent
{
	GENERATED_BODY()

	/** In the world. */
	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	FVector Location = FVector::ZeroVector;

	/** Away from what presses. */
	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	FVector Normal = FVector::ZeroVector;

	/** How deep flesh is pressed in. */
	UPROPERTY(BlueprintReadOnly, Category = "Sinew", meta = (Units = "cm"))
	float Depth = 0.0f;

	/** Whose flesh it is. */
	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	FName Bone;

	/** What presses; none where it is a collider that was given, or flesh of another bone. */
	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	TObjectPtr<UPrimitiveComponent> Component;

	/** Which of the component's shapes, or of the colliders that were given; -1: flesh of another bone. */
	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	int32 Shape = -1;
};

/** What a tick did and cost. */
USTRUCT(BlueprintType)
struct SINEWRUNTIME_API FSinewStats
{
	GENERATED_BODY()

	/** The tick, the surface and the writing of the mesh. */
	UPROPERTY(BlueprintReadOnly, Category = "Sinew", meta = (Units = "ms"))
	float TickMs = 0.0f;

	UPROPERTY(BlueprintReadOnly, Category = "Sinew", meta = (Units = "ms"))
	float SurfaceMs = 0.0f;

	UPROPERTY(BlueprintReadOnly, Category = "Sinew", meta = (Units = "ms"))
	float MeshMs = 0.0f;

	/** Forces left over, of all: below 0.001 is good. */
	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	float Residual = 0.0f;

	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	int32 SubSteps = 0;

	/** Of Newton's method, in all sub-steps. */
	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	int32 Steps = 0;

	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	int32 Contacts = 0;

	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	int32 Colliders = 0;

	/** Ticks since the start whose result was refused, so that the frame before stayed. */
	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	int32 StaleFrames = 0;

	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	int32 Vertices = 0;

	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	int32 Lod = 0;

	UPROPERTY(BlueprintReadOnly, Category = "Sinew")
	ESinewQuality Quality = ESinewQuality::High;

	/** Of this character, without what it shares with others of the same asset. */
	UPROPERTY(BlueprintReadOnly, Category = "Sinew", meta = (Units = "Bytes"))
	int64 Memory = 0;
};
