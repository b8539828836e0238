#pragma once
#include "Engine/SkinnedAsset.h"
#include "Engine/SkinnedAssetCommon.h"
#include "Math/Box.h"
#include "Templates/UniquePtr.h"

class UMaterialInterface;
class UPhysicsAsset;
class USkeleton;
class UAssetImportData;

struct FSkeletalMaterial {
    FSkeletalMaterial() = default;
    FSkeletalMaterial(UMaterialInterface* InMaterial, FName InSlot)
        : MaterialInterface(InMaterial), MaterialSlotName(InSlot) {}
    TObjectPtr<UMaterialInterface> MaterialInterface;
    FName MaterialSlotName;
};

class USkeletalMesh : public USkinnedAsset {
  public:
    USkeletalMesh(const FObjectInitializer& Initializer);
    SINEW_FAKE_CLASS_MADE(USkeletalMesh, USkinnedAsset)
    ~USkeletalMesh() override;
    FSkeletalMeshRenderData* GetResourceForRendering() const { return SinewFakeRenderData.get(); }
    void AllocateResourceForRendering();
    TArray<FSkeletalMaterial>& GetMaterials() { return SinewFakeMaterials; }
    const TArray<FSkeletalMaterial>& GetMaterials() const { return SinewFakeMaterials; }
    USkeleton* GetSkeleton() const { return SinewFakeSkeletonAsset; }
    void SetSkeleton(USkeleton* Skeleton) { SinewFakeSkeletonAsset = Skeleton; }
    UPhysicsAsset* GetPhysicsAsset() const { return SinewFakePhysics; }
    void SetPhysicsAsset(UPhysicsAsset* Asset) { SinewFakePhysics = Asset; }
    FBoxSphereBounds GetBounds() const { return SinewFakeBounds; }
    void SetImportedBounds(const FBoxSphereBounds& Value) { SinewFakeBounds = Value; }
    int32 GetLODNum() const;
    const FSkeletalMeshLODInfo* GetLODInfo(int32 Index) const { return SinewFakeInfos.Find(Index); }
    FSkeletalMeshLODInfo* GetLODInfo(int32 Index) { return &SinewFakeInfos.FindOrAdd(Index); }
    bool GetHasVertexColors() const { return false; }
    void SinewFakeReferences(FReferenceCollector& Collector) override;

  private:
    std::shared_ptr<FSkeletalMeshRenderData> SinewFakeRenderData;
    TArray<FSkeletalMaterial> SinewFakeMaterials;
    TObjectPtr<USkeleton> SinewFakeSkeletonAsset;
    TObjectPtr<UPhysicsAsset> SinewFakePhysics;
    FBoxSphereBounds SinewFakeBounds;
    TMap<int32, FSkeletalMeshLODInfo> SinewFakeInfos;
};
