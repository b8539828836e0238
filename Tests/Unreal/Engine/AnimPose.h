#pragma once
#include "Animation/AnimSequenceBase.h"
#include "Engine/SkeletalMesh.h"

enum class EAnimPoseSpaces : uint8 { Local, World };
enum class EAnimDataEvalType : uint8 { Source, Raw, Compressed };

struct FAnimPoseEvaluationOptions {
    EAnimDataEvalType EvaluationType = EAnimDataEvalType::Raw;
    bool bShouldRetarget = true, bExtractRootMotion = false, bIncorporateRootMotionIntoPose = true;
    TObjectPtr<USkeletalMesh> OptionalSkeletalMesh;
    bool bRetrieveAdditiveAsFullPose = true, bEvaluateCurves = true;
};
struct FAnimPose {
    TArray<FName> SinewFakeNames;
    TArray<FTransform> SinewFakeLocal, SinewFakeWorld;
};
class UAnimPoseExtensions : public UObject {
    SINEW_FAKE_CLASS(UAnimPoseExtensions, UObject)
    static bool IsValid(const FAnimPose& Pose) { return Pose.SinewFakeNames.Num() > 0; }
    static void GetBoneNames(const FAnimPose& Pose, TArray<FName>& OutNames) {
        OutNames = Pose.SinewFakeNames;
    }
    static const FTransform& GetBonePose(const FAnimPose& Pose, FName BoneName,
                                         EAnimPoseSpaces Space = EAnimPoseSpaces::Local);
    static void GetAnimPoseAtTime(const UAnimSequenceBase* Sequence, double Time,
                                  FAnimPoseEvaluationOptions Options, FAnimPose& Pose);
};
