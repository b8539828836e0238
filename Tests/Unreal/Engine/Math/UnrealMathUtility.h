#pragma once
#include <algorithm>
#include <cmath>

#include "CoreTypes.h"

#define UE_PI (3.1415926535897932f)
#define UE_DOUBLE_PI (3.141592653589793238462643383279502884)
#define UE_SMALL_NUMBER (1.e-8f)
#define UE_KINDA_SMALL_NUMBER (1.e-4f)
#define UE_DOUBLE_SMALL_NUMBER (1.e-8)
#define UE_DOUBLE_KINDA_SMALL_NUMBER (1.e-4)
#define UE_BIG_NUMBER (3.4e+38f)
#define PI UE_PI
#define SMALL_NUMBER UE_SMALL_NUMBER
#define KINDA_SMALL_NUMBER UE_KINDA_SMALL_NUMBER
#define BIG_NUMBER UE_BIG_NUMBER
#define MAX_flt (3.402823466e+38F)
#define MAX_FLT (3.402823466e+38F)
#define MAX_dbl (1.7976931348623158e+308)
#define MAX_int32 (0x7fffffff)
#define MAX_uint32 (0xffffffffu)
#define MAX_uint8 (0xff)
#define MAX_uint16 (0xffff)
#define MAX_int64 (0x7fffffffffffffffll)

struct FMath {
    template <class T>
    static constexpr T Min(T A, T B) {
        return A < B ? A : B;
    }
    template <class T>
    static constexpr T Max(T A, T B) {
        return A < B ? B : A;
    }
    template <class T>
    static constexpr T Max3(T A, T B, T C) {
        return Max(Max(A, B), C);
    }
    template <class T>
    static constexpr T Min3(T A, T B, T C) {
        return Min(Min(A, B), C);
    }
    template <class T>
    static constexpr T Clamp(T Value, T Low, T High) {
        return Value < Low ? Low : High < Value ? High : Value;
    }
    template <class T>
    static constexpr T Abs(T Value) {
        return Value < T(0) ? -Value : Value;
    }
    template <class T>
    static constexpr T Sign(T Value) {
        return Value > T(0) ? T(1) : Value < T(0) ? T(-1) : T(0);
    }
    template <class T>
    static constexpr T Square(T Value) {
        return Value * Value;
    }
    template <class T, class U>
    static constexpr T Lerp(T A, T B, U Alpha) {
        return static_cast<T>(A + (B - A) * Alpha);
    }
    template <class T>
    static T Sqrt(T Value) {
        return std::sqrt(Value);
    }
    template <class T>
    static T InvSqrt(T Value) {
        return T(1) / std::sqrt(Value);
    }
    template <class T>
    static T Sin(T Value) {
        return std::sin(Value);
    }
    template <class T>
    static T Cos(T Value) {
        return std::cos(Value);
    }
    template <class T>
    static T Tan(T Value) {
        return std::tan(Value);
    }
    template <class T>
    static T Acos(T Value) {
        return std::acos(Clamp(Value, T(-1), T(1)));
    }
    template <class T>
    static T Asin(T Value) {
        return std::asin(Clamp(Value, T(-1), T(1)));
    }
    template <class T>
    static T Atan2(T Y, T X) {
        return std::atan2(Y, X);
    }
    template <class T>
    static T Pow(T Base, T Exponent) {
        return std::pow(Base, Exponent);
    }
    template <class T>
    static T Exp(T Value) {
        return std::exp(Value);
    }
    template <class T>
    static T Loge(T Value) {
        return std::log(Value);
    }
    template <class T>
    static T Fmod(T X, T Y) {
        return std::fmod(X, Y);
    }
    template <class T>
    static constexpr T DegreesToRadians(T Degrees) {
        return static_cast<T>(Degrees * (UE_DOUBLE_PI / 180.0));
    }
    template <class T>
    static constexpr T RadiansToDegrees(T Radians) {
        return static_cast<T>(Radians * (180.0 / UE_DOUBLE_PI));
    }
    template <class T>
    static bool IsFinite(T Value) {
        return std::isfinite(Value);
    }
    template <class T>
    static bool IsNaN(T Value) {
        return std::isnan(Value);
    }
    template <class A, class B>
    static bool IsNearlyEqual(A X, B Y, double Tolerance = UE_DOUBLE_SMALL_NUMBER) {
        return std::abs(static_cast<double>(X) - static_cast<double>(Y)) <= Tolerance;
    }
    template <class A>
    static bool IsNearlyZero(A X, double Tolerance = UE_DOUBLE_SMALL_NUMBER) {
        return std::abs(static_cast<double>(X)) <= Tolerance;
    }
    template <class T>
    static constexpr T DivideAndRoundUp(T Value, T Divisor) {
        return (Value + Divisor - 1) / Divisor;
    }
    static int32 CeilToInt(float Value) { return static_cast<int32>(std::ceil(Value)); }
    static int64 CeilToInt(double Value) { return static_cast<int64>(std::ceil(Value)); }
    static int32 FloorToInt(float Value) { return static_cast<int32>(std::floor(Value)); }
    static int64 FloorToInt(double Value) { return static_cast<int64>(std::floor(Value)); }
    static int32 FloorToInt32(double Value) { return static_cast<int32>(std::floor(Value)); }
    static int32 CeilToInt32(double Value) { return static_cast<int32>(std::ceil(Value)); }
    static int32 RoundToInt(float Value) { return static_cast<int32>(std::floor(Value + 0.5f)); }
    static int64 RoundToInt(double Value) { return static_cast<int64>(std::floor(Value + 0.5)); }
    static int32 RoundToInt32(double Value) { return static_cast<int32>(std::floor(Value + 0.5)); }
    static float Frac(float Value) { return Value - std::floor(Value); }
    static double Frac(double Value) { return Value - std::floor(Value); }
    static uint32 RoundUpToPowerOfTwo(uint32 Value) {
        uint32 Power = 1;
        while (Power < Value) Power *= 2;
        return Power;
    }
    static bool IsPowerOfTwo(uint32 Value) { return Value != 0 && (Value & (Value - 1)) == 0; }
};

template <class T>
constexpr T Align(T Value, uint64 Alignment) {
    return (T)(((uint64)Value + Alignment - 1) & ~(Alignment - 1));
}
template <class T>
constexpr bool IsAligned(T Value, uint64 Alignment) {
    return ((uint64)Value & (Alignment - 1)) == 0;
}
