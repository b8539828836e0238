#pragma once
#include "Containers/UnrealString.h"
#include "Templates/SharedPointer.h"

struct FPluginDescriptor {
    FString VersionName, FriendlyName;
};
class IPlugin {
  public:
    virtual ~IPlugin() = default;
    virtual FString GetBaseDir() const = 0;
    virtual FString GetContentDir() const { return GetBaseDir() / TEXT("Content"); }
    virtual FString GetName() const = 0;
    virtual const FPluginDescriptor& GetDescriptor() const = 0;
};
/** Knows the plugin that is tested, where SINEW_PLUGIN_DIR says. */
class IPluginManager {
  public:
    static IPluginManager& Get();
    TSharedPtr<IPlugin> FindPlugin(const FString& Name);
};
