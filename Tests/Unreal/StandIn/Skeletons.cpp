#include "AnimPose.h"
#include "Animation/AnimSequence.h"
#include "Components/SkeletalMeshComponent.h"
#include "CoreMinimal.h"
#include "Engine/SkeletalMesh.h"
#include "Engine/World.h"
#include "Materials/MaterialInterface.h"
#include "PhysicsEngine/PhysicsAsset.h"
#include "Rendering/SkeletalMeshRenderData.h"

namespace {
TArray<FTransform> ComponentSpace(const FReferenceSkeleton& Skeleton, const TArray<FTransform>& Local) {
    TArray<FTransform> Bones;
    for (int32 Index = 0; Index < Local.Num(); ++Index) {
        const int32 Parent = Skeleton.GetParentIndex(Index);
        Bones.Add(Parent == INDEX_NONE ? Local[Index] : Local[Index] * Bones[Parent]);
    }
    return Bones;
}
}  // namespace

void USkinnedAsset::CalculateInvRefMatrices() {
    SinewFakeInverseBind.Reset();
    for (const FTransform& Bone : ComponentSpace(SinewFakeSkeleton, SinewFakeSkeleton.GetRefBonePose()))
        SinewFakeInverseBind.Add(FMatrix44f(Bone.ToMatrixWithScale().Inverse()));
}
USkeletalMesh::USkeletalMesh(const FObjectInitializer& Initializer) : USkinnedAsset(Initializer) {}
USkeletalMesh::~USkeletalMesh() = default;
void USkeletalMesh::AllocateResourceForRendering() {
    SinewFakeRenderData = std::make_shared<FSkeletalMeshRenderData>();
}
int32 USkeletalMesh::GetLODNum() const {
    return SinewFakeRenderData == nullptr ? 0 : SinewFakeRenderData->LODRenderData.Num();
}
void USkeletalMesh::SinewFakeReferences(FReferenceCollector& Collector) {
    Super::SinewFakeReferences(Collector);
    for (FSkeletalMaterial& Material : SinewFakeMaterials)
        Collector.AddReferencedObject(Material.MaterialInterface);
    Collector.AddReferencedObject(SinewFakeSkeletonAsset);
    Collector.AddReferencedObject(SinewFakePhysics);
}

// ---- components ----
void USkinnedMeshComponent::SinewFakeSetAsset(USkeletalMesh* Mesh, bool bReinitPose) {
    SinewFakeMesh = Mesh;
    if (Mesh == nullptr) {
        SinewFakeRead.Empty();
        SinewFakeWritten.Empty();
        SinewFakePrevious.Empty();
    } else if (bReinitPose || SinewFakeRead.Num() != Mesh->GetRefSkeleton().GetNum()) {
        SinewFakeRead = ComponentSpace(Mesh->GetRefSkeleton(), Mesh->GetRefSkeleton().GetRefBonePose());
        SinewFakeWritten = SinewFakeRead;
        SinewFakePrevious = SinewFakeRead;
    }
    if (IsRegistered()) UpdateBounds();
}
void USkinnedMeshComponent::SetSkinnedAssetAndUpdate(USkinnedAsset* Asset, bool bReinitPose) {
    SinewFakeSetAsset(Cast<USkeletalMesh>(Asset), bReinitPose);
}
USkinnedAsset* USkinnedMeshComponent::GetSkinnedAsset() const {
    return SinewFakeMesh;
}
void USkinnedMeshComponent::ApplyEditedComponentSpaceTransforms() {
    SinewFakePrevious = SinewFakeRead;
    SinewFakeRead = SinewFakeWritten;
    SinewFakeFinalizeBones();
}
void USkinnedMeshComponent::SinewFakeFinalizeBones() {
    SinewFakeFinalized.Broadcast();
}
int32 USkinnedMeshComponent::GetNumBones() const {
    return SinewFakeMesh == nullptr ? 0 : SinewFakeMesh->GetRefSkeleton().GetNum();
}
FName USkinnedMeshComponent::GetBoneName(int32 BoneIndex) const {
    const bool bKnown = SinewFakeMesh != nullptr && SinewFakeMesh->GetRefSkeleton().IsValidIndex(BoneIndex);
    return bKnown ? SinewFakeMesh->GetRefSkeleton().GetBoneName(BoneIndex) : FName();
}
int32 USkinnedMeshComponent::GetBoneIndex(FName BoneName) const {
    return SinewFakeMesh == nullptr ? INDEX_NONE : SinewFakeMesh->GetRefSkeleton().FindBoneIndex(BoneName);
}
FName USkinnedMeshComponent::GetParentBone(FName BoneName) const {
    const int32 Index = GetBoneIndex(BoneName);
    return Index == INDEX_NONE ? FName() : GetBoneName(SinewFakeMesh->GetRefSkeleton().GetParentIndex(Index));
}
FTransform USkinnedMeshComponent::GetRefPoseTransform(int32 BoneIndex) const {
    return SinewFakeMesh == nullptr ? FTransform::Identity
                                    : SinewFakeMesh->GetRefSkeleton().GetRefBonePose()[BoneIndex];
}
FTransform USkinnedMeshComponent::GetBoneTransform(int32 BoneIndex, const FTransform& LocalToWorld) const {
    if (const USkinnedMeshComponent* Leader = LeaderPoseComponent.Get()) {
        const int32 Mapped =
            SinewFakeLeaderMap.IsValidIndex(BoneIndex) ? SinewFakeLeaderMap[BoneIndex] : INDEX_NONE;
        if (Mapped != INDEX_NONE) return Leader->GetBoneTransform(Mapped, LocalToWorld);
        // A bone that the leader lacks keeps its place below its parent.
        const int32 Parent = SinewFakeMesh->GetRefSkeleton().GetParentIndex(BoneIndex);
        return GetRefPoseTransform(BoneIndex) *
               (Parent == INDEX_NONE ? LocalToWorld : GetBoneTransform(Parent, LocalToWorld));
    }
    return SinewFakeRead.IsValidIndex(BoneIndex) ? SinewFakeRead[BoneIndex] * LocalToWorld
                                                 : FTransform::Identity;
}
FTransform USkinnedMeshComponent::GetBoneTransform(int32 BoneIndex) const {
    return GetBoneTransform(BoneIndex, GetComponentTransform());
}
FTransform USkinnedMeshComponent::GetBoneTransform(FName BoneName, ERelativeTransformSpace Space) const {
    const int32 Index = GetBoneIndex(BoneName);
    if (Index == INDEX_NONE) return GetComponentTransform();
    return GetBoneTransform(Index, Space == RTS_World ? GetComponentTransform() : FTransform::Identity);
}
void USkinnedMeshComponent::SetLeaderPoseComponent(USkinnedMeshComponent* Leader, bool, bool) {
    LeaderPoseComponent = Leader;
    SinewFakeLeaderMap.Reset();
    for (int32 Index = 0; Leader != nullptr && Index < GetNumBones(); ++Index)
        SinewFakeLeaderMap.Add(Leader->GetBoneIndex(GetBoneName(Index)));
    if (Leader != nullptr) AddTickPrerequisiteComponent(Leader);
}
int32 USkinnedMeshComponent::GetNumLODs() const {
    return SinewFakeMesh == nullptr ? 0 : SinewFakeMesh->GetLODNum();
}
void USkinnedMeshComponent::ShowMaterialSection(int32 MaterialID, int32 SectionIndex, bool bShow,
                                                int32 LODIndex) {
    check(IsInGameThread() && SectionIndex >= 0 && LODIndex < GetNumLODs());
    TArray<int32>& Hidden = SinewFakeHidden.FindOrAdd(LODIndex);
    Hidden.Remove(MaterialID);
    if (!bShow) Hidden.Add(MaterialID);
}
bool USkinnedMeshComponent::IsMaterialSectionShown(int32 MaterialID, int32 LODIndex) {
    const TArray<int32>* const Hidden = SinewFakeHidden.Find(LODIndex);
    return Hidden == nullptr || !Hidden->Contains(MaterialID);
}
int32 USkinnedMeshComponent::GetNumMaterials() const {
    return SinewFakeMesh == nullptr ? 0 : SinewFakeMesh->GetMaterials().Num();
}
UMaterialInterface* USkinnedMeshComponent::GetMaterial(int32 Index) const {
    if (UMaterialInterface* Override = Super::GetMaterial(Index)) return Override;
    const bool bKnown = SinewFakeMesh != nullptr && SinewFakeMesh->GetMaterials().IsValidIndex(Index);
    return bKnown ? SinewFakeMesh->GetMaterials()[Index].MaterialInterface.Get() : nullptr;
}
void USkinnedMeshComponent::GetCurrentRefToLocalMatrices(TArray<FMatrix44f>& Out, int32,
                                                         const TArray<FBoneIndexType>*) const {
    Out.Reset();
    for (int32 Index = 0; Index < GetNumBones(); ++Index)
        Out.Add(SinewFakeMesh->GetRefBasesInvMatrix()[Index] *
                FMatrix44f(GetBoneTransform(Index, FTransform::Identity).ToMatrixWithScale()));
}
FBoxSphereBounds USkinnedMeshComponent::CalcBounds(const FTransform& LocalToWorld) const {
    return SinewFakeMesh == nullptr ? FBoxSphereBounds(LocalToWorld.GetLocation(), FVector::ZeroVector, 0)
                                    : SinewFakeMesh->GetBounds().TransformBy(LocalToWorld);
}
void USkinnedMeshComponent::SinewFakeReferences(FReferenceCollector& Collector) {
    Super::SinewFakeReferences(Collector);
    Collector.AddReferencedObject(SinewFakeMesh);
}
#if SINEW_FAKE_UE_MINOR >= 5
FDelegateHandle USkinnedMeshComponent::RegisterOnBoneTransformsFinalizedDelegate(
    const FOnBoneTransformsFinalizedMultiCast::FDelegate&) {
    return FDelegateHandle();
}
void USkinnedMeshComponent::UnregisterOnBoneTransformsFinalizedDelegate(const FDelegateHandle&) {}
#endif
FDelegateHandle USkeletalMeshComponent::RegisterOnBoneTransformsFinalizedDelegate(
    const FOnBoneTransformsFinalizedMultiCast::FDelegate& Delegate) {
    return SinewFakeFinalized.Add(Delegate);
}
void USkeletalMeshComponent::UnregisterOnBoneTransformsFinalizedDelegate(const FDelegateHandle& Handle) {
    SinewFakeFinalized.Remove(Handle);
}

USkeletalMeshComponent::USkeletalMeshComponent(const FObjectInitializer& Initializer)
    : USkinnedMeshComponent(Initializer) {
    PrimaryComponentTick.bCanEverTick = true;
    PrimaryComponentTick.bStartWithTickEnabled = true;
    PrimaryComponentTick.TickGroup = TG_PrePhysics;
    bTickInEditor = true;
    bAutoActivate = true;
}
UPhysicsAsset* USkeletalMeshComponent::GetPhysicsAsset() const {
    if (PhysicsAssetOverride != nullptr) return PhysicsAssetOverride;
    return SinewFakeMesh == nullptr ? nullptr : SinewFakeMesh->GetPhysicsAsset();
}
bool USkeletalMeshComponent::HandleExistingParallelEvaluationTask(bool bBlockOnTask, bool) {
    const bool bWas = bSinewFakeEvaluating;
    if (bBlockOnTask) bSinewFakeEvaluating = false;
    return bWas;
}
void USkeletalMeshComponent::RefreshBoneTransforms(FActorComponentTickFunction*) {
    if (SinewFakeMesh == nullptr || LeaderPoseComponent.IsValid() || bNoSkeletonUpdate) return;
    if (SinewFakeAnimation) SinewFakeAnimation(SinewFakeSeconds, SinewFakeWritten);
    ApplyEditedComponentSpaceTransforms();
}
void USkeletalMeshComponent::TickComponent(float DeltaTime, ELevelTick TickType,
                                           FActorComponentTickFunction* ThisTickFunction) {
    Super::TickComponent(DeltaTime, TickType, ThisTickFunction);
    if (!bPauseAnims) SinewFakeSeconds += double(DeltaTime);
    // Bones of what nobody sees stay as they are, unless asked otherwise.
    const bool bSeen = IsVisible() && WasRecentlyRendered();
    if (bSeen ||
        VisibilityBasedAnimTickOption == EVisibilityBasedAnimTickOption::AlwaysTickPoseAndRefreshBones)
        RefreshBoneTransforms();
}
void USkeletalMeshComponent::SinewFakeReferences(FReferenceCollector& Collector) {
    Super::SinewFakeReferences(Collector);
    Collector.AddReferencedObject(PhysicsAssetOverride);
}

// ---- animations ----
bool USkeleton::MergeAllBonesToBoneTree(const USkinnedAsset* Asset, bool) {
    SinewFakeBones = Asset->GetRefSkeleton();
    return true;
}
bool IAnimationDataController::AddBoneCurve(FName Bone, bool) {
    check(bInitialized);
    const bool bKnown = SinewFakeSkeleton != nullptr &&
                        SinewFakeSkeleton->GetReferenceSkeleton().FindBoneIndex(Bone) != INDEX_NONE;
    if (!bKnown) UE_LOG(LogTemp, Error, TEXT("the skeleton has no bone %s"), *Bone.ToString());
    if (!bKnown || Tracks.Contains(Bone)) return false;
    Tracks.Add(Bone);
    return true;
}
bool IAnimationDataController::SetBoneTrackKeys(FName Bone, const TArray<FVector3f>& Positions,
                                                const TArray<FQuat4f>& Rotations,
                                                const TArray<FVector3f>& Scales, bool) {
    TArray<FTransform>* Track = Tracks.Find(Bone);
    if (Track == nullptr || Positions.Num() != Rotations.Num() || Positions.Num() != Scales.Num() ||
        Positions.Num() == 0)
        return false;
    Track->Reset();
    for (int32 Index = 0; Index < Positions.Num(); ++Index)
        Track->Add(FTransform(FQuat(Rotations[Index]), FVector(Positions[Index]), FVector(Scales[Index])));
    return true;
}
bool IAnimationDataController::SinewFakeEvaluate(FName Bone, double Seconds, FTransform& OutLocal) const {
    const TArray<FTransform>* Track = Tracks.Find(Bone);
    if (Track == nullptr || Track->Num() == 0) return false;
    const double Place = FMath::Clamp(Seconds * Rate.AsDecimal(), 0.0, double(Track->Num() - 1));
    const int32 First = FMath::Min(int32(Place), Track->Num() - 1);
    OutLocal.Blend((*Track)[First], (*Track)[FMath::Min(First + 1, Track->Num() - 1)], Place - double(First));
    return true;
}
void UAnimPoseExtensions::GetAnimPoseAtTime(const UAnimSequenceBase* Sequence, double Time,
                                            FAnimPoseEvaluationOptions Options, FAnimPose& Pose) {
    Pose = FAnimPose();
    const FReferenceSkeleton& Skeleton = Options.OptionalSkeletalMesh != nullptr
                                             ? Options.OptionalSkeletalMesh->GetRefSkeleton()
                                             : Sequence->GetSkeleton()->GetReferenceSkeleton();
    for (int32 Index = 0; Index < Skeleton.GetNum(); ++Index) {
        FTransform Local = Skeleton.GetRefBonePose()[Index];
        Sequence->SinewFakeData.SinewFakeEvaluate(Skeleton.GetBoneName(Index), Time, Local);
        Pose.SinewFakeNames.Add(Skeleton.GetBoneName(Index));
        Pose.SinewFakeLocal.Add(Local);
    }
    Pose.SinewFakeWorld = ComponentSpace(Skeleton, Pose.SinewFakeLocal);
}
const FTransform& UAnimPoseExtensions::GetBonePose(const FAnimPose& Pose, FName BoneName,
                                                   EAnimPoseSpaces Space) {
    const int32 Index = Pose.SinewFakeNames.Find(BoneName);
    if (Index == INDEX_NONE) return FTransform::Identity;
    return Space == EAnimPoseSpaces::Local ? Pose.SinewFakeLocal[Index] : Pose.SinewFakeWorld[Index];
}
