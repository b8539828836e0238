#pragma once
#include "AssetRegistry/AssetData.h"

struct FARFilter {
    TArray<FName> PackageNames, PackagePaths;
    TArray<FTopLevelAssetPath> ClassPaths;
    bool bRecursivePaths = false, bRecursiveClasses = false, bIncludeOnlyOnDiskAssets = false;
    bool IsEmpty() const { return PackageNames.Num() + PackagePaths.Num() + ClassPaths.Num() == 0; }
};
