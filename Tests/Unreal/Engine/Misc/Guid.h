#pragma once
#include "Containers/UnrealString.h"

struct FGuid {
    constexpr FGuid() = default;
    constexpr FGuid(uint32 InA, uint32 InB, uint32 InC, uint32 InD) : A(InA), B(InB), C(InC), D(InD) {}
    static FGuid NewGuid();
    bool IsValid() const { return (A | B | C | D) != 0; }
    void Invalidate() { A = B = C = D = 0; }
    FString ToString() const { return FString::Printf(TEXT("%08X%08X%08X%08X"), A, B, C, D); }
    friend bool operator==(const FGuid& X, const FGuid& Y) {
        return X.A == Y.A && X.B == Y.B && X.C == Y.C && X.D == Y.D;
    }
    friend uint32 GetTypeHash(const FGuid& Guid) {
        return HashCombine(HashCombine(Guid.A, Guid.B), HashCombine(Guid.C, Guid.D));
    }
    uint32 A = 0, B = 0, C = 0, D = 0;
};
