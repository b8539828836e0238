#pragma once
#include "Math/Vector.h"

namespace UE::Math {
template <class T>
struct TVector2 {
    T X, Y;
    TVector2() = default;
    TVector2(T InX, T InY) : X(InX), Y(InY) {}
    template <class U>
    requires(!std::is_same_v<T, U>) explicit TVector2(const TVector2<U>& Other)
        : X(static_cast<T>(Other.X)), Y(static_cast<T>(Other.Y)) {}
    static TVector2 Zero() { return TVector2(0, 0); }
    static const TVector2 ZeroVector;
    TVector2 operator+(const TVector2& V) const { return TVector2(X + V.X, Y + V.Y); }
    TVector2 operator-(const TVector2& V) const { return TVector2(X - V.X, Y - V.Y); }
    TVector2 operator*(T Factor) const { return TVector2(X * Factor, Y * Factor); }
    bool operator==(const TVector2& V) const { return X == V.X && Y == V.Y; }
    bool Equals(const TVector2& V, T Tolerance = T(UE_KINDA_SMALL_NUMBER)) const {
        return FMath::Abs(X - V.X) <= Tolerance && FMath::Abs(Y - V.Y) <= Tolerance;
    }
    T Size() const { return std::sqrt(X * X + Y * Y); }
};
template <class T>
inline const TVector2<T> TVector2<T>::ZeroVector(0, 0);

template <class T>
struct TVector4 {
    T X, Y, Z, W;
    TVector4() = default;
    TVector4(T InX, T InY, T InZ, T InW) : X(InX), Y(InY), Z(InZ), W(InW) {}
    explicit TVector4(const TVector<T>& V, T InW = 1) : X(V.X), Y(V.Y), Z(V.Z), W(InW) {}
    bool operator==(const TVector4& V) const { return X == V.X && Y == V.Y && Z == V.Z && W == V.W; }
    T operator[](int32 Axis) const { return Axis == 0 ? X : Axis == 1 ? Y : Axis == 2 ? Z : W; }
};
}  // namespace UE::Math

using FVector2D = UE::Math::TVector2<double>;
using FVector2f = UE::Math::TVector2<float>;
using FVector4 = UE::Math::TVector4<double>;
using FVector4f = UE::Math::TVector4<float>;

struct FIntPoint {
    int32 X = 0, Y = 0;
    FIntPoint() = default;
    FIntPoint(int32 InX, int32 InY) : X(InX), Y(InY) {}
    explicit FIntPoint(EForceInit) {}
    bool operator==(const FIntPoint& Other) const { return X == Other.X && Y == Other.Y; }
};
struct FIntVector {
    int32 X = 0, Y = 0, Z = 0;
    FIntVector() = default;
    FIntVector(int32 InX, int32 InY, int32 InZ) : X(InX), Y(InY), Z(InZ) {}
    bool operator==(const FIntVector& Other) const { return X == Other.X && Y == Other.Y && Z == Other.Z; }
};
