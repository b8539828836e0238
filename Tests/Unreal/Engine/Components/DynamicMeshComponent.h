#pragma once
#include "Components/BaseDynamicMeshComponent.h"

/** Counts how the renderer would have been told. A fast update after a change of topology is an error, as it
 * may crash there. */
class UDynamicMeshComponent : public UBaseDynamicMeshComponent {
  public:
    UDynamicMeshComponent() : UDynamicMeshComponent(FObjectInitializer::Get()) {}
    UDynamicMeshComponent(const FObjectInitializer& Initializer);
    SINEW_FAKE_CLASS_MADE(UDynamicMeshComponent, UBaseDynamicMeshComponent)
    bool bInvalidateProxyOnChange = true;
    bool bDeferCollisionUpdates = false;
    bool bEnableComplexCollision = false;

    UDynamicMesh* GetDynamicMesh() override { return SinewFakeObject; }
    virtual UE::Geometry::FDynamicMesh3* GetMesh() { return SinewFakeObject->GetMeshPtr(); }
    virtual const UE::Geometry::FDynamicMesh3* GetMesh() const { return SinewFakeObject->GetMeshPtr(); }
    void SetMesh(UE::Geometry::FDynamicMesh3&& MoveMesh) override;
    void ProcessMesh(TFunctionRef<void(const UE::Geometry::FDynamicMesh3&)> ProcessFunc) const override;
    void EditMesh(TFunctionRef<void(UE::Geometry::FDynamicMesh3&)> EditFunc,
                  EDynamicMeshComponentRenderUpdateMode UpdateMode =
                      EDynamicMeshComponentRenderUpdateMode::FullUpdate) override;
    void NotifyMeshUpdated() override;
    void FastNotifyPositionsUpdated(bool bNormals = false, bool bColors = false, bool bUVs = false);
    void FastNotifyVertexAttributesUpdated(bool bNormals, bool bColors, bool bUVs);
    void FastNotifyVertexAttributesUpdated(EMeshRenderAttributeFlags UpdatedAttributes);
    void FastNotifyVerticesUpdated(const TArray<int32>& Triangles,
                                   EMeshRenderAttributeFlags UpdatedAttributes);
    void FastNotifyUVsUpdated();
    void FastNotifyColorsUpdated();
    virtual bool AllowFastUpdate() { return true; }
    void SetTangentsType(EDynamicMeshComponentTangentsMode Mode) { SinewFakeTangents = Mode; }
    EDynamicMeshComponentTangentsMode GetTangentsType() const { return SinewFakeTangents; }
    void InvalidateAutoCalculatedTangents() {}
    void SetDeferredCollisionUpdatesEnabled(bool bEnabled, bool bImmediateUpdate);
    void SetTransientDeferCollisionUpdates(bool bEnabled) { bSinewFakeTransientDefer = bEnabled; }
    void SetComplexAsSimpleCollisionEnabled(bool bEnabled, bool bImmediateUpdate = true);
    FBoxSphereBounds CalcBounds(const FTransform& LocalToWorld) const override;
    int32 GetNumMaterials() const override;
    void SinewFakeReferences(FReferenceCollector& Collector) override;

    int32 SinewFakeFullUpdates = 0;     // whole scene proxies rebuilt
    int32 SinewFakeFastUpdates = 0;     // buffers filled
    int32 SinewFakeFastNormals = 0;     // of them, with normals
    int32 SinewFakeBadFastUpdates = 0;  // of them, after a change that forbids it
    int32 SinewFakeCollisionUpdates = 0;
    bool bSinewFakeTransientDefer = false;

  private:
    void SinewFakeFast(bool bNormals);
    int64 SinewFakeStamp() const;
    void SinewFakeChangedCollision();
    TObjectPtr<UDynamicMesh> SinewFakeObject;
    EDynamicMeshComponentTangentsMode SinewFakeTangents =
        EDynamicMeshComponentTangentsMode::ExternallyProvided;
    int64 SinewFakeShownStamp = -1;
};
