#pragma once
#include "Containers/Array.h"
#include "Math/Color.h"

class FColorVertexBuffer {
  public:
    void InitFromColorArray(const TArray<FColor>& InColors) { Colors = InColors; }
    const void* GetVertexData() const { return Colors.Num() > 0 ? Colors.GetData() : nullptr; }
    uint32 GetNumVertices() const { return uint32(Colors.Num()); }
    const FColor& VertexColor(uint32 Vertex) const { return Colors[int32(Vertex)]; }

  private:
    TArray<FColor> Colors;
};
