#pragma once
#include "CoreTypes.h"

namespace UE::Geometry {
struct FIndex3i {
    int A = 0, B = 0, C = 0;
    FIndex3i() = default;
    FIndex3i(int InA, int InB, int InC) : A(InA), B(InB), C(InC) {}
    int& operator[](int Corner) { return Corner == 0 ? A : Corner == 1 ? B : C; }
    int operator[](int Corner) const { return Corner == 0 ? A : Corner == 1 ? B : C; }
    bool operator==(const FIndex3i& Other) const { return A == Other.A && B == Other.B && C == Other.C; }
};
struct FIndex2i {
    int A = 0, B = 0;
};
}  // namespace UE::Geometry
