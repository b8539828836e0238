#pragma once
#include "CoreTypes.h"

namespace EResourceSizeMode {
enum Type { Exclusive, EstimatedTotal };
}
struct FResourceSizeEx {
    explicit FResourceSizeEx(EResourceSizeMode::Type InMode = EResourceSizeMode::Exclusive) : Mode(InMode) {}
    void AddDedicatedSystemMemoryBytes(SIZE_T Bytes) { Total += Bytes; }
    void AddUnknownMemoryBytes(SIZE_T Bytes) { Total += Bytes; }
    void AddDedicatedVideoMemoryBytes(SIZE_T Bytes) { Total += Bytes; }
    SIZE_T GetTotalMemoryBytes() const { return Total; }
    EResourceSizeMode::Type GetResourceSizeMode() const { return Mode; }

  private:
    EResourceSizeMode::Type Mode;
    SIZE_T Total = 0;
};
