#pragma once
#include "Logging/LogVerbosity.h"
#include "UObject/NameTypes.h"

class FOutputDevice {
  public:
    virtual ~FOutputDevice() = default;
    virtual void Serialize(const TCHAR* Text, ELogVerbosity::Type Verbosity, const FName& Category) = 0;
    void Log(const FString& Text) { Serialize(*Text, ELogVerbosity::Log, NAME_None); }
    template <class... Arguments>
    void Logf(const TCHAR* Format, const Arguments&... Given) {
        Serialize(*FString::Printf(Format, Given...), ELogVerbosity::Log, NAME_None);
    }
    template <class... Arguments>
    void Logf(ELogVerbosity::Type Verbosity, const TCHAR* Format, const Arguments&... Given) {
        Serialize(*FString::Printf(Format, Given...), Verbosity, NAME_None);
    }
    virtual void Flush() {}
};

/** Everything logged goes to these; tests may add their own. */
class FOutputDeviceRedirector : public FOutputDevice {
  public:
    static FOutputDeviceRedirector* Get();
    void AddOutputDevice(FOutputDevice* Device) { Devices.AddUnique(Device); }
    void RemoveOutputDevice(FOutputDevice* Device) { Devices.Remove(Device); }
    void Serialize(const TCHAR* Text, ELogVerbosity::Type Verbosity, const FName& Category) override;

  private:
    TArray<FOutputDevice*> Devices;
};
#define GLog FOutputDeviceRedirector::Get()
