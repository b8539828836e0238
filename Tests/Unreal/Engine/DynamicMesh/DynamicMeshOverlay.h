#pragma once
#include "Containers/Array.h"
#include "IndexTypes.h"
#include "Math/Vector2D.h"

namespace UE::Geometry {
class FDynamicMesh3;

/** Values that triangles' corners point at: several per vertex where the surface is split. */
template <class RealType, int ElementSize, class VectorType>
class TDynamicMeshVectorOverlay {
  public:
    explicit TDynamicMeshVectorOverlay(FDynamicMesh3* InParent = nullptr) : Parent(InParent) {}
    int AppendElement(const VectorType& Value) {
        ++SinewFakeTopologyStamp;
        return Elements.Add(Value);
    }
    void SetElement(int ElementID, const VectorType& Value) { Elements[ElementID] = Value; }
    VectorType GetElement(int ElementID) const { return Elements[ElementID]; }
    void GetElement(int ElementID, VectorType& OutValue) const { OutValue = Elements[ElementID]; }
    int ElementCount() const { return Elements.Num(); }
    int MaxElementID() const { return Elements.Num(); }
    bool IsElement(int ElementID) const { return Elements.IsValidIndex(ElementID); }
    void SetTriangle(int TriangleID, const FIndex3i& ElementIDs, bool = true) {
        check(TriangleID >= 0 && IsElement(ElementIDs.A) && IsElement(ElementIDs.B) &&
              IsElement(ElementIDs.C));
        while (Corners.Num() <= TriangleID) Corners.Add(FIndex3i(-1, -1, -1));
        Corners[TriangleID] = ElementIDs;
        ++SinewFakeTopologyStamp;
    }
    bool IsSetTriangle(int TriangleID) const {
        return Corners.IsValidIndex(TriangleID) && Corners[TriangleID].A >= 0;
    }
    FIndex3i GetTriangle(int TriangleID) const {
        return IsSetTriangle(TriangleID) ? Corners[TriangleID] : FIndex3i(-1, -1, -1);
    }
    int GetElementIDAtVertex(int TriangleID, int VertexID) const;
    void ClearElements() {
        Elements.Empty();
        Corners.Empty();
        ++SinewFakeTopologyStamp;
    }
    FDynamicMesh3* GetParentMesh() const { return Parent; }
    void SinewFakeSetParent(FDynamicMesh3* NewParent) { Parent = NewParent; }
    int SinewFakeTopologyStamp = 0;

  private:
    FDynamicMesh3* Parent;
    TArray<VectorType> Elements;
    TArray<FIndex3i> Corners;
};
using FDynamicMeshNormalOverlay = TDynamicMeshVectorOverlay<float, 3, FVector3f>;
using FDynamicMeshUVOverlay = TDynamicMeshVectorOverlay<float, 2, FVector2f>;
using FDynamicMeshColorOverlay = TDynamicMeshVectorOverlay<float, 4, FVector4f>;
}  // namespace UE::Geometry
