#pragma once
#include "Containers/Map.h"
#include "Math/Transform.h"
#include "Misc/FrameNumber.h"
#include "Misc/FrameRate.h"
#include "UObject/NameTypes.h"

/** Keys of bones in their parents' spaces, one per frame, the last frame too. */
class IAnimationDataController {
  public:
    void InitializeModel() { bInitialized = true; }
    void SetFrameRate(FFrameRate InRate, bool = true) { Rate = InRate; }
    void SetNumberOfFrames(FFrameNumber Count, bool = true) { Frames = Count.Value; }
    bool AddBoneCurve(FName Bone, bool = true);
    bool SetBoneTrackKeys(FName Bone, const TArray<FVector3f>& Positions, const TArray<FQuat4f>& Rotations,
                          const TArray<FVector3f>& Scales, bool = true);
    void NotifyPopulated() {}
    /** Between its neighbours; false where the bone has no track. */
    bool SinewFakeEvaluate(FName Bone, double Seconds, FTransform& OutLocal) const;

    const class USkeleton* SinewFakeSkeleton = nullptr;  // tracks are of its bones
    FFrameRate Rate{30, 1};
    int32 Frames = 0;

  private:
    bool bInitialized = false;
    TMap<FName, TArray<FTransform>> Tracks;
};
