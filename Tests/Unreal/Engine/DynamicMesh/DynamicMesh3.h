#pragma once
#include "DynamicMesh/DynamicMeshAttributeSet.h"
#include "IndexTypes.h"
#include "Math/Box.h"
#include "Templates/UniquePtr.h"

namespace UE::Geometry {
enum class EMeshResult { Ok = 0, Failed_NotAVertex = 1 };

/** Vertices and triangles that only grow. Positions are doubles; a duplicate or non-manifold triangle is
 * refused. */
class FDynamicMesh3 {
  public:
    static constexpr int InvalidID = -1, NonManifoldID = -2, DuplicateTriangleID = -3;
    FDynamicMesh3() = default;
    FDynamicMesh3(const FDynamicMesh3& Other) { *this = Other; }
    FDynamicMesh3(FDynamicMesh3&&) = default;
    FDynamicMesh3& operator=(FDynamicMesh3&&) = default;
    FDynamicMesh3& operator=(const FDynamicMesh3& Other);
    int AppendVertex(const FVector3d& Position);
    int AppendTriangle(const FIndex3i& Vertices, int GroupID = 0);
    int AppendTriangle(int A, int B, int C, int GroupID = 0) {
        return AppendTriangle(FIndex3i(A, B, C), GroupID);
    }
    void SetVertex(int VertexID, const FVector3d& NewPosition, bool bTrackChange = true);
    FVector3d GetVertex(int VertexID) const { return Vertices[VertexID]; }
    const FVector3d& GetVertexRef(int VertexID) const { return Vertices[VertexID]; }
    bool IsVertex(int VertexID) const { return Vertices.IsValidIndex(VertexID); }
    bool IsTriangle(int TriangleID) const { return Triangles.IsValidIndex(TriangleID); }
    int MaxVertexID() const { return Vertices.Num(); }
    int VertexCount() const { return Vertices.Num(); }
    int MaxTriangleID() const { return Triangles.Num(); }
    int TriangleCount() const { return Triangles.Num(); }
    FIndex3i GetTriangle(int TriangleID) const { return Triangles[TriangleID]; }
    FVector3d GetTriNormal(int TriangleID) const;
    void ReverseOrientation(bool bFlipNormals = true);
    void EnableVertexNormals(const FVector3f& Initial) { Normals.Init(Initial, Vertices.Num()); }
    bool HasVertexNormals() const { return Normals.Num() > 0; }
    void SetVertexNormal(int VertexID, const FVector3f& Normal) { Normals[VertexID] = Normal; }
    FVector3f GetVertexNormal(int VertexID) const { return Normals[VertexID]; }
    void EnableAttributes();
    bool HasAttributes() const { return Held.IsValid(); }
    FDynamicMeshAttributeSet* Attributes() { return Held.Get(); }
    const FDynamicMeshAttributeSet* Attributes() const { return Held.Get(); }
    void Clear() { *this = FDynamicMesh3(); }
    UE::Math::TBox<double> GetBounds(bool = false) const;

    int SinewFakeTopologyStamp = 0;  // changes with what the fast path must not see

  private:
    TArray<FVector3d> Vertices;
    TArray<FIndex3i> Triangles;
    TArray<FVector3f> Normals;
    TUniquePtr<FDynamicMeshAttributeSet> Held;
    TMap<uint64, int32> HalfEdges;  // directed, one triangle each
};
using FAxisAlignedBox3d = UE::Math::TBox<double>;
}  // namespace UE::Geometry
