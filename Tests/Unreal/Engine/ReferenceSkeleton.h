#pragma once
#include "Containers/Array.h"
#include "Math/Transform.h"
#include "UObject/NameTypes.h"

class USkeleton;

struct FMeshBoneInfo {
    FMeshBoneInfo() = default;
    FMeshBoneInfo(const FName& InName, const FString& InExportName, int32 InParent)
        : Name(InName), ExportName(InExportName), ParentIndex(InParent) {}
    FName Name;
    FString ExportName;
    int32 ParentIndex = INDEX_NONE;
};

struct FReferenceSkeleton {
    int32 GetNum() const { return Bones.Num(); }
    int32 GetRawBoneNum() const { return Bones.Num(); }
    int32 FindBoneIndex(const FName& Name) const {
        return Bones.IndexOfByPredicate([&](const FMeshBoneInfo& Bone) { return Bone.Name == Name; });
    }
    int32 FindRawBoneIndex(const FName& Name) const { return FindBoneIndex(Name); }
    FName GetBoneName(int32 Index) const { return Bones[Index].Name; }
    int32 GetParentIndex(int32 Index) const { return Bones[Index].ParentIndex; }
    int32 GetRawParentIndex(int32 Index) const { return Bones[Index].ParentIndex; }
    bool IsValidIndex(int32 Index) const { return Bones.IsValidIndex(Index); }
    const TArray<FTransform>& GetRefBonePose() const { return Pose; }
    const TArray<FTransform>& GetRawRefBonePose() const { return Pose; }
    const TArray<FMeshBoneInfo>& GetRefBoneInfo() const { return Bones; }
    const TArray<FMeshBoneInfo>& GetRawRefBoneInfo() const { return Bones; }
    void Empty() {
        Bones.Empty();
        Pose.Empty();
    }

  private:
    friend struct FReferenceSkeletonModifier;
    TArray<FMeshBoneInfo> Bones;
    TArray<FTransform> Pose;  // each in its parent's space
};

struct FReferenceSkeletonModifier {
    FReferenceSkeletonModifier(FReferenceSkeleton& InSkeleton, const USkeleton*) : Skeleton(InSkeleton) {}
    void Add(const FMeshBoneInfo& Bone, const FTransform& Local, bool = false) {
        check(Bone.ParentIndex < Skeleton.Bones.Num() && Skeleton.FindBoneIndex(Bone.Name) == INDEX_NONE);
        Skeleton.Bones.Add(Bone);
        Skeleton.Pose.Add(Local);
    }
    void UpdateRefPoseTransform(int32 Index, const FTransform& Local) { Skeleton.Pose[Index] = Local; }

  private:
    FReferenceSkeleton& Skeleton;
};
