#pragma once
#include "Containers/Map.h"
#include "Serialization/Archive.h"
#include "UObject/NameTypes.h"
#include "UObject/ObjectMacros.h"
#include "UObject/ObjectPtr.h"
#include "UObject/ObjectSaveContext.h"
#include "UObject/SinewFakeBody.h"
#include "UObject/WeakObjectPtr.h"

class FObjectInitializer;
class UFunction;
class FReferenceCollector;
class UClass;
class UPackage;
class UWorld;
class FDataValidationContext;
class FAssetRegistryTagsContext;
struct FPropertyChangedEvent;
struct FResourceSizeEx;
enum class EDataValidationResult : uint8;

struct FAssetRegistryTag {
    enum ETagType { TT_Hidden, TT_Alphabetical, TT_Numerical, TT_Dimensional };
    FAssetRegistryTag() = default;
    FAssetRegistryTag(FName InName, const FString& InValue, ETagType InType, uint32 = 0)
        : Name(InName), Value(InValue), Type(InType) {}
    FName Name;
    FString Value;
    ETagType Type = TT_Hidden;
};

/** Made by NewObject only; freed by CollectGarbage only. */
class UObject {
  public:
    using FAssetRegistryTag = ::FAssetRegistryTag;
    UObject();
    explicit UObject(const FObjectInitializer&) : UObject() {}
    UObject(const UObject&) = delete;
    UObject& operator=(const UObject&) = delete;
    virtual ~UObject();
    static UClass* StaticClass();
    static void AddReferencedObjects(UObject*, FReferenceCollector&) {}

    virtual void Serialize(FArchive& Ar);
    virtual void PostInitProperties() {}
    virtual void PostLoad();
    virtual void PostDuplicate(bool) {}
    virtual void BeginDestroy();
    virtual bool IsReadyForFinishDestroy() { return true; }
    virtual void FinishDestroy();
    virtual void PreSave(FObjectPreSaveContext) {}
    virtual bool IsEditorOnly() const { return false; }
    virtual bool IsPostLoadThreadSafe() const { return false; }
    virtual void GetResourceSizeEx(FResourceSizeEx&) {}
#if SINEW_FAKE_UE_MINOR >= 4
    virtual void GetAssetRegistryTags(FAssetRegistryTagsContext Context) const;
    UE_DEPRECATED(5.4, "use the one with FAssetRegistryTagsContext")
#endif
    virtual void GetAssetRegistryTags(TArray<FAssetRegistryTag>&) const {}
#if WITH_EDITOR
    virtual void PostEditChangeProperty(FPropertyChangedEvent&) {}
    void PostEditChange();
    virtual void PreEditChange(const class FProperty*) {}
    virtual bool CanEditChange(const class FProperty*) const {
        return true;
    }
    virtual EDataValidationResult IsDataValid(FDataValidationContext&) const;
#endif
    virtual UWorld* GetWorld() const;
    virtual FString GetPathName(const UObject* Stop = nullptr) const;
    virtual FString GetDesc() {
        return FString();
    }

    UClass* GetClass() const {
        return ClassPrivate;
    }
    UObject* GetOuter() const {
        return OuterPrivate;
    }
    FName GetFName() const {
        return NamePrivate;
    }
    FString GetName() const {
        return NamePrivate.ToString();
    }
    FString GetFullName() const;
    uint32 GetUniqueID() const {
        return uint32(HandlePrivate.Index);
    }
    EObjectFlags GetFlags() const {
        return FlagsPrivate;
    }
    void SetFlags(EObjectFlags Added) {
        FlagsPrivate |= Added;
    }
    void ClearFlags(EObjectFlags Removed) {
        FlagsPrivate = FlagsPrivate & ~Removed;
    }
    bool HasAnyFlags(EObjectFlags Asked) const {
        return (FlagsPrivate & Asked) != 0;
    }
    bool HasAllFlags(EObjectFlags Asked) const {
        return (FlagsPrivate & Asked) == Asked;
    }
    bool IsTemplate(EObjectFlags Kinds = RF_ArchetypeObject | RF_ClassDefaultObject) const;
    bool IsA(const UClass* Base) const;
    template <class T>
    bool IsA() const {
        return IsA(T::StaticClass());
    }
    bool IsIn(const UObject* Some) const;
    UPackage* GetPackage() const;
    UPackage* GetOutermost() const {
        return GetPackage();
    }
    template <class T>
    T* GetTypedOuter() const {
        for (UObject* Each = OuterPrivate; Each != nullptr; Each = Each->OuterPrivate)
            if (Each->IsA(T::StaticClass())) return static_cast<T*>(Each);
        return nullptr;
    }
    bool MarkPackageDirty() const;
    virtual bool Modify(bool bAlwaysMarkDirty = true);
    bool Rename(const TCHAR* NewName = nullptr, UObject* NewOuter = nullptr, uint32 = 0);
    void AddToRoot() {
        bRootedPrivate = true;
    }
    void RemoveFromRoot() {
        bRootedPrivate = false;
    }
    bool IsRooted() const {
        return bRootedPrivate;
    }
    void MarkAsGarbage() {
        bGarbagePrivate = true;
    }
    void ClearGarbage() {
        bGarbagePrivate = false;
    }
    bool ConditionalBeginDestroy();
    void ConditionalPostLoad();
    bool IsUnreachable() const {
        return bUnreachablePrivate;
    }
    const UFunction* FindFunction(FName InName) const;
    template <class T>
    T* CreateDefaultSubobject(FName SubobjectName, bool bTransient = false) {
        return static_cast<T*>(CreateSubobject(SubobjectName, T::StaticClass(), bTransient));
    }
    UObject* GetDefaultSubobjectByName(FName Wanted) const;

    // The generator's: what UPROPERTYs hold, and their values as tagged bytes.
    virtual void SinewFakeReferences(FReferenceCollector&) {}
    virtual void SinewFakeProperties(SinewFake::FPropertyArchive&) {}

  protected:
    struct FSinewFakeClassTag {};
    UObject(FSinewFakeClassTag, FName InName);

  private:
    friend class FObjectInitializer;
    friend struct FSinewFakeRegistry;
    friend class UClass;
    UObject* CreateSubobject(FName SubobjectName, UClass* SubobjectClass, bool bTransient);
    // Named so that no parameter of a plugin shadows them by chance.
    UClass* ClassPrivate = nullptr;
    UObject* OuterPrivate = nullptr;
    FName NamePrivate;
    EObjectFlags FlagsPrivate = RF_NoFlags;
    SinewFake::FWeakHandle HandlePrivate;
    bool bRootedPrivate = false, bGarbagePrivate = false, bUnreachablePrivate = false;
    friend SinewFake::FWeakHandle SinewFake::HandleOf(const UObject* Object);
    friend bool SinewFake::IsObjectAlive(const UObject* Object);
};
