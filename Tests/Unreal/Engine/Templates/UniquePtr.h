#pragma once
#include <memory>

#include "Templates/UnrealTemplate.h"

template <class T>
struct TDefaultDelete : std::default_delete<T> {};

template <class T, class Deleter = TDefaultDelete<T>>
class TUniquePtr {
  public:
    TUniquePtr() = default;
    TUniquePtr(std::nullptr_t) {}
    explicit TUniquePtr(T* Raw) : Held(Raw) {}
    TUniquePtr(T* Raw, Deleter InDeleter) : Held(Raw, InDeleter) {}
    TUniquePtr(TUniquePtr&&) = default;
    TUniquePtr& operator=(TUniquePtr&&) = default;
    template <class U>
    requires std::is_convertible_v<U*, T*> TUniquePtr(TUniquePtr<U>&& Other) : Held(Other.Release()) {}
    T* Get() const { return Held.get(); }
    T* operator->() const {
        check(Held != nullptr);
        return Held.get();
    }
    T& operator*() const {
        check(Held != nullptr);
        return *Held;
    }
    bool IsValid() const { return Held != nullptr; }
    explicit operator bool() const { return Held != nullptr; }
    T* Release() { return Held.release(); }
    void Reset(T* Raw = nullptr) { Held.reset(Raw); }
    bool operator==(std::nullptr_t) const { return Held == nullptr; }

  private:
    std::unique_ptr<T, Deleter> Held;
};

template <class T, class Deleter>
class TUniquePtr<T[], Deleter> {
  public:
    TUniquePtr() = default;
    explicit TUniquePtr(T* Raw) : Held(Raw) {}
    T* Get() const { return Held.get(); }
    T& operator[](SIZE_T Index) const { return Held[Index]; }
    bool IsValid() const { return Held != nullptr; }
    explicit operator bool() const { return Held != nullptr; }
    void Reset() { Held.reset(); }

  private:
    std::unique_ptr<T[]> Held;
};

template <class T, class... Arguments>
requires(!std::is_array_v<T>) TUniquePtr<T> MakeUnique(Arguments&&... Given) {
    return TUniquePtr<T>(new T(static_cast<Arguments&&>(Given)...));
}
template <class T>
requires std::is_array_v<T> TUniquePtr<T> MakeUnique(SIZE_T Count) {
    return TUniquePtr<T>(new std::remove_extent_t<T>[Count]());
}
