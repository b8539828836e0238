#pragma once
// What is known of reflected types. The generator fills it from the plugin's headers, so that tests can ask
// for it.
#include "Containers/Map.h"
#include "Templates/SubclassOf.h"
#include "UObject/Object.h"

class FObjectInitializer;
class FReferenceCollector;

/** A UPROPERTY as its header has it. */
class FProperty {
  public:
    FProperty() = default;
    FString GetName() const { return Name; }
    FName GetFName() const { return FName(Name); }
    FString GetCPPType() const { return Type; }
    bool HasMetaData(const TCHAR* Key) const { return Meta.Contains(Key); }
    FString GetMetaData(const TCHAR* Key) const { return Meta.FindRef(Key); }
    float GetFloatMetaData(const TCHAR* Key) const;
    bool HasSpecifier(const TCHAR* Specifier) const {
        return Specifiers.Contains(Specifier);
    }  // EditAnywhere, …
    FString Name, Type;
    TSet<FString> Specifiers;
    TMap<FString, FString> Meta;  // Category among them
};

/** A UFUNCTION; those without arguments and result can be called by name. */
class UFunction {
  public:
    FString GetName() const { return Name; }
    bool HasSpecifier(const TCHAR* Specifier) const { return Specifiers.Contains(Specifier); }
    FString Name;
    TSet<FString> Specifiers;
    TMap<FString, FString> Meta;
    void (*Call)(UObject*) = nullptr;
};

struct FTopLevelAssetPath {
    FTopLevelAssetPath() = default;
    FTopLevelAssetPath(FName Package, FName Asset) : PackageName(Package), AssetName(Asset) {}
    FName GetPackageName() const { return PackageName; }
    FName GetAssetName() const { return AssetName; }
    FString ToString() const { return PackageName.ToString() + TEXT(".") + AssetName.ToString(); }
    bool IsNull() const { return PackageName.IsNone(); }
    bool operator==(const FTopLevelAssetPath& Other) const {
        return PackageName == Other.PackageName && AssetName == Other.AssetName;
    }
    FName PackageName, AssetName;
};

class UStruct : public UObject {
  public:
    using UObject::UObject;
    const FProperty* FindPropertyByName(FName Name) const {
        return Properties.FindByPredicate([&](const FProperty& Each) { return Each.GetFName() == Name; });
    }
    TArray<FProperty> Properties;  // with those of the base classes, which come first
    TMap<FString, FString> Meta;
    TSet<FString> Specifiers;
};

struct FSinewFakeClassInfo {
    const char* Name;    // with its letter
    const char* Module;  // as in /Script/Module
    SIZE_T Size, Alignment;
    UClass* (*Super)();
    void (*Construct)(const FObjectInitializer&);  // null: abstract
    void (*AddReferences)(UObject*, FReferenceCollector&);
    void (*Describe)(UClass&);  // null: nothing to tell
};

class UClass : public UStruct {
  public:
    explicit UClass(const FSinewFakeClassInfo& Info);
    static UClass* StaticClass();
    UClass* GetSuperClass() const { return Super; }
    bool IsChildOf(const UClass* Base) const {
        for (const UClass* Each = this; Each != nullptr; Each = Each->Super)
            if (Each == Base) return true;
        return false;
    }
    template <class T>
    bool IsChildOf() const {
        return IsChildOf(T::StaticClass());
    }
    bool HasAnyClassFlags(uint32 Flags) const { return (ClassFlags & Flags) != 0; }
    UObject* GetDefaultObject(bool bCreate = true);
    template <class T>
    T* GetDefaultObject() {
        return static_cast<T*>(GetDefaultObject());
    }
    FTopLevelAssetPath GetClassPathName() const { return FTopLevelAssetPath(Package, GetFName()); }
    FTopLevelAssetPath GetStructPathName() const { return GetClassPathName(); }
    FString GetPathName(const UObject* = nullptr) const override { return GetClassPathName().ToString(); }
    FString GetPrefixedName() const { return Prefixed; }
    const UFunction* FindFunctionByName(FName Name) const;
    bool ImplementsInterface(const UClass*) const { return false; }

    UClass* Super = nullptr;
    uint32 ClassFlags = 0;
    FString Prefixed;
    FName Package;
    SIZE_T Size, Alignment;
    void (*Construct)(const FObjectInitializer&);
    void (*AddReferences)(UObject*, FReferenceCollector&);
    TArray<UFunction> Functions;

  private:
    UObject* Default = nullptr;
};

class UScriptStruct : public UStruct {
  public:
    explicit UScriptStruct(const char* PrefixedName);
};

class UEnum {
  public:
    FString GetName() const { return Name; }
    int32 NumEnums() const { return Names.Num(); }
    FString GetNameStringByIndex(int32 Index) const { return Names[Index].Key; }
    FString GetNameStringByValue(int64 Value) const;
    FText GetDisplayNameTextByValue(int64 Value) const {
        return FText::FromString(GetNameStringByValue(Value));
    }
    int64 GetValueByNameString(const FString& Text) const;
    int64 GetValueByIndex(int32 Index) const { return Names[Index].Value; }
    template <class T>
    static FString GetValueAsString(T Value);
    FString Name;
    TArray<TPair<FString, int64>> Names;
};
/** What the generator wrote for T is found by T's name being an argument. */
template <class T>
UEnum* StaticEnum() {
    return SinewFakeEnumOf(static_cast<T*>(nullptr));
}
template <class T>
FString UEnum::GetValueAsString(T Value) {
    const UEnum* Enum = StaticEnum<T>();
    return Enum->GetName() + TEXT("::") + Enum->GetNameStringByValue(static_cast<int64>(Value));
}

namespace SinewFake {
UClass* RegisterClass(const FSinewFakeClassInfo& Info);
bool AnnounceClass(UClass* (*Class)());  // before main; made when first asked for
TArray<UClass*> AllClasses();
/** "A, B=C, meta=(D="E")" is taken apart by the generator; this only adds it up. */
struct FTold {
    const TCHAR* Key;
    const TCHAR* Value;  // null: a specifier
};
void Tell(UStruct& Struct, const TCHAR* Type, const TCHAR* Name, std::initializer_list<FTold> Told);
void TellFunction(UClass& Class, const TCHAR* Name, void (*Call)(UObject*),
                  std::initializer_list<FTold> Told);
void TellStruct(UStruct& Struct, std::initializer_list<FTold> Told);
}  // namespace SinewFake

inline const FProperty* FindFPropertyByName(const UStruct* Struct, FName Name) {
    return Struct->FindPropertyByName(Name);
}
template <class T = FProperty>
const T* FindFProperty(const UStruct* Struct, const TCHAR* Name) {
    return Struct->FindPropertyByName(FName(Name));
}

struct FPropertyChangedEvent {
    explicit FPropertyChangedEvent(const FProperty* InProperty, uint32 InType = 1)
        : Property(InProperty), ChangeType(InType) {}
    FName GetPropertyName() const { return Property == nullptr ? FName() : Property->GetFName(); }
    FName GetMemberPropertyName() const { return GetPropertyName(); }
    const FProperty* Property;
    const FProperty* MemberProperty = Property;
    uint32 ChangeType;
};
namespace EPropertyChangeType {
enum Type : uint32 { Unspecified = 1, ArrayAdd = 2, ArrayRemove = 4, ValueSet = 8, Interactive = 64 };
}
