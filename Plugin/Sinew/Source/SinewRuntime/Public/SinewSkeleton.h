// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

class USkeletalMesh;

/** A mesh's bones as it was bound, in the mesh's order: what characters are matched by and exported with. */
struct SINEWRUNTIME_API FSinewSkeleton
{
	TArray<FName> Names;
	/** An earlier bone, or INDEX_NONE. */
	TArray<int32> Parents;
	/** In component space, centimetres. */
	TArray<FTransform> Bind;

	static FSinewSkeleton Read(const USkeletalMesh& Mesh);

	int32 Find(const FName& Name) const;

	/** As assets have it, whatever the order of bones; 0 where this platform has no library. */
	uint64 GetHash() const;
};
