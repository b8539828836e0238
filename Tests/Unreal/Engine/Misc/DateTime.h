#pragma once
#include "Containers/UnrealString.h"

struct FTimespan {
    FTimespan() = default;
    explicit FTimespan(int64 InTicks) : Ticks(InTicks) {}
    double GetTotalSeconds() const { return static_cast<double>(Ticks) * 1e-7; }
    double GetTotalMilliseconds() const { return static_cast<double>(Ticks) * 1e-4; }
    int64 GetTicks() const { return Ticks; }
    static FTimespan FromSeconds(double Seconds) { return FTimespan(static_cast<int64>(Seconds * 1e7)); }
    static FTimespan Zero() { return FTimespan(); }
    bool operator<(const FTimespan& Other) const { return Ticks < Other.Ticks; }
    int64 Ticks = 0;  // of 100 ns
};

struct FDateTime {
    FDateTime() = default;
    explicit FDateTime(int64 InTicks) : Ticks(InTicks) {}
    static FDateTime Now();
    static FDateTime UtcNow();
    static FDateTime MinValue() { return FDateTime(); }
    FString ToIso8601() const;
    FString ToString() const { return ToIso8601(); }
    int64 GetTicks() const { return Ticks; }
    FTimespan operator-(const FDateTime& Other) const { return FTimespan(Ticks - Other.Ticks); }
    bool operator==(const FDateTime& Other) const { return Ticks == Other.Ticks; }
    bool operator<(const FDateTime& Other) const { return Ticks < Other.Ticks; }
    bool operator>(const FDateTime& Other) const { return Ticks > Other.Ticks; }
    int64 Ticks = 0;  // of 100 ns, since year 1
};
