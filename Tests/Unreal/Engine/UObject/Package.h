#pragma once
#include "UObject/Class.h"
#include "UObject/SavePackage.h"
#include "UObject/SinewFakeBody.h"

/** One file's worth of objects. Saving really writes a file, and loading really reads it. */
class UPackage : public UObject {
    SINEW_FAKE_CLASS(UPackage, UObject)
    bool IsDirty() const { return bDirty; }
    void SetDirtyFlag(bool bValue) { bDirty = bValue; }
    void FullyLoad() {}
    bool IsFullyLoaded() const { return true; }
    static bool SavePackage(UPackage* Package, UObject* Asset, const TCHAR* Filename,
                            const FSavePackageArgs& Args);
    static FSavePackageResultStruct Save(UPackage* Package, UObject* Asset, const TCHAR* Filename,
                                         const FSavePackageArgs& Args) {
        return {SavePackage(Package, Asset, Filename, Args) ? ESavePackageResult::Success
                                                            : ESavePackageResult::Error};
    }

  private:
    bool bDirty = false;
};
UPackage* CreatePackage(const TCHAR* Name);
UPackage* FindPackage(UObject*, const TCHAR* Name);
UPackage* LoadPackage(UPackage* Outer, const TCHAR* Name, uint32 Flags);
