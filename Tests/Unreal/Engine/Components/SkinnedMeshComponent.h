#pragma once
#include "Components/MeshComponent.h"
#include "Engine/SkeletalMesh.h"

enum class EVisibilityBasedAnimTickOption : uint8 {
    AlwaysTickPoseAndRefreshBones,
    AlwaysTickPose,
    OnlyTickMontagesWhenNotRendered,
    OnlyTickPoseWhenRendered
};
enum ERelativeTransformSpace : int32 { RTS_World, RTS_Actor, RTS_Component, RTS_ParentBoneSpace };

DECLARE_MULTICAST_DELEGATE(FOnBoneTransformsFinalizedMultiCast);

class USkinnedMeshComponent : public UMeshComponent {
    SINEW_FAKE_CLASS(USkinnedMeshComponent, UMeshComponent)
    TWeakObjectPtr<USkinnedMeshComponent> LeaderPoseComponent;
    EVisibilityBasedAnimTickOption VisibilityBasedAnimTickOption =
        EVisibilityBasedAnimTickOption::AlwaysTickPose;
    uint8 bEnableUpdateRateOptimizations : 1 = 0;

    /** What is read: the pose that was finished last. */
    const TArray<FTransform>& GetComponentSpaceTransforms() const { return SinewFakeRead; }
    /** What is written; not seen before ApplyEditedComponentSpaceTransforms. */
    TArray<FTransform>& GetEditableComponentSpaceTransforms() { return SinewFakeWritten; }
    const TArray<FTransform>& GetEditableComponentSpaceTransforms() const { return SinewFakeWritten; }
    const TArray<FTransform>& GetPreviousComponentTransformsArray() const { return SinewFakePrevious; }
    int32 GetNumComponentSpaceTransforms() const { return SinewFakeRead.Num(); }
    void ApplyEditedComponentSpaceTransforms();
    FTransform GetBoneTransform(int32 BoneIndex) const;
    FTransform GetBoneTransform(int32 BoneIndex, const FTransform& LocalToWorld) const;
    FTransform GetBoneTransform(FName BoneName, ERelativeTransformSpace Space) const;
    FMatrix GetBoneMatrix(int32 BoneIndex) const { return GetBoneTransform(BoneIndex).ToMatrixWithScale(); }
    FName GetBoneName(int32 BoneIndex) const;
    int32 GetNumBones() const;
    int32 GetBoneIndex(FName BoneName) const;
    FName GetParentBone(FName BoneName) const;
    FTransform GetRefPoseTransform(int32 BoneIndex) const;
    const TArray<int32>& GetLeaderBoneMap() const { return SinewFakeLeaderMap; }
    void SetLeaderPoseComponent(USkinnedMeshComponent* Leader, bool bForceUpdate = false,
                                bool bFollowerShouldTickPose = false);
    USkinnedAsset* GetSkinnedAsset() const;
    void SetSkinnedAssetAndUpdate(USkinnedAsset* Asset, bool bReinitPose = true);
    int32 GetPredictedLODLevel() const { return SinewFakeLod; }
    void SetPredictedLODLevel(int32 Level) { SinewFakeLod = Level; }
    void SetForcedLOD(int32 Level) { SinewFakeForcedLod = Level; }
    int32 GetForcedLOD() const { return SinewFakeForcedLod; }
    int32 GetNumLODs() const;
    void ShowMaterialSection(int32 MaterialID, int32 SectionIndex, bool bShow, int32 LODIndex);
    void ShowAllMaterialSections(int32 LODIndex) { SinewFakeHidden.Remove(LODIndex); }
    bool IsMaterialSectionShown(int32 MaterialID, int32 LODIndex);
    int32 GetNumMaterials() const override;
    UMaterialInterface* GetMaterial(int32 Index) const override;
    void GetCurrentRefToLocalMatrices(TArray<FMatrix44f>& Out, int32 LodIndex,
                                      const TArray<FBoneIndexType>* Extra = nullptr) const;
    FBoxSphereBounds CalcBounds(const FTransform& LocalToWorld) const override;
#if SINEW_FAKE_UE_MINOR >= 5
    virtual FDelegateHandle RegisterOnBoneTransformsFinalizedDelegate(
        const FOnBoneTransformsFinalizedMultiCast::FDelegate& Delegate);
    virtual void UnregisterOnBoneTransformsFinalizedDelegate(const FDelegateHandle& Handle);
#endif
    void SinewFakeReferences(FReferenceCollector& Collector) override;

  protected:
    void SinewFakeSetAsset(USkeletalMesh* Mesh, bool bReinitPose);
    void SinewFakeFinalizeBones();
    TObjectPtr<USkeletalMesh> SinewFakeMesh;
    TArray<FTransform> SinewFakeRead, SinewFakeWritten, SinewFakePrevious;
    TArray<int32> SinewFakeLeaderMap;
    TMap<int32, TArray<int32>> SinewFakeHidden;  // materials, by LOD
    FOnBoneTransformsFinalizedMultiCast SinewFakeFinalized;
    int32 SinewFakeLod = 0, SinewFakeForcedLod = 0;
};
