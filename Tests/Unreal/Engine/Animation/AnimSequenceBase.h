#pragma once
#include "Animation/AnimData/IAnimationDataController.h"
#include "Animation/AnimationAsset.h"

class UAnimSequenceBase : public UAnimationAsset {
    SINEW_FAKE_CLASS(UAnimSequenceBase, UAnimationAsset)
    virtual float GetPlayLength() const {
        return float(double(SinewFakeData.Frames) * SinewFakeData.Rate.AsInterval());
    }
    IAnimationDataController& GetController() {
        SinewFakeData.SinewFakeSkeleton = GetSkeleton();
        return SinewFakeData;
    }
    IAnimationDataController SinewFakeData;
};
