#pragma once
#include "Templates/UnrealTemplate.h"
#include "UObject/ObjectPtr.h"
#include "UObject/WeakObjectPtr.h"

template <class T = UObject>
class TWeakObjectPtr {
  public:
    TWeakObjectPtr() = default;
    TWeakObjectPtr(std::nullptr_t) {}
    template <class U>
    requires std::is_convertible_v<U*, const T*> TWeakObjectPtr(U* Object)
        : Handle(SinewFake::HandleOf(Object)) {}
    template <class U>
    TWeakObjectPtr(const TObjectPtr<U>& Object) : TWeakObjectPtr(Object.Get()) {}
    template <class U>
    requires(!std::is_same_v<U, T> && std::is_convertible_v<U*, const T*>)
        TWeakObjectPtr(const TWeakObjectPtr<U>& Other)
        : TWeakObjectPtr(Other.Get(true)) {}
    T* Get(bool bEvenIfGarbage = false) const {
        return reinterpret_cast<T*>(SinewFake::Resolve(Handle, bEvenIfGarbage));
    }
    T* GetEvenIfUnreachable() const { return Get(true); }
    bool IsValid(bool bEvenIfGarbage = false, bool = false) const { return Get(bEvenIfGarbage) != nullptr; }
    bool IsStale(bool = true, bool = false) const { return Handle.Index != INDEX_NONE && !IsValid(); }
    bool IsExplicitlyNull() const { return Handle.Index == INDEX_NONE; }
    void Reset() { Handle = {}; }
    T* operator->() const {
        check(IsValid());
        return Get();
    }
    T& operator*() const { return *operator->(); }
    explicit operator bool() const { return IsValid(); }
    template <class U>
    bool operator==(const TWeakObjectPtr<U>& Other) const {
        return Handle == Other.GetHandle() || (!IsValid() && !Other.IsValid());
    }
    bool operator==(const UObject* Other) const { return reinterpret_cast<const UObject*>(Get()) == Other; }
    bool operator==(std::nullptr_t) const { return !IsValid(); }
    SinewFake::FWeakHandle GetHandle() const { return Handle; }
    friend uint32 GetTypeHash(const TWeakObjectPtr& Pointer) {
        return HashCombine(uint32(Pointer.Handle.Index), Pointer.Handle.Serial);
    }

  private:
    SinewFake::FWeakHandle Handle;
};
using FWeakObjectPtr = TWeakObjectPtr<UObject>;
template <class T>
TWeakObjectPtr<T> MakeWeakObjectPtr(T* Object) {
    return TWeakObjectPtr<T>(Object);
}
