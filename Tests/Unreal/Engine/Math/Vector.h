#pragma once
#include "Containers/UnrealString.h"
#include "Math/UnrealMathUtility.h"

namespace UE::Math {
template <class T>
struct TVector {
    using FReal = T;
    T X, Y, Z;
    TVector() = default;
    explicit TVector(T All) : X(All), Y(All), Z(All) {}
    TVector(T InX, T InY, T InZ) : X(InX), Y(InY), Z(InZ) {}
    explicit TVector(EForceInit) : X(0), Y(0), Z(0) {}
    // Between float and double only by name: what is lost must be seen.
    template <class U>
    requires(!std::is_same_v<T, U>) explicit TVector(const TVector<U>& Other)
        : X(static_cast<T>(Other.X)), Y(static_cast<T>(Other.Y)), Z(static_cast<T>(Other.Z)) {}
    static const TVector ZeroVector, OneVector, UpVector, DownVector, ForwardVector, RightVector;
    static TVector Zero() { return TVector(0, 0, 0); }
    static TVector One() { return TVector(1, 1, 1); }
    TVector operator+(const TVector& V) const { return TVector(X + V.X, Y + V.Y, Z + V.Z); }
    TVector operator-(const TVector& V) const { return TVector(X - V.X, Y - V.Y, Z - V.Z); }
    TVector operator-() const { return TVector(-X, -Y, -Z); }
    TVector operator*(const TVector& V) const { return TVector(X * V.X, Y * V.Y, Z * V.Z); }
    TVector operator/(const TVector& V) const { return TVector(X / V.X, Y / V.Y, Z / V.Z); }
    template <class S>
    requires std::is_arithmetic_v<S> TVector operator*(S Factor) const {
        return *this * TVector(static_cast<T>(Factor));
    }
    template <class S>
    requires std::is_arithmetic_v<S> TVector operator/(S Divisor) const {
        return *this / TVector(static_cast<T>(Divisor));
    }
    template <class S>
    TVector& operator*=(S Factor) {
        return *this = *this * Factor;
    }
    template <class S>
    TVector& operator/=(S Divisor) {
        return *this = *this / Divisor;
    }
    TVector& operator+=(const TVector& V) { return *this = *this + V; }
    TVector& operator-=(const TVector& V) { return *this = *this - V; }
    bool operator==(const TVector& V) const { return X == V.X && Y == V.Y && Z == V.Z; }
    T operator|(const TVector& V) const { return X * V.X + Y * V.Y + Z * V.Z; }
    TVector operator^(const TVector& V) const {
        return TVector(Y * V.Z - Z * V.Y, Z * V.X - X * V.Z, X * V.Y - Y * V.X);
    }
    T& operator[](int32 Axis) { return Axis == 0 ? X : Axis == 1 ? Y : Z; }
    T operator[](int32 Axis) const { return Axis == 0 ? X : Axis == 1 ? Y : Z; }
    T Dot(const TVector& V) const { return *this | V; }
    TVector Cross(const TVector& V) const { return *this ^ V; }
    static T DotProduct(const TVector& A, const TVector& B) { return A | B; }
    static TVector CrossProduct(const TVector& A, const TVector& B) { return A ^ B; }
    T SizeSquared() const { return *this | *this; }
    T SquaredLength() const { return SizeSquared(); }
    T Size() const { return std::sqrt(SizeSquared()); }
    T Length() const { return Size(); }
    static T Dist(const TVector& A, const TVector& B) { return (A - B).Size(); }
    static T Distance(const TVector& A, const TVector& B) { return (A - B).Size(); }
    static T DistSquared(const TVector& A, const TVector& B) { return (A - B).SizeSquared(); }
    bool IsZero() const { return X == 0 && Y == 0 && Z == 0; }
    bool IsNearlyZero(T Tolerance = T(UE_KINDA_SMALL_NUMBER)) const {
        return FMath::Max3(FMath::Abs(X), FMath::Abs(Y), FMath::Abs(Z)) <= Tolerance;
    }
    bool Equals(const TVector& V, T Tolerance = T(UE_KINDA_SMALL_NUMBER)) const {
        return (*this - V).IsNearlyZero(Tolerance);
    }
    bool ContainsNaN() const { return !std::isfinite(X) || !std::isfinite(Y) || !std::isfinite(Z); }
    TVector GetSafeNormal(T Tolerance = T(UE_SMALL_NUMBER)) const {
        const T Squared = SizeSquared();
        return Squared < Tolerance ? Zero() : *this / std::sqrt(Squared);
    }
    TVector GetUnsafeNormal() const { return *this / Size(); }
    bool Normalize(T Tolerance = T(UE_SMALL_NUMBER)) {
        if (SizeSquared() <= Tolerance) return false;
        *this = GetUnsafeNormal();
        return true;
    }
    bool IsNormalized() const { return FMath::Abs(T(1) - SizeSquared()) < T(0.01); }
    TVector GetAbs() const { return TVector(FMath::Abs(X), FMath::Abs(Y), FMath::Abs(Z)); }
    T GetAbsMax() const { return FMath::Max3(FMath::Abs(X), FMath::Abs(Y), FMath::Abs(Z)); }
    T GetMax() const { return FMath::Max3(X, Y, Z); }
    T GetMin() const { return FMath::Min3(X, Y, Z); }
    FString ToString() const {
        return FString::Printf(TEXT("X=%3.3f Y=%3.3f Z=%3.3f"), double(X), double(Y), double(Z));
    }
};
template <class T>
inline const TVector<T> TVector<T>::ZeroVector(0, 0, 0);
template <class T>
inline const TVector<T> TVector<T>::OneVector(1, 1, 1);
template <class T>
inline const TVector<T> TVector<T>::UpVector(0, 0, 1);
template <class T>
inline const TVector<T> TVector<T>::DownVector(0, 0, -1);
template <class T>
inline const TVector<T> TVector<T>::ForwardVector(1, 0, 0);
template <class T>
inline const TVector<T> TVector<T>::RightVector(0, 1, 0);
template <class S, class T>
requires std::is_arithmetic_v<S> TVector<T>
operator*(S Factor, const TVector<T>& V) {
    return V * Factor;
}
template <class T>
uint32 GetTypeHash(const TVector<T>& V) {
    return HashCombine(HashCombine(::GetTypeHash(V.X), ::GetTypeHash(V.Y)), ::GetTypeHash(V.Z));
}
}  // namespace UE::Math

using FVector = UE::Math::TVector<double>;
using FVector3d = UE::Math::TVector<double>;
using FVector3f = UE::Math::TVector<float>;
