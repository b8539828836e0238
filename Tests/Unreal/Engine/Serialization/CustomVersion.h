#pragma once
#include "Serialization/Archive.h"

/** Global objects of modules: which version of its data this code writes. */
class FCustomVersionRegistration {
  public:
    FCustomVersionRegistration(FGuid InKey, int32 Version, const TCHAR* FriendlyName);
    ~FCustomVersionRegistration();
    FCustomVersionRegistration(const FCustomVersionRegistration&) = delete;

  private:
    FGuid Key;
};

namespace SinewFake {
int32 CurrentCustomVersion(const FGuid& Key);  // -1: none
}
