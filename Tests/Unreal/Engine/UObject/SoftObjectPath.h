#pragma once
#include "UObject/UObjectGlobals.h"

struct FSoftObjectPath {
    FSoftObjectPath() = default;
    explicit FSoftObjectPath(const FString& InPath) : Path(InPath) {}
    FSoftObjectPath(const UObject* Object) : Path(Object == nullptr ? FString() : Object->GetPathName()) {}
    FString ToString() const { return Path; }
    bool IsNull() const { return Path.IsEmpty(); }
    bool IsValid() const { return !IsNull(); }
    UObject* ResolveObject() const {
        return IsNull() ? nullptr : StaticFindObject(UObject::StaticClass(), nullptr, *Path);
    }
    UObject* TryLoad() const {
        return IsNull() ? nullptr : StaticLoadObject(UObject::StaticClass(), nullptr, *Path);
    }
    FString GetAssetName() const;
    FString GetLongPackageName() const;
    void Reset() { Path.Empty(); }
    bool operator==(const FSoftObjectPath& Other) const { return Path == Other.Path; }
    friend uint32 GetTypeHash(const FSoftObjectPath& Value) { return GetTypeHash(Value.Path); }
    FString Path;
};
inline FArchive& operator<<(FArchive& Ar, FSoftObjectPath& Value) {
    return Ar << Value.Path;
}
