// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

class USkeletalMesh;

/** The bones of a mesh in the bind pose, in the mesh's order. Characters are matched and exported with it. */
struct SINEWRUNTIME_API FSinewSkeleton
{
	TArray<FName> Names;
	/** The index of an earlier bone, or INDEX_NONE. */
	TArray<int32> Parents;
	/** In component space, centimetres. */
	TArray<FTransform> Bind;

	static FSinewSkeleton Read(const USkeletalMesh& Mesh);

	int32 Find(const FName& Name) const;

	/** The skeleton hash that assets store. The order of bones makes no difference. 0 if this platform has no library. */
	uint64 GetHash() const;
};
