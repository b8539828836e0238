#pragma once
#include "UObject/UObjectGlobals.h"

class UMaterialInterface : public UObject {
    SINEW_FAKE_CLASS(UMaterialInterface, UObject)
};
