#pragma once
#include "AssetRegistry/IAssetRegistry.h"
#include "Modules/ModuleManager.h"

class FAssetRegistryModule : public IModuleInterface {
  public:
    IAssetRegistry& Get() const { return IAssetRegistry::GetChecked(); }
    static void AssetCreated(UObject* Asset);
    static void AssetDeleted(UObject* Asset);
    static TArray<FString>& SinewFakeCreated();  // paths, in order
};
