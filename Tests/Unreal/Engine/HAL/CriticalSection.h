#pragma once
#include <mutex>

#include "CoreTypes.h"

/** Recursive, as the engine's is. */
class FCriticalSection {
  public:
    void Lock() { Held.lock(); }
    bool TryLock() { return Held.try_lock(); }
    void Unlock() { Held.unlock(); }

  private:
    std::recursive_mutex Held;
};
