#pragma once
#include "AssetRegistry/ARFilter.h"

/** Assets in memory, and those in the project's Content folder that are not. */
class IAssetRegistry {
  public:
    static IAssetRegistry& GetChecked();
    static IAssetRegistry* Get() { return &GetChecked(); }
    bool GetAssets(const FARFilter& Filter, TArray<FAssetData>& OutAssets, bool = true) const;
    bool GetAssetsByClass(FTopLevelAssetPath Class, TArray<FAssetData>& OutAssets,
                          bool bSubclasses = false) const;
    FAssetData GetAssetByObjectPath(const FSoftObjectPath& Path, bool = false) const;
    void SearchAllAssets(bool bSynchronous);
    bool IsLoadingAssets() const { return false; }
    void ScanPathsSynchronous(const TArray<FString>&, bool = false) {}
    TArray<FAssetData> SinewFakeOnDisk;  // known by their tags, though their packages do not load
    bool bSinewFakeSearched = false;     // in a commandlet, nothing on disk is known before
};
