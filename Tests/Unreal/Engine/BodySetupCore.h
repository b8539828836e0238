#pragma once
#include "UObject/UObjectGlobals.h"

class UBodySetupCore : public UObject {
    SINEW_FAKE_CLASS(UBodySetupCore, UObject)
    FName BoneName;
};
