#pragma once

#include <cmath>

namespace sinew {

template <class T>
struct Vec3 {
    T x{}, y{}, z{};

    constexpr T& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
    constexpr const T& operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }

    friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
    friend constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend constexpr Vec3 operator-(Vec3 a) { return {-a.x, -a.y, -a.z}; }
    friend constexpr Vec3 operator*(Vec3 a, T s) { return {a.x * s, a.y * s, a.z * s}; }
    friend constexpr Vec3 operator*(T s, Vec3 a) { return a * s; }
    friend constexpr Vec3 operator/(Vec3 a, T s) { return {a.x / s, a.y / s, a.z / s}; }
    constexpr Vec3& operator+=(Vec3 b) { return *this = *this + b; }
    constexpr Vec3& operator-=(Vec3 b) { return *this = *this - b; }
    constexpr Vec3& operator*=(T s) { return *this = *this * s; }
};

using Vec3f = Vec3<float>;
using Vec3d = Vec3<double>;

template <class T>
constexpr T dot(Vec3<T> a, Vec3<T> b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class T>
constexpr Vec3<T> cross(Vec3<T> a, Vec3<T> b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <class T>
T length(Vec3<T> a) {
    return std::sqrt(dot(a, a));
}

// Component by component.
template <class T>
constexpr Vec3<T> scaled(Vec3<T> a, Vec3<T> b) {
    return {a.x * b.x, a.y * b.y, a.z * b.z};
}

template <class T>
constexpr Vec3<T> min(Vec3<T> a, Vec3<T> b) {
    return {a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z};
}

template <class T>
constexpr Vec3<T> max(Vec3<T> a, Vec3<T> b) {
    return {a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z};
}

template <class T>
constexpr Vec3<T> lerp(Vec3<T> a, Vec3<T> b, T t) {
    return a + (b - a) * t;
}

// Returns `fallback` if the vector is zero; NaN stays NaN.
template <class T>
Vec3<T> normalized(Vec3<T> a, Vec3<T> fallback = {}) {
    const T size = length(a);
    return size == T(0) ? fallback : a / size;
}

// A unit vector perpendicular to `a`, whatever its length; x if `a` is zero.
template <class T>
Vec3<T> anyPerpendicular(Vec3<T> a) {
    const T x = std::abs(a.x), y = std::abs(a.y), z = std::abs(a.z);
    const Vec3<T> axis = x <= y && x <= z ? Vec3<T>{1, 0, 0} : y <= z ? Vec3<T>{0, 1, 0} : Vec3<T>{0, 0, 1};
    return normalized(cross(cross(normalized(a), axis), normalized(a)), axis);
}

template <class T>
bool isFinite(Vec3<T> a) {
    return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

template <class To, class From>
constexpr Vec3<To> convert(Vec3<From> a) {
    return {static_cast<To>(a.x), static_cast<To>(a.y), static_cast<To>(a.z)};
}

}  // namespace sinew
