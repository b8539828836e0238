#pragma once
#include <memory>

#include "Containers/Array.h"

/** Owns what it points at; elements are seen, not pointers. */
template <class T>
class TIndirectArray {
  public:
    int32 Num() const { return Held.Num(); }
    bool IsValidIndex(int32 Index) const { return Held.IsValidIndex(Index); }
    T& operator[](int32 Index) { return *Held[Index]; }
    const T& operator[](int32 Index) const { return *Held[Index]; }
    int32 Add(T* Owned) { return Held.Add(std::shared_ptr<T>(Owned)); }
    void Empty(int32 = 0) { Held.Empty(); }

  private:
    TArray<std::shared_ptr<T>> Held;
};
