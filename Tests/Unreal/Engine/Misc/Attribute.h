#pragma once
#include "Delegates/Delegate.h"

/** A value, or what is asked for it each time. */
template <class T>
class TAttribute {
  public:
    using FGetter = TDelegate<T()>;
    TAttribute() = default;
    template <class U>
    requires(std::is_convertible_v<U, T> && !std::is_same_v<std::decay_t<U>, TAttribute>)
        TAttribute(U&& InValue)
        : Value(static_cast<U&&>(InValue)), bSet(true) {}
    static TAttribute Create(const FGetter& InGetter) {
        TAttribute Made;
        Made.Getter = InGetter;
        Made.bSet = true;
        return Made;
    }
    template <class Callable>
    static TAttribute CreateLambda(Callable&& Given) {
        return Create(FGetter::CreateLambda(static_cast<Callable&&>(Given)));
    }
    T Get() const { return Getter.IsBound() ? Getter.Execute() : Value; }
    T Get(const T& Default) const { return bSet ? Get() : Default; }
    bool IsSet() const { return bSet; }
    void Set(const T& InValue) { *this = TAttribute(InValue); }

  private:
    T Value{};
    FGetter Getter;
    bool bSet = false;
};
