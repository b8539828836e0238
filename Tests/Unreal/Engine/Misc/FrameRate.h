#pragma once
#include "CoreTypes.h"

struct FFrameRate {
    FFrameRate(uint32 InNumerator = 60000, uint32 InDenominator = 1001)
        : Numerator(int32(InNumerator)), Denominator(int32(InDenominator)) {}
    double AsDecimal() const { return double(Numerator) / double(Denominator); }
    double AsInterval() const { return double(Denominator) / double(Numerator); }
    int32 Numerator, Denominator;
};
