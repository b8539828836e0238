#pragma once
#include <atomic>

#include "CoreTypes.h"

class FThreadSafeBool {
  public:
    FThreadSafeBool(bool bInitial = false) : Held(bInitial) {}
    operator bool() const { return Held.load(); }
    bool operator=(bool bValue) { return Held = bValue; }
    bool AtomicSet(bool bValue) { return Held.exchange(bValue); }

  private:
    std::atomic<bool> Held;
};
