#pragma once
#include "Math/Vector.h"

namespace UE::Math {
template <class T>
struct TRotator;

/** A * B turns by B first, then by A: the other way round than transforms do. */
template <class T>
struct TQuat {
    T X, Y, Z, W;
    TQuat() = default;
    TQuat(T InX, T InY, T InZ, T InW) : X(InX), Y(InY), Z(InZ), W(InW) {}
    explicit TQuat(EForceInit) : X(0), Y(0), Z(0), W(1) {}
    TQuat(TVector<T> Axis, T Radians) {
        const TVector<T> Imaginary = Axis * std::sin(Radians / 2);
        *this = TQuat(Imaginary.X, Imaginary.Y, Imaginary.Z, std::cos(Radians / 2));
    }
    explicit TQuat(const TRotator<T>& Rotator);
    template <class U>
    requires(!std::is_same_v<T, U>) explicit TQuat(const TQuat<U>& Q)
        : X(static_cast<T>(Q.X)), Y(static_cast<T>(Q.Y)), Z(static_cast<T>(Q.Z)), W(static_cast<T>(Q.W)) {}
    static const TQuat Identity;
    TQuat operator*(const TQuat& Q) const {
        return TQuat(W * Q.X + X * Q.W + Y * Q.Z - Z * Q.Y, W * Q.Y - X * Q.Z + Y * Q.W + Z * Q.X,
                     W * Q.Z + X * Q.Y - Y * Q.X + Z * Q.W, W * Q.W - X * Q.X - Y * Q.Y - Z * Q.Z);
    }
    TQuat operator*(T Factor) const { return TQuat(X * Factor, Y * Factor, Z * Factor, W * Factor); }
    TQuat operator+(const TQuat& Q) const { return TQuat(X + Q.X, Y + Q.Y, Z + Q.Z, W + Q.W); }
    TQuat operator-() const { return TQuat(-X, -Y, -Z, -W); }
    TQuat& operator*=(const TQuat& Q) { return *this = *this * Q; }
    bool operator==(const TQuat& Q) const { return X == Q.X && Y == Q.Y && Z == Q.Z && W == Q.W; }
    T operator|(const TQuat& Q) const { return X * Q.X + Y * Q.Y + Z * Q.Z + W * Q.W; }
    TVector<T> RotateVector(const TVector<T>& V) const {
        const TVector<T> Imaginary(X, Y, Z);
        const TVector<T> Twice = (Imaginary ^ V) * T(2);
        return V + Twice * W + (Imaginary ^ Twice);
    }
    TVector<T> UnrotateVector(const TVector<T>& V) const { return Inverse().RotateVector(V); }
    TVector<T> operator*(const TVector<T>& V) const { return RotateVector(V); }
    TQuat Inverse() const { return TQuat(-X, -Y, -Z, W); }
    T SizeSquared() const { return *this | *this; }
    T Size() const { return std::sqrt(SizeSquared()); }
    bool IsNormalized() const { return FMath::Abs(T(1) - SizeSquared()) < T(0.01); }
    void Normalize(T Tolerance = T(UE_SMALL_NUMBER)) { *this = GetNormalized(Tolerance); }
    TQuat GetNormalized(T Tolerance = T(UE_SMALL_NUMBER)) const {
        const T Squared = SizeSquared();
        return Squared < Tolerance ? Identity : *this * (T(1) / std::sqrt(Squared));
    }
    bool ContainsNaN() const {
        return !std::isfinite(X) || !std::isfinite(Y) || !std::isfinite(Z) || !std::isfinite(W);
    }
    bool Equals(const TQuat& Q, T Tolerance = T(UE_KINDA_SMALL_NUMBER)) const {
        return Near(Q, Tolerance) || Near(-Q, Tolerance);
    }
    T AngularDistance(const TQuat& Q) const {
        const T Inner = *this | Q;
        return FMath::Acos(2 * Inner * Inner - 1);
    }
    TVector<T> GetAxisX() const { return RotateVector(TVector<T>(1, 0, 0)); }
    TVector<T> GetAxisY() const { return RotateVector(TVector<T>(0, 1, 0)); }
    TVector<T> GetAxisZ() const { return RotateVector(TVector<T>(0, 0, 1)); }
    TVector<T> GetUpVector() const { return GetAxisZ(); }
    TVector<T> GetForwardVector() const { return GetAxisX(); }
    TRotator<T> Rotator() const;
    static TQuat Slerp(const TQuat& A, const TQuat& B, T Alpha) {
        const T Inner = A | B;
        const TQuat Near = Inner < 0 ? -B : B;
        const T Angle = FMath::Acos(FMath::Abs(Inner));
        if (Angle < T(1e-4)) return (A * (1 - Alpha) + Near * Alpha).GetNormalized();
        return (A * (std::sin((1 - Alpha) * Angle) / std::sin(Angle)) +
                Near * (std::sin(Alpha * Angle) / std::sin(Angle)))
            .GetNormalized();
    }
    static TQuat FindBetweenNormals(const TVector<T>& A, const TVector<T>& B) {
        const TVector<T> Axis = A ^ B;
        return TQuat(Axis.X, Axis.Y, Axis.Z, 1 + (A | B)).GetNormalized();
    }
    FString ToString() const {
        return FString::Printf(TEXT("X=%.9f Y=%.9f Z=%.9f W=%.9f"), double(X), double(Y), double(Z),
                               double(W));
    }

  private:
    bool Near(const TQuat& Q, T Tolerance) const {
        return FMath::Abs(X - Q.X) <= Tolerance && FMath::Abs(Y - Q.Y) <= Tolerance &&
               FMath::Abs(Z - Q.Z) <= Tolerance && FMath::Abs(W - Q.W) <= Tolerance;
    }
};
template <class T>
inline const TQuat<T> TQuat<T>::Identity(0, 0, 0, 1);

/** Degrees: pitch about right (up is positive), yaw about up, roll about forward. */
template <class T>
struct TRotator {
    T Pitch, Yaw, Roll;
    TRotator() = default;
    TRotator(T InPitch, T InYaw, T InRoll) : Pitch(InPitch), Yaw(InYaw), Roll(InRoll) {}
    explicit TRotator(EForceInit) : Pitch(0), Yaw(0), Roll(0) {}
    explicit TRotator(const TQuat<T>& Quat) : TRotator(Quat.Rotator()) {}
    static const TRotator ZeroRotator;
    TQuat<T> Quaternion() const { return TQuat<T>(*this); }
    TVector<T> RotateVector(const TVector<T>& V) const { return Quaternion().RotateVector(V); }
    bool operator==(const TRotator& R) const { return Pitch == R.Pitch && Yaw == R.Yaw && Roll == R.Roll; }
    bool Equals(const TRotator& R, T Tolerance = T(UE_KINDA_SMALL_NUMBER)) const {
        return TVector<T>(Pitch, Yaw, Roll).Equals(TVector<T>(R.Pitch, R.Yaw, R.Roll), Tolerance);
    }
};
template <class T>
inline const TRotator<T> TRotator<T>::ZeroRotator(0, 0, 0);

template <class T>
TQuat<T>::TQuat(const TRotator<T>& R) {
    // Yaw turns x to y; pitch lifts x to z, and roll y to -z: both against the algebraic sense about y and x.
    const TQuat AboutZ(TVector<T>(0, 0, 1), FMath::DegreesToRadians(R.Yaw));
    const TQuat AboutY(TVector<T>(0, 1, 0), -FMath::DegreesToRadians(R.Pitch));
    const TQuat AboutX(TVector<T>(1, 0, 0), -FMath::DegreesToRadians(R.Roll));
    *this = AboutZ * AboutY * AboutX;
}
template <class T>
TRotator<T> TQuat<T>::Rotator() const {
    const TVector<T> Forward = GetAxisX(), Right = GetAxisY(), Up = GetAxisZ();
    const T Pitch = FMath::Asin(Forward.Z);
    return TRotator<T>(FMath::RadiansToDegrees(Pitch),
                       FMath::RadiansToDegrees(std::atan2(Forward.Y, Forward.X)),
                       FMath::RadiansToDegrees(std::atan2(-Right.Z, Up.Z)));
}
}  // namespace UE::Math

using FQuat = UE::Math::TQuat<double>;
using FQuat4d = UE::Math::TQuat<double>;
using FQuat4f = UE::Math::TQuat<float>;
using FRotator = UE::Math::TRotator<double>;
using FRotator3f = UE::Math::TRotator<float>;
