#pragma once
#include "CoreTypes.h"

class IModuleInterface {
  public:
    virtual ~IModuleInterface() = default;
    virtual void StartupModule() {}
    virtual void ShutdownModule() {}
    virtual bool SupportsDynamicReloading() { return true; }
    virtual bool IsGameModule() const { return false; }
};
class FDefaultModuleImpl : public IModuleInterface {};
class FDefaultGameModuleImpl : public FDefaultModuleImpl {};
