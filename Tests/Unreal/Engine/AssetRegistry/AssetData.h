#pragma once
#include "UObject/SoftObjectPath.h"

struct FAssetData {
    FAssetData() = default;
    explicit FAssetData(const UObject* Asset);
    FName PackageName, PackagePath, AssetName;
    FTopLevelAssetPath AssetClassPath;
    TMap<FName, FString> SinewFakeTags;
    bool IsValid() const { return !AssetName.IsNone(); }
    FString GetObjectPathString() const { return PackageName.ToString() + TEXT(".") + AssetName.ToString(); }
    FSoftObjectPath GetSoftObjectPath() const { return FSoftObjectPath(GetObjectPathString()); }
    UObject* GetAsset() const { return GetSoftObjectPath().TryLoad(); }
    UObject* FastGetAsset(bool bLoad = false) const {
        return bLoad ? GetAsset() : GetSoftObjectPath().ResolveObject();
    }
    UPackage* GetPackage() const;
    UClass* GetClass() const;
    template <class T>
    bool GetTagValue(FName Tag, T& OutValue) const {
        const FString* Found = SinewFakeTags.Find(Tag);
        if (Found != nullptr) OutValue = *Found;
        return Found != nullptr;
    }
};
