#pragma once
#include "UObject/SoftObjectPath.h"

template <class T>
class TSoftObjectPtr {
  public:
    TSoftObjectPtr() = default;
    TSoftObjectPtr(std::nullptr_t) {}
    explicit TSoftObjectPtr(const FSoftObjectPath& InPath) : Path(InPath) {}
    TSoftObjectPtr(const T* Object) : Path(reinterpret_cast<const UObject*>(Object)) {}
    TSoftObjectPtr(const TObjectPtr<T>& Object) : TSoftObjectPtr(Object.Get()) {}
    T* Get() const { return Cast<T>(Path.ResolveObject()); }
    T* LoadSynchronous() const { return Cast<T>(Path.TryLoad()); }
    const FSoftObjectPath& ToSoftObjectPath() const { return Path; }
    FString ToString() const { return Path.ToString(); }
    FString GetAssetName() const { return Path.GetAssetName(); }
    FString GetLongPackageName() const { return Path.GetLongPackageName(); }
    bool IsNull() const { return Path.IsNull(); }
    bool IsValid() const { return Get() != nullptr; }
    bool IsPending() const { return !IsNull() && !IsValid(); }
    void Reset() { Path.Reset(); }
    explicit operator bool() const { return IsValid(); }
    T* operator->() const { return Get(); }
    bool operator==(const TSoftObjectPtr& Other) const { return Path == Other.Path; }
    friend FArchive& operator<<(FArchive& Ar, TSoftObjectPtr& Value) { return Ar << Value.Path; }

  private:
    FSoftObjectPath Path;
};
template <class T>
class TSoftClassPtr {
  public:
    TSoftClassPtr() = default;
    TSoftClassPtr(const UClass* InClass) : Class(const_cast<UClass*>(InClass)) {}
    UClass* Get() const { return Class; }
    UClass* LoadSynchronous() const { return Class; }

  private:
    UClass* Class = nullptr;
};
