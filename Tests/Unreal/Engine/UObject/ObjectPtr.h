#pragma once
#include "Templates/UnrealTemplate.h"

class UObject;

/** What a UPROPERTY holds objects by. Every UObject-derived class begins with UObject, so T may be
 * incomplete. */
template <class T>
class TObjectPtr {
  public:
    using ElementType = T;
    TObjectPtr() = default;
    TObjectPtr(std::nullptr_t) {}
    TObjectPtr(T* Object) : Held(Object) {}
    template <class U>
    requires(!std::is_same_v<U, T> && std::is_convertible_v<U*, T*>) TObjectPtr(const TObjectPtr<U>& Other)
        : Held(Other.Get()) {}
    template <class U>
    requires(!std::is_same_v<U, T> && std::is_convertible_v<U*, T*>) TObjectPtr(U* Object) : Held(Object) {}
    T* Get() const { return Held; }
    operator T*() const { return Held; }
    T* operator->() const {
        check(Held != nullptr);
        return Held;
    }
    T& operator*() const {
        check(Held != nullptr);
        return *Held;
    }
    friend uint32 GetTypeHash(const TObjectPtr& Pointer) { return GetTypeHash(Pointer.Held); }

  private:
    T* Held = nullptr;
};
template <class T>
T* ToRawPtr(const TObjectPtr<T>& Pointer) {
    return Pointer.Get();
}
template <class T>
T* ToRawPtr(T* Pointer) {
    return Pointer;
}
template <class T>
TObjectPtr<T> ObjectPtrWrap(T* Pointer) {
    return TObjectPtr<T>(Pointer);
}
