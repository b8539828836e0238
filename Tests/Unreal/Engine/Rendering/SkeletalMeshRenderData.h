#pragma once
#include "Containers/IndirectArray.h"
#include "Rendering/SkeletalMeshLODRenderData.h"

class FSkeletalMeshRenderData {
  public:
    TIndirectArray<FSkeletalMeshLODRenderData> LODRenderData;
};
