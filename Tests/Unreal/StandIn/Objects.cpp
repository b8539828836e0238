#include <cstdio>
#include <mutex>
#include <new>

#include "CoreMinimal.h"
#include "Misc/DataValidation.h"
#include "StandIn/Machine.h"
#include "StandIn/Registry.h"
#include "UObject/AssetRegistryTagsContext.h"
#include "UObject/GCObject.h"
#include "UObject/Package.h"
#include "UObject/UObjectGlobals.h"

TMulticastDelegate<void(UObject*, FPropertyChangedEvent&)> FCoreUObjectDelegates::OnObjectPropertyChanged;

FSinewFakeRegistry& FSinewFakeRegistry::Get() {
    static FSinewFakeRegistry* const Made = new FSinewFakeRegistry();
    return *Made;
}
SinewFake::FWeakHandle FSinewFakeRegistry::Add(UObject* Object) {
    int32 Index = Free.Num() > 0 ? Free.Pop() : Places.Add({});
    Places[Index] = {Object, ++LastSerial};
    return {Index, LastSerial};
}
void FSinewFakeRegistry::Remove(UObject* Object) {
    const int32 Index = Object->HandlePrivate.Index;
    Places[Index].Object = nullptr;
    Free.Add(Index);
}

namespace SinewFake {
FWeakHandle HandleOf(const UObject* Object) {
    return Object == nullptr ? FWeakHandle() : Object->HandlePrivate;
}
UObject* Resolve(FWeakHandle Handle, bool bEvenIfGarbage) {
    const FSinewFakeRegistry& Registry = FSinewFakeRegistry::Get();
    if (!Registry.Places.IsValidIndex(Handle.Index) || Registry.Places[Handle.Index].Serial != Handle.Serial)
        return nullptr;
    UObject* Object = Registry.Places[Handle.Index].Object;
    return Object == nullptr || (!bEvenIfGarbage && !IsObjectAlive(Object)) ? nullptr : Object;
}
bool IsObjectAlive(const UObject* Object) {
    return !Object->bGarbagePrivate && !Object->bUnreachablePrivate;
}
FString PathOf(const UObject* Object) {
    return Object == nullptr ? FString() : Object->GetPathName();
}
UObject* FindOrLoadByPath(const FString& Path) {
    return Path.IsEmpty() ? nullptr : StaticLoadObject(UObject::StaticClass(), nullptr, *Path);
}
TArray<UObject*> AllObjects(const UClass* Class, bool bTemplatesToo) {
    TArray<UObject*> Found;
    for (const auto& Place : FSinewFakeRegistry::Get().Places) {
        UObject* Object = Place.Object;
        if (Object == nullptr || Object->GetClass() == nullptr || !Object->IsA(Class)) continue;
        const bool bTemplate = Object->IsTemplate();
        if (!bTemplate || bTemplatesToo) Found.Add(Object);
    }
    return Found;
}
int32 CountObjects(const UClass* Class) {
    return AllObjects(Class).Num();
}
}  // namespace SinewFake

UObject::UObject() {
    FSinewFakeRegistry& Registry = FSinewFakeRegistry::Get();
    if (Registry.Pending.Num() == 0 || Registry.Pending.Last()->Memory != this) {
        SinewFake::FailCheck("objects are made by NewObject", __FILE__, __LINE__);
    }
    const FObjectInitializer& Initializer = *Registry.Pending.Last();
    ClassPrivate = Initializer.Class;
    OuterPrivate = Initializer.Outer;
    NamePrivate = Initializer.Name;
    FlagsPrivate = Initializer.Flags;
    HandlePrivate = Registry.Add(this);
}
UObject::UObject(FSinewFakeClassTag, FName InName) : NamePrivate(InName), bRootedPrivate(true) {
    HandlePrivate = FSinewFakeRegistry::Get().Add(this);
}
UObject::~UObject() {
    FSinewFakeRegistry::Get().Remove(this);
}

const FObjectInitializer& FObjectInitializer::Get() {
    FSinewFakeRegistry& Registry = FSinewFakeRegistry::Get();
    check(Registry.Pending.Num() > 0);
    return *Registry.Pending.Last();
}

FName MakeUniqueObjectName(UObject* Outer, const UClass* Class, FName Base) {
    const FString Stem = Base.IsNone() ? Class->GetName() : Base.ToString();
    int32& Next = FSinewFakeRegistry::Get().NextNumber.FindOrAdd(Stem);
    for (;;) {
        const FString Name = FString::Printf(TEXT("%s_%d"), *Stem, Next++);
        if (StaticFindObject(UObject::StaticClass(), Outer, *Name) == nullptr) return FName(Name);
    }
}

UObject* StaticConstructObject(UClass* Class, UObject* Outer, FName Name, EObjectFlags Flags) {
    check(IsInGameThread());
    check(Class != nullptr && Class->Construct != nullptr);
    FSinewFakeRegistry& Registry = FSinewFakeRegistry::Get();
    check(!Registry.bCollecting);
    if ((Flags & RF_ClassDefaultObject) == 0 && Class != UPackage::StaticClass()) Class->GetDefaultObject();
    if (Outer == nullptr && Class != UPackage::StaticClass()) Outer = GetTransientPackage();
    if (Name.IsNone()) Name = MakeUniqueObjectName(Outer, Class);
    if (Outer != nullptr && Outer->IsTemplate()) Flags |= RF_ArchetypeObject;
    void* Memory = nullptr;
    // An object of the same name gives its place: whoever holds it holds the new one.
    if (UObject* Old = StaticFindObject(UObject::StaticClass(), Outer, *Name.ToString())) {
        check(Old->GetClass() == Class);
        Old->ConditionalBeginDestroy();
        Old->FinishDestroy();
        Old->~UObject();
        Memory = Old;
    } else {
        Memory = ::operator new(Class->Size, std::align_val_t(Class->Alignment));
    }
    const FObjectInitializer Initializer(Class, Outer, Name, Flags, Memory);
    Registry.Pending.Add(&Initializer);
    Class->Construct(Initializer);
    check(Registry.Pending.Last() == &Initializer);
    Registry.Pending.Pop();
    UObject* Object = static_cast<UObject*>(Memory);
    Object->PostInitProperties();
    return Object;
}

UObject* UObject::CreateSubobject(FName SubobjectName, UClass* SubobjectClass, bool bTransient) {
    const FSinewFakeRegistry& Registry = FSinewFakeRegistry::Get();
    // Only in constructors, as the engine demands.
    check(Registry.Pending.Num() > 0 && Registry.Pending.Last()->Memory == this);
    const EObjectFlags Inherited = IsTemplate() ? RF_ArchetypeObject : RF_NoFlags;
    return StaticConstructObject(SubobjectClass, this, SubobjectName,
                                 RF_DefaultSubObject | Inherited | (bTransient ? RF_Transient : RF_NoFlags));
}
UObject* UObject::GetDefaultSubobjectByName(FName Wanted) const {
    return StaticFindObject(UObject::StaticClass(), const_cast<UObject*>(this), *Wanted.ToString());
}

bool UObject::IsTemplate(EObjectFlags Kinds) const {
    for (const UObject* Each = this; Each != nullptr; Each = Each->OuterPrivate)
        if (Each->HasAnyFlags(Kinds)) return true;
    return false;
}
bool UObject::IsA(const UClass* Base) const {
    return ClassPrivate != nullptr && ClassPrivate->IsChildOf(Base);
}
bool UObject::IsIn(const UObject* Some) const {
    for (const UObject* Each = OuterPrivate; Each != nullptr; Each = Each->OuterPrivate)
        if (Each == Some) return true;
    return false;
}
UPackage* UObject::GetPackage() const {
    const UObject* Each = this;
    while (Each->OuterPrivate != nullptr) Each = Each->OuterPrivate;
    return Each->IsA(UPackage::StaticClass()) ? const_cast<UPackage*>(static_cast<const UPackage*>(Each))
                                              : nullptr;
}
FString UObject::GetPathName(const UObject* Stop) const {
    if (OuterPrivate == nullptr || OuterPrivate == Stop) return GetName();
    // A package's assets follow a dot, what is inside them a colon, and what is inside that dots again.
    const bool bInAsset =
        OuterPrivate->OuterPrivate != nullptr && OuterPrivate->OuterPrivate->OuterPrivate == nullptr;
    return OuterPrivate->GetPathName(Stop) + (bInAsset ? TEXT(":") : TEXT(".")) + GetName();
}
FString UObject::GetFullName() const {
    return ClassPrivate->GetName() + TEXT(" ") + GetPathName();
}
UWorld* UObject::GetWorld() const {
    return OuterPrivate == nullptr ? nullptr : OuterPrivate->GetWorld();
}
bool UObject::MarkPackageDirty() const {
    check(IsInGameThread());
    UPackage* Package = GetPackage();
    if (Package == nullptr || Package == GetTransientPackage()) return false;
    Package->SetDirtyFlag(true);
    return true;
}
bool UObject::Modify(bool bAlwaysMarkDirty) {
    return bAlwaysMarkDirty && MarkPackageDirty();
}
bool UObject::Rename(const TCHAR* NewName, UObject* NewOuter, uint32) {
    UObject* Outer = NewOuter == nullptr ? OuterPrivate : NewOuter;
    const FName Name = NewName == nullptr ? MakeUniqueObjectName(Outer, ClassPrivate) : FName(NewName);
    UObject* Other = StaticFindObject(UObject::StaticClass(), Outer, *Name.ToString());
    if (Other != nullptr && Other != this) return false;
    OuterPrivate = Outer;
    NamePrivate = Name;
    return true;
}
const UFunction* UObject::FindFunction(FName InName) const {
    return ClassPrivate->FindFunctionByName(InName);
}
#if WITH_EDITOR
void UObject::PostEditChange() {
    FPropertyChangedEvent Event(nullptr);
    PostEditChangeProperty(Event);
}
EDataValidationResult UObject::IsDataValid(FDataValidationContext&) const {
    return EDataValidationResult::NotValidated;
}
#endif
#if SINEW_FAKE_UE_MINOR >= 4
void UObject::GetAssetRegistryTags(FAssetRegistryTagsContext Context) const {
    TArray<FAssetRegistryTag> Tags;
    PRAGMA_DISABLE_DEPRECATION_WARNINGS
    GetAssetRegistryTags(Tags);
    PRAGMA_ENABLE_DEPRECATION_WARNINGS
    for (const FAssetRegistryTag& Tag : Tags) Context.AddTag(Tag);
}
#endif

void UObject::PostLoad() {
    ClearFlags(RF_NeedLoad);
}
void UObject::ConditionalPostLoad() {
    SetFlags(RF_NeedLoad);
    PostLoad();
    check(!HasAnyFlags(RF_NeedLoad));  // Super::PostLoad was called
}
void UObject::BeginDestroy() {
    SetFlags(RF_BeginDestroyed);
}
void UObject::FinishDestroy() {
    SetFlags(RF_FinishDestroyed);
}
bool UObject::ConditionalBeginDestroy() {
    if (HasAnyFlags(RF_BeginDestroyed)) return false;
    BeginDestroy();
    check(HasAnyFlags(RF_BeginDestroyed));  // Super::BeginDestroy was called
    return true;
}
void UObject::Serialize(FArchive& Ar) {
    if (Ar.IsCountingMemory()) return;
    SinewFake::FPropertyArchive Archive(Ar);
    if (Ar.IsLoading()) Archive.Load();
    SinewFakeProperties(Archive);
    if (Ar.IsSaving()) Archive.Save();
}
bool SinewFake::FPropertyArchive::IsWanted(uint32 Bits) const {
    return (Bits & PropertyTransient) == 0 && !(Ar.IsFilterEditorOnly() && (Bits & PropertyEditorOnly) != 0);
}
void SinewFake::FPropertyArchive::Load() {
    Ar << Tagged;
}
void SinewFake::FPropertyArchive::Save() {
    Ar << Tagged;
}

UObject* StaticFindObject(UClass* Class, UObject* Outer, const TCHAR* Name, bool bExactClass) {
    const FString Wanted = Name;
    const bool bPath = Wanted.StartsWith(TEXT("/")) && Outer == nullptr && Class != UPackage::StaticClass();
    const FName Short = FName(Wanted);
    for (const auto& Place : FSinewFakeRegistry::Get().Places) {
        UObject* Object = Place.Object;
        if (Object == nullptr || Object->GetClass() == nullptr || Object->IsUnreachable()) continue;
        if (bExactClass ? Object->GetClass() != Class : !Object->IsA(Class)) continue;
        if (bPath ? Object->GetPathName() == Wanted
                  : Object->GetOuter() == Outer && Object->GetFName() == Short)
            return Object;
    }
    return nullptr;
}

UObject* StaticDuplicateObject(const UObject* Source, UObject* Outer, FName Name) {
    UObject* Copy = StaticConstructObject(Source->GetClass(), Outer, Name, RF_Transactional);
    TArray<uint8> Bytes;
    FMemoryWriter Writer(Bytes);
    const_cast<UObject*>(Source)->Serialize(Writer);
    FMemoryReader Reader(Bytes);
    for (const auto& Pair : Writer.GetCustomVersionMap()) Reader.SetCustomVersion(Pair.Key, Pair.Value);
    Copy->Serialize(Reader);
    Copy->PostDuplicate(false);
    return Copy;
}
