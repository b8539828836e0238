#pragma once
#include "DynamicMesh/DynamicMeshOverlay.h"
#include "Templates/UniquePtr.h"

namespace UE::Geometry {
class FDynamicMeshMaterialAttribute {
  public:
    void SetValue(int TriangleID, int32 Value) {
        while (Values.Num() <= TriangleID) Values.Add(0);
        Values[TriangleID] = Value;
        ++SinewFakeTopologyStamp;
    }
    int32 GetValue(int TriangleID) const { return Values.IsValidIndex(TriangleID) ? Values[TriangleID] : 0; }
    int SinewFakeTopologyStamp = 0;

  private:
    TArray<int32> Values;
};

class FDynamicMeshAttributeSet {
  public:
    explicit FDynamicMeshAttributeSet(FDynamicMesh3* Parent) { SinewFakeSetParent(Parent); }
    FDynamicMeshNormalOverlay* PrimaryNormals() { return NumNormals > 0 ? &Normals[0] : nullptr; }
    const FDynamicMeshNormalOverlay* PrimaryNormals() const { return NumNormals > 0 ? &Normals[0] : nullptr; }
    FDynamicMeshNormalOverlay* PrimaryTangents() { return NumNormals > 1 ? &Normals[1] : nullptr; }
    const FDynamicMeshNormalOverlay* PrimaryTangents() const {
        return NumNormals > 1 ? &Normals[1] : nullptr;
    }
    FDynamicMeshNormalOverlay* PrimaryBiTangents() { return NumNormals > 2 ? &Normals[2] : nullptr; }
    const FDynamicMeshNormalOverlay* PrimaryBiTangents() const {
        return NumNormals > 2 ? &Normals[2] : nullptr;
    }
    FDynamicMeshUVOverlay* PrimaryUV() { return NumUvs > 0 ? &Uvs[0] : nullptr; }
    const FDynamicMeshUVOverlay* PrimaryUV() const { return NumUvs > 0 ? &Uvs[0] : nullptr; }
    FDynamicMeshUVOverlay* GetUVLayer(int Layer) { return Layer < NumUvs ? &Uvs[Layer] : nullptr; }
    FDynamicMeshColorOverlay* PrimaryColors() { return bColors ? &Colors : nullptr; }
    void SetNumNormalLayers(int Count) { NumNormals = Count; }
    int NumNormalLayers() const { return NumNormals; }
    void SetNumUVLayers(int Count) { NumUvs = Count; }
    int NumUVLayers() const { return NumUvs; }
    void EnableTangents() { NumNormals = 3; }
    bool HasTangentSpace() const { return NumNormals == 3; }
    void EnablePrimaryColors() { bColors = true; }
    void EnableMaterialID() { bMaterials = true; }
    bool HasMaterialID() const { return bMaterials; }
    FDynamicMeshMaterialAttribute* GetMaterialID() { return bMaterials ? &Materials : nullptr; }
    const FDynamicMeshMaterialAttribute* GetMaterialID() const { return bMaterials ? &Materials : nullptr; }
    void SinewFakeSetParent(FDynamicMesh3* Parent) {
        for (auto& Overlay : Normals) Overlay.SinewFakeSetParent(Parent);
        for (auto& Overlay : Uvs) Overlay.SinewFakeSetParent(Parent);
        Colors.SinewFakeSetParent(Parent);
    }
    int SinewFakeTopologyStamp() const;

  private:
    int NumNormals = 1, NumUvs = 1;
    bool bMaterials = false, bColors = false;
    FDynamicMeshNormalOverlay Normals[3];
    FDynamicMeshUVOverlay Uvs[8];
    FDynamicMeshColorOverlay Colors;
    FDynamicMeshMaterialAttribute Materials;
};
}  // namespace UE::Geometry
