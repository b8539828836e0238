#pragma once
#include "Components/SkinnedMeshComponent.h"
#include "Templates/Function.h"

class UAnimInstance;
class UPhysicsAsset;
struct FBodyInstance;

class USkeletalMeshComponent : public USkinnedMeshComponent {
  public:
    USkeletalMeshComponent(const FObjectInitializer& Initializer);
    SINEW_FAKE_CLASS_MADE(USkeletalMeshComponent, USkinnedMeshComponent)
    TArray<FBodyInstance*> Bodies;
    TObjectPtr<UPhysicsAsset> PhysicsAssetOverride;
    uint8 bPauseAnims : 1 = 0;
    uint8 bNoSkeletonUpdate : 1 = 0;

    USkeletalMesh* GetSkeletalMeshAsset() const { return SinewFakeMesh; }
    void SetSkeletalMeshAsset(USkeletalMesh* Mesh) { SinewFakeSetAsset(Mesh, true); }
    virtual void SetSkeletalMesh(USkeletalMesh* Mesh, bool bReinitPose = true) {
        SinewFakeSetAsset(Mesh, bReinitPose);
    }
    UPhysicsAsset* GetPhysicsAsset() const;
    void SetPhysicsAsset(UPhysicsAsset* Asset, bool = false) { PhysicsAssetOverride = Asset; }
    const TArray<FTransform>& GetCachedComponentSpaceTransforms() const { return SinewFakeRead; }
    bool IsRunningParallelEvaluation() const { return bSinewFakeEvaluating; }
    bool HandleExistingParallelEvaluationTask(bool bBlockOnTask, bool bPerformPostAnimEvaluation);
    void RefreshBoneTransforms(FActorComponentTickFunction* = nullptr);
    void TickAnimation(float, bool) {}
    bool IsSimulatingPhysics(FName = NAME_None) const { return false; }
    UAnimInstance* GetAnimInstance() const { return nullptr; }
    void TickComponent(float DeltaTime, ELevelTick TickType,
                       FActorComponentTickFunction* ThisTickFunction) override;
#if SINEW_FAKE_UE_MINOR >= 5
    FDelegateHandle RegisterOnBoneTransformsFinalizedDelegate(
        const FOnBoneTransformsFinalizedMultiCast::FDelegate& Delegate) override;
    void UnregisterOnBoneTransformsFinalizedDelegate(const FDelegateHandle& Handle) override;
#else
    FDelegateHandle RegisterOnBoneTransformsFinalizedDelegate(
        const FOnBoneTransformsFinalizedMultiCast::FDelegate& Delegate);
    void UnregisterOnBoneTransformsFinalizedDelegate(const FDelegateHandle& Handle);
#endif
    void SinewFakeReferences(FReferenceCollector& Collector) override;

    // What tests set: the animation. It fills component-space transforms when the component ticks.
    TFunction<void(double Seconds, TArray<FTransform>& ComponentSpace)> SinewFakeAnimation;
    double SinewFakeSeconds = 0;
    bool bSinewFakeEvaluating = false;
};
