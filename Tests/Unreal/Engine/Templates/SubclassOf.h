#pragma once
#include "CoreTypes.h"

class UClass;

template <class T>
class TSubclassOf {
  public:
    TSubclassOf() = default;
    TSubclassOf(UClass* InClass) : Class(InClass) {}
    UClass* Get() const { return Class; }
    UClass* operator*() const { return Class; }
    UClass* operator->() const { return Class; }
    operator UClass*() const { return Class; }

  private:
    UClass* Class = nullptr;
};
