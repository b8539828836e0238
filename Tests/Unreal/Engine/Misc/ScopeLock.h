#pragma once
#include "HAL/CriticalSection.h"

class FScopeLock {
  public:
    explicit FScopeLock(FCriticalSection* InSection) : Section(InSection) { Section->Lock(); }
    ~FScopeLock() { Unlock(); }
    FScopeLock(const FScopeLock&) = delete;
    void Unlock() {
        if (Section != nullptr) Section->Unlock();
        Section = nullptr;
    }

  private:
    FCriticalSection* Section;
};
