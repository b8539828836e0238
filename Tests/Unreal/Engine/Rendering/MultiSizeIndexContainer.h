#pragma once
#include "Containers/Array.h"

class FMultiSizeIndexContainer {
  public:
    void GetIndexBuffer(TArray<uint32>& OutIndices) const { OutIndices = Indices; }
    void RebuildIndexBuffer(uint8, const TArray<uint32>& NewIndices) { Indices = NewIndices; }
    bool IsIndexBufferValid() const { return Indices.Num() > 0; }

  private:
    TArray<uint32> Indices;
};
