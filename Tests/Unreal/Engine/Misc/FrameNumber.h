#pragma once
#include "CoreTypes.h"

struct FFrameNumber {
    FFrameNumber(int32 InValue = 0) : Value(InValue) {}
    int32 Value;
};
