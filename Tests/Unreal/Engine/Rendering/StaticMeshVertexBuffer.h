#pragma once
#include "Containers/Array.h"
#include "Math/Vector2D.h"

class FStaticMeshVertexBuffer {
  public:
    void Init(uint32 NumVertices, uint32 NumTexCoords, bool = true) {
        Channels = NumTexCoords;
        Uvs.SetNumZeroed(int32(NumVertices * NumTexCoords));
        Frames.SetNumZeroed(int32(NumVertices));
    }
    uint32 GetNumVertices() const { return uint32(Frames.Num()); }
    uint32 GetNumTexCoords() const { return Channels; }
    FVector2f GetVertexUV(uint32 Vertex, uint32 Channel) const {
        return Uvs[int32(Vertex * Channels + Channel)];
    }
    void SetVertexUV(uint32 Vertex, uint32 Channel, const FVector2f& Uv) {
        Uvs[int32(Vertex * Channels + Channel)] = Uv;
    }
    FVector4f VertexTangentX(uint32 Vertex) const { return Frames[int32(Vertex)].X; }
    /** The normal; its W is the bitangent's side. */
    FVector4f VertexTangentZ(uint32 Vertex) const { return Frames[int32(Vertex)].Z; }
    FVector3f VertexTangentY(uint32 Vertex) const {
        const FVector4f X = VertexTangentX(Vertex), Z = VertexTangentZ(Vertex);
        return (FVector3f(Z.X, Z.Y, Z.Z) ^ FVector3f(X.X, X.Y, X.Z)) * Z.W;
    }
    void SetVertexTangents(uint32 Vertex, const FVector3f& X, const FVector3f& Y, const FVector3f& Z) {
        const float Side = ((Z ^ X) | Y) < 0 ? -1.0f : 1.0f;
        Frames[int32(Vertex)] = {FVector4f(X, 0), FVector4f(Z, Side)};
    }

  private:
    struct FFrame {
        FVector4f X, Z;
    };
    uint32 Channels = 0;
    TArray<FVector2f> Uvs;
    TArray<FFrame> Frames;
};
