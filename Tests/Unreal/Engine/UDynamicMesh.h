#pragma once
#include "DynamicMesh/DynamicMesh3.h"
#include "Templates/Function.h"
#include "UObject/UObjectGlobals.h"

enum class EDynamicMeshChangeType : uint8 {
    GeneralEdit,
    MeshChange,
    MeshReplacementChange,
    MeshVertexChange,
    DeformationEdit,
    AttributeEdit
};
enum class EDynamicMeshAttributeChangeFlags : uint8 {
    Unknown = 0,
    MeshTopology = 1,
    VertexPositions = 2,
    NormalsTangents = 4,
    VertexColors = 8,
    UVs = 16,
    TriangleGroups = 32
};

class UDynamicMesh : public UObject {
    using FDynamicMesh3 = UE::Geometry::FDynamicMesh3;

  public:
    UDynamicMesh(const FObjectInitializer& Initializer);
    SINEW_FAKE_CLASS_MADE(UDynamicMesh, UObject)
    UDynamicMesh* Reset();
    bool IsEmpty() const { return SinewFakeMesh.TriangleCount() == 0; }
    void SetMesh(FDynamicMesh3&& MoveMesh);
    void SetMesh(const FDynamicMesh3& Mesh) { SetMesh(FDynamicMesh3(Mesh)); }
    void ProcessMesh(TFunctionRef<void(const FDynamicMesh3&)> Function) const { Function(SinewFakeMesh); }
    void EditMesh(TFunctionRef<void(FDynamicMesh3&)> Function,
                  EDynamicMeshChangeType ChangeType = EDynamicMeshChangeType::GeneralEdit,
                  EDynamicMeshAttributeChangeFlags Changed = EDynamicMeshAttributeChangeFlags::Unknown,
                  bool bDeferChangeEvents = false);
    FDynamicMesh3* GetMeshPtr() { return &SinewFakeMesh; }
    const FDynamicMesh3& GetMeshRef() const { return SinewFakeMesh; }
    int32 GetTriangleCount() const { return SinewFakeMesh.TriangleCount(); }

    TMulticastDelegate<void(UDynamicMesh*)> SinewFakeChanged;

  private:
    FDynamicMesh3 SinewFakeMesh;
};
