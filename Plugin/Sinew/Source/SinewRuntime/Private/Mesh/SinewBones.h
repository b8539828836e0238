// Copyright the Sinew project. See LICENSE.

#pragma once

// Reads bones: which bone of the mesh is which joint of the asset, and its transform.

#include "Containers/StringConv.h"
#include "CoreMinimal.h"
#include "Misc/Optional.h"
#include "SinewNative.h"
#include "SinewPayload.h"
#include "SinewSkeleton.h"

class USkeletalMeshComponent;

#if SINEW_WITH_NATIVE

/** Names in the form of the library: an array of pointers to zero-terminated UTF-8 text. */
class FSinewNames
{
public:
	void Add(const FString& Name)
	{
		const FTCHARToUTF8 Text(*Name);
		TArray<char> Copy;
		Copy.Append(reinterpret_cast<const char*>(Text.Get()), Text.Length());
		Copy.Add('\0');
		Texts.Add(MoveTemp(Copy));
	}

	/** Valid until the next name is added. */
	const char* const* GetData()
	{
		Starts.Reset();
		for (const TArray<char>& Text : Texts)
		{
			Starts.Add(Text.GetData());
		}
		return Starts.GetData();
	}

private:
	TArray<TArray<char>> Texts;
	TArray<const char*> Starts;
};

class FSinewBones
{
public:
	/**
	 * Returns false if a joint has no bone of its name, or one whose bind position is farther away than Tolerance (cm). OutProblem names them.
	 * The axes of bones may differ, because importers choose them.
	 */
	bool Match(const FSinewPayloadInfo& Asset, const FSinewSkeleton& Skeleton, double Tolerance, FString& OutProblem);

	/** A hash to compare with the asset's, of the bones that the asset has joints for. */
	uint64 Hash() const;
	static uint64 Hash(const TArray<FString>& InNames, const TArray<int32>& InParents, const TArray<SinewBone>& InBind);

	/**
	 * Reads all joints after animation, with the asset's axes, in component space; through the leader if the mesh follows one. Bones that
	 * animation leaves out at this LOD keep their bind pose relative to their parents. Returns false and writes nothing if the mesh has no pose
	 * yet or a bone is not finite.
	 */
	bool Read(USkeletalMeshComponent& Mesh, int32 Lod, TArray<SinewBone>& OutBones) const;

	FName GetName(uint32 Joint) const;
	int32 Num() const { return BoneOfJoint.Num(); }

	static SinewBone Convert(const FTransform& Bone);
	static FTransform Convert(const SinewBone& Bone);

private:
	/** The transform of a bone in component space. */
	FTransform Place(const USkeletalMeshComponent& Mesh, int32 Bone, const TArray<bool>& Moved) const;
	bool FindAll(const FSinewSkeleton& Skeleton, FString& OutProblem);
	bool AreInPlace(const FSinewPayloadInfo& Asset, const FSinewSkeleton& Skeleton, double Tolerance, FString& OutProblem) const;

	TArray<FString> Names;
	TArray<int32> BoneOfJoint;
	/** The nearest ancestor that is a joint, or INDEX_NONE. */
	TArray<int32> Parents;
	TArray<SinewBone> Bind;
	/** The bind pose of every bone of the mesh, relative to its parent. */
	TArray<FTransform> Rest;
	TArray<int32> BoneParents;
	/** The transform from a joint of the asset to its bone, if they differ. */
	TArray<TOptional<FTransform>> InBone;
};

#endif
