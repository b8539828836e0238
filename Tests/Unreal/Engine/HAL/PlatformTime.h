#pragma once
#include "CoreTypes.h"

struct FPlatformTime {
    static double Seconds();
    static uint64 Cycles64();
    static uint32 Cycles() { return static_cast<uint32>(Cycles64()); }
    static double GetSecondsPerCycle64() { return 1e-9; }
    static double ToSeconds64(uint64 Cycles) { return static_cast<double>(Cycles) * 1e-9; }
    static double ToMilliseconds64(uint64 Cycles) { return static_cast<double>(Cycles) * 1e-6; }
};
