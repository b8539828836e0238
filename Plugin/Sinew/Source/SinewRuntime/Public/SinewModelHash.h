// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

struct FSinewRenderMesh;
struct FSinewSkeleton;

/** As assets have them, whatever the order of triangles, vertices or bones; 0 where the platform has no library. */
SINEWRUNTIME_API uint64 SinewHashOf(const FSinewRenderMesh& Mesh);
SINEWRUNTIME_API uint64 SinewHashOf(const FSinewSkeleton& Skeleton);
