#pragma once
#include "Components/MeshComponent.h"
#include "DynamicMesh/DynamicMesh3.h"
#include "Templates/Function.h"
#include "UDynamicMesh.h"

enum class EDynamicMeshComponentTangentsMode : uint8 {
    NoTangents = 0,
    AutoCalculated = 1,
    ExternallyProvided = 2,
#if SINEW_FAKE_UE_MINOR >= 4
    Default = 255
#endif
};
enum class EDynamicMeshComponentRenderUpdateMode : uint8 { NoUpdate = 0, FullUpdate = 1, FastUpdate = 2 };
enum class EMeshRenderAttributeFlags : uint8 {
    None = 0,
    Positions = 1,
    VertexColors = 2,
    VertexNormals = 4,
    VertexUVs = 8,
    SecondaryIndexBuffers = 16,
    AllVertexAttribs = 15
};
constexpr EMeshRenderAttributeFlags operator|(EMeshRenderAttributeFlags A, EMeshRenderAttributeFlags B) {
    return EMeshRenderAttributeFlags(uint8(A) | uint8(B));
}

class UBaseDynamicMeshComponent : public UMeshComponent {
    SINEW_FAKE_ABSTRACT_CLASS(UBaseDynamicMeshComponent, UMeshComponent)
    using FDynamicMesh3 = UE::Geometry::FDynamicMesh3;
    virtual void SetMesh(UE::Geometry::FDynamicMesh3&& MoveMesh) = 0;
    virtual void ProcessMesh(TFunctionRef<void(const UE::Geometry::FDynamicMesh3&)> ProcessFunc) const = 0;
    virtual void EditMesh(TFunctionRef<void(UE::Geometry::FDynamicMesh3&)> EditFunc,
                          EDynamicMeshComponentRenderUpdateMode UpdateMode =
                              EDynamicMeshComponentRenderUpdateMode::FullUpdate) = 0;
    virtual UDynamicMesh* GetDynamicMesh() = 0;
    virtual void NotifyMeshUpdated() = 0;
    void NotifyMeshModified() { NotifyMeshUpdated(); }
    void SetShadowsEnabled(bool bEnabled) { SetCastShadow(bEnabled); }
    void SetViewModeOverridesEnabled(bool) {}
    void SetTwoSided(bool) {}
    void SetEnableRaytracing(bool) {}
    void SetEnableWireframeRenderPass(bool) {}
};
