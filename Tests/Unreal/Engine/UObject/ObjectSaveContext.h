#pragma once
#include "CoreTypes.h"

class ITargetPlatform;
class FObjectPreSaveContext {
  public:
    explicit FObjectPreSaveContext(bool bInCooking = false) : bCooking(bInCooking) {}
    const ITargetPlatform* GetTargetPlatform() const { return nullptr; }
    bool IsCooking() const { return bCooking; }
    bool RequiresCookedData() const { return bCooking; }

  private:
    bool bCooking;
};
