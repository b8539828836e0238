#pragma once
#include "UObject/UObjectGlobals.h"

class UInterface : public UObject {
    SINEW_FAKE_CLASS(UInterface, UObject)
};
