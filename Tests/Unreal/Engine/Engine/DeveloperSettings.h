#pragma once
#include "UObject/UObjectGlobals.h"

class UDeveloperSettings : public UObject {
    SINEW_FAKE_CLASS(UDeveloperSettings, UObject)
    virtual FName GetContainerName() const { return TEXT("Project"); }
    virtual FName GetCategoryName() const { return TEXT("Game"); }
    virtual FName GetSectionName() const { return GetClass()->GetFName(); }
};
