#pragma once
#include "Serialization/MemoryReader.h"
#include "Serialization/MemoryWriter.h"
#include "UObject/SinewFakeBody.h"

namespace SinewFake {
FString PathOf(const UObject* Object);
UObject* FindOrLoadByPath(const FString& Path);

template <class T>
struct TIsObjectPtr : std::false_type {};
template <class T>
struct TIsObjectPtr<TObjectPtr<T>> : std::true_type {};

template <class T>
void SerializeValue(FArchive& Ar, T& Value) {
    if constexpr (TIsObjectPtr<T>::value) {
        using Element = typename T::ElementType;
        FString Path = PathOf(reinterpret_cast<const UObject*>(Value.Get()));
        Ar << Path;
        if (Ar.IsLoading()) Value = reinterpret_cast<Element*>(FindOrLoadByPath(Path));
    } else if constexpr (requires { Value.SinewFakeVisit([](const TCHAR*, auto&, uint32) {}); }) {
        Value.SinewFakeVisit([&](const TCHAR*, auto& Member, uint32) { SerializeValue(Ar, Member); });
    } else if constexpr (requires {
                             Value.Num();
                             Value[0];
                             Value.SetNum(0);
                         }) {
        int32 Count = Value.Num();
        Ar << Count;
        if (Ar.IsLoading()) Value.SetNum(Count);
        for (auto& Element : Value) SerializeValue(Ar, Element);
    } else if constexpr (requires { Ar << Value; }) {
        Ar << Value;
    }
}

template <class T>
void FPropertyArchive::Visit(const TCHAR* Name, T& Value, uint32 Bits) {
    if (!IsWanted(Bits)) return;
    if (Ar.IsSaving()) {
        FMemoryWriter Writer(Tagged.FindOrAdd(Name));
        SerializeValue(Writer, Value);
    } else if (const TArray<uint8>* Bytes = Tagged.Find(Name)) {
        FMemoryReader Reader(*Bytes);
        SerializeValue(Reader, Value);
    }
}
}  // namespace SinewFake
