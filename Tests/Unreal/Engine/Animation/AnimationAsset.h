#pragma once
#include "Animation/Skeleton.h"

class UAnimationAsset : public UObject {
    SINEW_FAKE_CLASS(UAnimationAsset, UObject)
    USkeleton* GetSkeleton() const { return SinewFakeSkeleton; }
    void SetSkeleton(USkeleton* Skeleton) { SinewFakeSkeleton = Skeleton; }
    void SinewFakeReferences(FReferenceCollector& Collector) override {
        Super::SinewFakeReferences(Collector);
        Collector.AddReferencedObject(SinewFakeSkeleton);
    }

  private:
    TObjectPtr<USkeleton> SinewFakeSkeleton;
};
