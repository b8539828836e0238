// Copyright the Sinew project. See LICENSE.

#pragma once

// Duty: bones in. Which of the mesh's bones is which of the asset's joints, and where they are.

#include "CoreMinimal.h"
#include "SinewNative.h"
#include "SinewSkeleton.h"

class USkeletalMeshComponent;

#if SINEW_WITH_NATIVE

class FSinewBones
{
public:
	/** False where joints have no bone of their name; the sentence names them. */
	bool Match(const TArray<FString>& JointNames, const FSinewSkeleton& Skeleton, FString& OutProblem);

	/** As the asset's own, over those bones that it has joints for. */
	uint64 Hash() const;
	static uint64 Hash(const TArray<FString>& InNames, const TArray<int32>& InParents, const TArray<SinewBone>& InBind);

	/** All joints as they were bound. */
	const TArray<SinewBone>& GetBind() const { return Bind; }

	/**
	 * All joints as animation left them, in component space, through the leader where the mesh follows one. False, and nothing is written,
	 * where the mesh has no pose yet or a bone is not a number.
	 */
	bool Read(USkeletalMeshComponent& Mesh, TArray<SinewBone>& OutBones) const;

	FName GetName(uint32 Joint) const;
	int32 Num() const { return BoneOfJoint.Num(); }

	static SinewBone Convert(const FTransform& Bone);

private:
	TArray<FString> Names;
	TArray<int32> BoneOfJoint;
	/** The nearest ancestor that is a joint, or -1. */
	TArray<int32> Parents;
	TArray<SinewBone> Bind;
};

#endif
