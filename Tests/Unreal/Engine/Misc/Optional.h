#pragma once
#include <optional>

#include "Templates/UnrealTemplate.h"

template <class T>
class TOptional {
  public:
    TOptional() = default;
    TOptional(const T& Value) : Held(Value) {}
    TOptional(T&& Value) : Held(std::move(Value)) {}
    bool IsSet() const { return Held.has_value(); }
    explicit operator bool() const { return IsSet(); }
    T& GetValue() {
        check(IsSet());
        return *Held;
    }
    const T& GetValue() const {
        check(IsSet());
        return *Held;
    }
    T Get(const T& Default) const { return IsSet() ? *Held : Default; }
    T* operator->() { return &GetValue(); }
    const T* operator->() const { return &GetValue(); }
    T& operator*() { return GetValue(); }
    const T& operator*() const { return GetValue(); }
    template <class... Arguments>
    T& Emplace(Arguments&&... Given) {
        return Held.emplace(static_cast<Arguments&&>(Given)...);
    }
    void Reset() { Held.reset(); }

  private:
    std::optional<T> Held;
};
