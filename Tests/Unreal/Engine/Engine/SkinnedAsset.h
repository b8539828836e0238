#pragma once
#include "ReferenceSkeleton.h"
#include "UObject/UObjectGlobals.h"

class FSkeletalMeshRenderData;

class USkinnedAsset : public UObject {
    SINEW_FAKE_CLASS(USkinnedAsset, UObject)
    FReferenceSkeleton& GetRefSkeleton() { return SinewFakeSkeleton; }
    const FReferenceSkeleton& GetRefSkeleton() const { return SinewFakeSkeleton; }
    TArray<FMatrix44f>& GetRefBasesInvMatrix() { return SinewFakeInverseBind; }
    const TArray<FMatrix44f>& GetRefBasesInvMatrix() const { return SinewFakeInverseBind; }
    void CalculateInvRefMatrices();

  private:
    FReferenceSkeleton SinewFakeSkeleton;
    TArray<FMatrix44f> SinewFakeInverseBind;
};
