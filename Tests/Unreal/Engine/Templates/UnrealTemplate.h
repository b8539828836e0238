#pragma once
#include <functional>
#include <limits>

#include "CoreTypes.h"

template <class T>
constexpr std::remove_reference_t<T>&& MoveTemp(T&& Value) {
    static_assert(std::is_lvalue_reference_v<T> && !std::is_const_v<std::remove_reference_t<T>>,
                  "MoveTemp of what cannot be moved from");
    return static_cast<std::remove_reference_t<T>&&>(Value);
}
template <class T>
constexpr T&& Forward(std::remove_reference_t<T>& Value) {
    return static_cast<T&&>(Value);
}
template <class T>
constexpr T&& Forward(std::remove_reference_t<T>&& Value) {
    return static_cast<T&&>(Value);
}
template <class T>
void Swap(T& A, T& B) {
    std::swap(A, B);
}
template <class T, class U = T>
T Exchange(T& Value, U&& New) {
    return std::exchange(Value, static_cast<U&&>(New));
}
template <class T>
struct TNumericLimits {
    static constexpr T Min() {
        return std::is_floating_point_v<T> ? std::numeric_limits<T>::min() : Lowest();
    }
    static constexpr T Max() { return std::numeric_limits<T>::max(); }
    static constexpr T Lowest() { return std::numeric_limits<T>::lowest(); }
};

template <class T>
struct TGuardValue {
    TGuardValue(T& InReference, const T& NewValue) : Reference(InReference), Old(InReference) {
        Reference = NewValue;
    }
    ~TGuardValue() { Reference = Old; }
    TGuardValue(const TGuardValue&) = delete;

  private:
    T& Reference;
    T Old;
};

struct FNoncopyable {
    FNoncopyable() = default;
    FNoncopyable(const FNoncopyable&) = delete;
    FNoncopyable& operator=(const FNoncopyable&) = delete;
};

template <class InKeyType, class InValueType>
struct TPair {
    using KeyType = InKeyType;
    using ValueType = InValueType;
    InKeyType Key{};
    InValueType Value{};
    bool operator==(const TPair& Other) const { return Key == Other.Key && Value == Other.Value; }
};

// ---- hashes: what TMap and TSet ask of their keys ----

inline uint32 HashCombine(uint32 A, uint32 B) {
    return A ^ (B + 0x9e3779b9u + (A << 6) + (A >> 2));
}
template <class T>
requires(std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_pointer_v<T>) uint32
    GetTypeHash(const T& Value) {
    const std::size_t Hash = std::hash<T>()(Value);
    return static_cast<uint32>(Hash ^ (Hash >> 32));
}
template <class InKeyType, class InValueType>
uint32 GetTypeHash(const TPair<InKeyType, InValueType>& Pair) {
    return HashCombine(GetTypeHash(Pair.Key), GetTypeHash(Pair.Value));
}
