#pragma once
#include "Containers/Map.h"
#include "Internationalization/Text.h"
#include "Math/Box.h"
#include "Math/Color.h"
#include "Misc/Guid.h"

class UObject;

/** Bytes in or out. Custom versions used while saving travel with the bytes; asked while loading, those are
 * told. */
class FArchive {
  public:
    FArchive() = default;
    FArchive(const FArchive&) = delete;
    virtual ~FArchive() = default;
    virtual void Serialize(void* Bytes, int64 Count) = 0;
    virtual int64 Tell() { return -1; }
    virtual int64 TotalSize() { return -1; }
    virtual void Seek(int64) {}
    virtual bool AtEnd() { return Tell() >= TotalSize(); }
    virtual bool Close() { return !IsError(); }
    virtual FString GetArchiveName() const { return TEXT("FArchive"); }
    virtual FArchive& operator<<(FName& Name);
    virtual FArchive& operator<<(UObject*& Object);

    bool IsLoading() const { return bLoading; }
    bool IsSaving() const { return bSaving; }
    bool IsPersistent() const { return bPersistent; }
    bool IsCooking() const { return bSaving && bCooking; }
    bool IsFilterEditorOnly() const { return bCooking || bCookedLoad; }
    bool IsCountingMemory() const { return bCountingMemory; }
    bool IsTransacting() const { return false; }
    bool IsObjectReferenceCollector() const { return false; }
    bool IsError() const { return bError; }
    bool GetError() const { return bError; }
    void SetError() { bError = true; }
    void SetIsLoading(bool bValue) { bLoading = bValue; }
    void SetIsSaving(bool bValue) { bSaving = bValue; }
    void SetIsPersistent(bool bValue) { bPersistent = bValue; }
    void SetFilterEditorOnly(bool bValue) { bCookedLoad = bValue; }

    void UsingCustomVersion(const FGuid& Key);
    /** What the bytes were saved with, or the current one while saving; -1 where there is none. */
    int32 CustomVer(const FGuid& Key) const;
    void SetCustomVersion(const FGuid& Key, int32 Version, FName = NAME_None) {
        CustomVersions.Add(Key, Version);
    }
    const TMap<FGuid, int32>& GetCustomVersionMap() const { return CustomVersions; }

    // What a test of cooking sets; the engine sets it with a target platform.
    bool bCooking = false, bCookedLoad = false, bCountingMemory = false;

  protected:
    bool bLoading = false, bSaving = false, bPersistent = false, bError = false;
    TMap<FGuid, int32> CustomVersions;
};

template <class T>
concept CSinewFakePlainBytes = std::is_arithmetic_v<T> || std::is_enum_v<T>;

template <CSinewFakePlainBytes T>
FArchive& operator<<(FArchive& Ar, T& Value) {
    if constexpr (std::is_same_v<T, bool>) {
        // Four bytes, as the engine writes it, so that sizes agree.
        uint32 Word = Value ? 1 : 0;
        Ar.Serialize(&Word, sizeof Word);
        Value = Word != 0;
    } else {
        Ar.Serialize(&Value, sizeof Value);
    }
    return Ar;
}
FArchive& operator<<(FArchive& Ar, FString& Text);
FArchive& operator<<(FArchive& Ar, FText& Text);
inline FArchive& operator<<(FArchive& Ar, FGuid& Guid) {
    return Ar << Guid.A << Guid.B << Guid.C << Guid.D;
}
template <class T>
FArchive& operator<<(FArchive& Ar, UE::Math::TVector<T>& V) {
    return Ar << V.X << V.Y << V.Z;
}
template <class T>
FArchive& operator<<(FArchive& Ar, UE::Math::TVector2<T>& V) {
    return Ar << V.X << V.Y;
}
template <class T>
FArchive& operator<<(FArchive& Ar, UE::Math::TQuat<T>& Q) {
    return Ar << Q.X << Q.Y << Q.Z << Q.W;
}
template <class T>
FArchive& operator<<(FArchive& Ar, UE::Math::TRotator<T>& R) {
    return Ar << R.Pitch << R.Yaw << R.Roll;
}
template <class T>
FArchive& operator<<(FArchive& Ar, UE::Math::TTransform<T>& Value) {
    UE::Math::TQuat<T> Rotation = Value.GetRotation();
    UE::Math::TVector<T> Translation = Value.GetTranslation(), Scale = Value.GetScale3D();
    Ar << Rotation << Translation << Scale;
    Value = UE::Math::TTransform<T>(Rotation, Translation, Scale);
    return Ar;
}
template <class T>
FArchive& operator<<(FArchive& Ar, UE::Math::TBox<T>& Box) {
    return Ar << Box.Min << Box.Max << Box.IsValid;
}
inline FArchive& operator<<(FArchive& Ar, FBoxSphereBounds& B) {
    return Ar << B.Origin << B.BoxExtent << B.SphereRadius;
}
inline FArchive& operator<<(FArchive& Ar, FLinearColor& C) {
    return Ar << C.R << C.G << C.B << C.A;
}
inline FArchive& operator<<(FArchive& Ar, FColor& C) {
    return Ar << C.B << C.G << C.R << C.A;
}
inline FArchive& operator<<(FArchive& Ar, FIntPoint& P) {
    return Ar << P.X << P.Y;
}

/** A count, then the elements; plain bytes in one piece. A count that the archive cannot hold is an error,
 * not memory. */
template <class T, class SizeType>
FArchive& operator<<(FArchive& Ar, TSizedArray<T, SizeType>& Array) {
    SizeType Count = Array.Num();
    Ar << Count;
    if (Ar.IsLoading()) {
        const int64 Left = Ar.TotalSize() - Ar.Tell();
        if (Ar.IsError() || Count < 0 || (Ar.TotalSize() >= 0 && Count > Left)) {
            Ar.SetError();
            Array.Empty();
            return Ar;
        }
        Array.SetNum(Count);
    }
    if constexpr (CSinewFakePlainBytes<T> && !std::is_same_v<T, bool>) {
        if (Count > 0)
            Ar.Serialize(Array.GetData(), static_cast<int64>(Count) * static_cast<int64>(sizeof(T)));
    } else {
        for (T& Element : Array) Ar << Element;
    }
    return Ar;
}
template <class T, class A>
FArchive& operator<<(FArchive& Ar, TArray<T, A>& Array) {
    return Ar << static_cast<TSizedArray<T, int32>&>(Array);
}
template <class K, class V>
FArchive& operator<<(FArchive& Ar, TMap<K, V>& Map) {
    int32 Count = Map.Num();
    Ar << Count;
    if (Ar.IsLoading()) {
        Map.Empty();
        for (int32 Index = 0; Index < Count && !Ar.IsError(); ++Index) {
            K Key{};
            V Value{};
            Ar << Key << Value;
            Map.Add(Key, Value);
        }
    } else {
        for (auto& Pair : Map) Ar << Pair.Key << Pair.Value;
    }
    return Ar;
}
