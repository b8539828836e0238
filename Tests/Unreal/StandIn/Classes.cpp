#include "CoreMinimal.h"
#include "StandIn/Registry.h"
#include "UObject/GCObject.h"
#include "UObject/Package.h"
#include "UObject/UObjectGlobals.h"

namespace {
TArray<UClass* (*)()>& Announced() {
    static TArray<UClass* (*)()>* const Made = new TArray<UClass* (*)()>();
    return *Made;
}
TMap<FName, UClass*>& Classes() {
    static TMap<FName, UClass*>* const Made = new TMap<FName, UClass*>();
    return *Made;
}
}  // namespace

UClass::UClass(const FSinewFakeClassInfo& Info)
    : UStruct(FSinewFakeClassTag(), FName(FString(Info.Name).RightChop(1))),
      Super(Info.Super == nullptr ? nullptr : Info.Super()),
      ClassFlags(Info.Construct == nullptr ? CLASS_Abstract : CLASS_None),
      Prefixed(Info.Name),
      Package(FName(FString(TEXT("/Script/")) + Info.Module)),
      Size(Info.Size),
      Alignment(Info.Alignment),
      Construct(Info.Construct),
      AddReferences(Info.AddReferences) {
    if (Super != nullptr) Properties = Super->Properties;
    if (Info.Describe != nullptr) Info.Describe(*this);
}
UObject* UClass::GetDefaultObject(bool bCreate) {
    if (Default == nullptr && bCreate && Construct != nullptr) {
        if (Super != nullptr) Super->GetDefaultObject();
        Default = StaticConstructObject(this, GetTransientPackage(), FName(TEXT("Default__") + GetName()),
                                        RF_ClassDefaultObject | RF_Public);
        Default->AddToRoot();
    }
    return Default;
}
const UFunction* UClass::FindFunctionByName(FName Name) const {
    for (const UClass* Each = this; Each != nullptr; Each = Each->Super)
        if (const UFunction* Found = Each->Functions.FindByPredicate(
                [&](const UFunction& Function) { return FName(Function.Name) == Name; }))
            return Found;
    return nullptr;
}
UClass* UClass::StaticClass() {
    static UClass* const Made =
        SinewFake::RegisterClass({"UClass", "CoreUObject", sizeof(UClass), alignof(UClass),
                                  &UObject::StaticClass, nullptr, nullptr, nullptr});
    return Made;
}
UClass* UObject::StaticClass() {
    static UClass* const Made = SinewFake::RegisterClass(
        {"UObject", "CoreUObject", sizeof(UObject), alignof(UObject), nullptr,
         [](const FObjectInitializer& Initializer) { ::new (Initializer.Memory) UObject(); },
         &UObject::AddReferencedObjects, nullptr});
    return Made;
}
UScriptStruct::UScriptStruct(const char* PrefixedName)
    : UStruct(FSinewFakeClassTag(), FName(FString(PrefixedName).RightChop(1))) {}
float FProperty::GetFloatMetaData(const TCHAR* Key) const {
    return FCString::Atof(*GetMetaData(Key));
}
FString UEnum::GetNameStringByValue(int64 Value) const {
    for (const auto& Pair : Names)
        if (Pair.Value == Value) return Pair.Key;
    return FString();
}
int64 UEnum::GetValueByNameString(const FString& Text) const {
    for (const auto& Pair : Names)
        if (Pair.Key == Text) return Pair.Value;
    return INDEX_NONE;
}

namespace SinewFake {
UClass* RegisterClass(const FSinewFakeClassInfo& Info) {
    UClass* Class = new UClass(Info);
    // Names are unique in all of an engine, without their letters.
    check(!Classes().Contains(Class->GetFName()));
    Classes().Add(Class->GetFName(), Class);
    return Class;
}
bool AnnounceClass(UClass* (*Class)()) {
    Announced().Add(Class);
    return true;
}
TArray<UClass*> AllClasses() {
    TArray<UClass*> Found;
    for (const auto Class : Announced()) Found.AddUnique(Class());
    return Found;
}
namespace {
void Keep(TSet<FString>& Specifiers, TMap<FString, FString>& Meta, std::initializer_list<FTold> Told) {
    for (const FTold& Each : Told) {
        Specifiers.Add(Each.Key);
        if (Each.Value != nullptr) Meta.Add(Each.Key, Each.Value);
    }
}
}  // namespace
void Tell(UStruct& Struct, const TCHAR* Type, const TCHAR* Name, std::initializer_list<FTold> Told) {
    FProperty Property;
    Property.Name = Name;
    Property.Type = Type;
    Keep(Property.Specifiers, Property.Meta, Told);
    Struct.Properties.Add(Property);
}
void TellFunction(UClass& Class, const TCHAR* Name, void (*Call)(UObject*),
                  std::initializer_list<FTold> Told) {
    UFunction Function;
    Function.Name = Name;
    Function.Call = Call;
    Keep(Function.Specifiers, Function.Meta, Told);
    Class.Functions.Add(Function);
}
void TellStruct(UStruct& Struct, std::initializer_list<FTold> Told) {
    Keep(Struct.Specifiers, Struct.Meta, Told);
}
void AddReference(FReferenceCollector& Collector, UObject*& Object) {
    if (Object != nullptr) Collector.Reach(Object);
}
}  // namespace SinewFake

// ---- garbage ----
FGCObject::FGCObject() {
    FSinewFakeRegistry::Get().Referencers.Add(this);
}
FGCObject::~FGCObject() {
    FSinewFakeRegistry::Get().Referencers.Remove(this);
}

namespace {
/** Marks what it reaches, and clears references to what was marked as garbage. */
class FMarker : public FReferenceCollector {
  public:
    void Reach(UObject*& Object) override {
        if (Object == nullptr) return;
        if (FSinewFakeRegistry::IsGarbage(Object)) {
            Object = nullptr;
        } else if (Object->IsUnreachable()) {
            FSinewFakeRegistry::SetUnreachable(Object, false);
            Waiting.Add(Object);
        }
    }
    void ReachAll() {
        while (Waiting.Num() > 0) {
            UObject* Object = Waiting.Pop();
            UObject* Outer = Object->GetOuter();
            // An outer that was doomed stays until what is in it is gone.
            if (Outer != nullptr && Outer->IsUnreachable()) {
                FSinewFakeRegistry::SetUnreachable(Outer, false);
                Waiting.Add(Outer);
            }
            Object->SinewFakeReferences(*this);
            if (Object->GetClass()->AddReferences != nullptr)
                Object->GetClass()->AddReferences(Object, *this);
        }
    }

  private:
    TArray<UObject*> Waiting;
};
bool IsRoot(const UObject* Object, EObjectFlags KeepFlags) {
    return Object->IsRooted() || (KeepFlags != RF_NoFlags && Object->HasAnyFlags(KeepFlags)) ||
           Object->IsTemplate();
}
}  // namespace

void CollectGarbage(EObjectFlags KeepFlags, bool) {
    check(IsInGameThread());
    FSinewFakeRegistry& Registry = FSinewFakeRegistry::Get();
    check(Registry.Pending.Num() == 0);
    TArray<UObject*> All;
    for (const auto& Place : Registry.Places)
        if (Place.Object != nullptr && Place.Object->GetClass() != nullptr) All.Add(Place.Object);
    for (UObject* Object : All) FSinewFakeRegistry::SetUnreachable(Object, true);
    FMarker Marker;
    for (UObject* Object : All)
        if (IsRoot(Object, KeepFlags)) Marker.Reach(Object);
    for (FGCObject* Referencer : TArray<FGCObject*>(Registry.Referencers))
        Referencer->AddReferencedObjects(Marker);
    Marker.ReachAll();
    TArray<UObject*> Doomed =
        All.FilterByPredicate([](const UObject* Object) { return Object->IsUnreachable(); });
    Registry.bCollecting = true;
    for (UObject* Object : Doomed) Object->ConditionalBeginDestroy();
    for (UObject* Object : Doomed) {
        while (!Object->IsReadyForFinishDestroy()) {
        }
        Object->FinishDestroy();
        check(Object->HasAnyFlags(RF_FinishDestroyed));
    }
    for (UObject* Object : Doomed) {
        const std::align_val_t Alignment{Object->GetClass()->Alignment};
        Object->~UObject();
        ::operator delete(static_cast<void*>(Object), Alignment);
    }
    Registry.bCollecting = false;
}
