// Copyright the Sinew project. See LICENSE.

#pragma once

// Duty: bones in. Which of the mesh's bones is which of the asset's joints, and where they are.

#include "CoreMinimal.h"
#include "Misc/Optional.h"
#include "SinewNative.h"
#include "SinewPayload.h"
#include "SinewSkeleton.h"

class USkeletalMeshComponent;

#if SINEW_WITH_NATIVE

class FSinewBones
{
public:
	/**
	 * False where joints have no bone of their name, or one that was bound elsewhere, farther than that many centimetres; the sentence names
	 * them. Bones may point anywhere: importers have axes of their own.
	 */
	bool Match(const FSinewPayloadInfo& Asset, const FSinewSkeleton& Skeleton, double Tolerance, FString& OutProblem);

	/** As the asset's own, over those bones that it has joints for. */
	uint64 Hash() const;
	static uint64 Hash(const TArray<FString>& InNames, const TArray<int32>& InParents, const TArray<SinewBone>& InBind);

	/**
	 * All joints as animation left them, with the asset's axes, in component space, through the leader where the mesh follows one. Bones that
	 * animation leaves out at this LOD are at rest against their parents. False, and nothing is written, where the mesh has no pose yet or a bone
	 * is not a number.
	 */
	bool Read(USkeletalMeshComponent& Mesh, int32 Lod, TArray<SinewBone>& OutBones) const;

	FName GetName(uint32 Joint) const;
	int32 Num() const { return BoneOfJoint.Num(); }

	static SinewBone Convert(const FTransform& Bone);
	static FTransform Convert(const SinewBone& Bone);

private:
	/** In component space. */
	FTransform Place(const USkeletalMeshComponent& Mesh, int32 Bone, const TArray<bool>& Moved) const;
	bool FindAll(const FSinewSkeleton& Skeleton, FString& OutProblem);
	bool AreInPlace(const FSinewPayloadInfo& Asset, const FSinewSkeleton& Skeleton, double Tolerance, FString& OutProblem) const;

	TArray<FString> Names;
	TArray<int32> BoneOfJoint;
	/** The nearest ancestor that is a joint, or -1. */
	TArray<int32> Parents;
	TArray<SinewBone> Bind;
	/** Of every bone of the mesh, against its parent. */
	TArray<FTransform> Rest;
	TArray<int32> BoneParents;
	/** The asset's axes of a joint, as its bone has them. */
	TArray<TOptional<FTransform>> InBone;
};

#endif
