#pragma once
#include "UObject/UObjectGlobals.h"

class UEditorLoadingAndSavingUtils : public UObject {
    SINEW_FAKE_CLASS(UEditorLoadingAndSavingUtils, UObject)
    static bool SavePackages(const TArray<UPackage*>& Packages, bool bOnlyDirty);
};
