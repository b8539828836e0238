#pragma once
#include "DynamicMesh/DynamicMesh3.h"

namespace UE::Geometry {
class FMeshNormals {
  public:
    explicit FMeshNormals(const FDynamicMesh3* InMesh) : Mesh(InMesh) {}
    void ComputeVertexNormals(bool bWeightByArea = true, bool bWeightByAngle = true);
    TArray<FVector3d>& GetNormals() { return Normals; }
    void CopyToVertexNormals(FDynamicMesh3* To, bool bInvert = false) const;
    static void InitializeOverlayToPerVertexNormals(FDynamicMeshNormalOverlay* Overlay,
                                                    bool bUseMeshVertexNormalsIfAvailable = true);
    static void QuickComputeVertexNormals(FDynamicMesh3& To, bool bInvert = false);

  private:
    const FDynamicMesh3* Mesh;
    TArray<FVector3d> Normals;
};
}  // namespace UE::Geometry
