#pragma once
#include "ReferenceSkeleton.h"
#include "UObject/UObjectGlobals.h"

class USkeletalMesh;
class USkeleton : public UObject {
    SINEW_FAKE_CLASS(USkeleton, UObject)
    const FReferenceSkeleton& GetReferenceSkeleton() const { return SinewFakeBones; }
    bool MergeAllBonesToBoneTree(const class USkinnedAsset* Asset, bool = true);
    FReferenceSkeleton SinewFakeBones;
};
