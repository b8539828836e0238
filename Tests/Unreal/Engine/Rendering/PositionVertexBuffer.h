#pragma once
#include "Containers/Array.h"
#include "Math/Vector.h"

class FPositionVertexBuffer {
  public:
    void Init(uint32 NumVertices, bool bNeedsCPUAccess = true) {
        Positions.SetNumZeroed(int32(NumVertices));
        bKept = bNeedsCPUAccess;
    }
    FVector3f& VertexPosition(uint32 Vertex) { return Positions[int32(Vertex)]; }
    const FVector3f& VertexPosition(uint32 Vertex) const { return Positions[int32(Vertex)]; }
    uint32 GetNumVertices() const { return uint32(Positions.Num()); }
    const void* GetVertexData() const { return bKept ? Positions.GetData() : nullptr; }
    void* GetVertexData() { return bKept ? Positions.GetData() : nullptr; }

  private:
    TArray<FVector3f> Positions;
    bool bKept = true;
};
