#pragma once
#include "CoreMinimal.h"

struct FSkeletalMeshLODInfo {
    /** Of each section; INDEX_NONE: as the section says. */
    TArray<int32> LODMaterialMap;
};
