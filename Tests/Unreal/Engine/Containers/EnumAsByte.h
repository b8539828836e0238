#pragma once
#include "CoreTypes.h"

template <class T>
class TEnumAsByte {
  public:
    TEnumAsByte() = default;
    constexpr TEnumAsByte(T Value) : Held(static_cast<uint8>(Value)) {}
    operator T() const { return static_cast<T>(Held); }
    T GetValue() const { return static_cast<T>(Held); }

  private:
    uint8 Held = 0;
};
