#pragma once
#include "Delegates/Delegate.h"
#include "Templates/Casts.h"
#include "UObject/Class.h"
#include "UObject/Object.h"
#include "UObject/Package.h"
#include "UObject/SinewFakeBody.h"
#include "UObject/WeakObjectPtrTemplates.h"

/** What is being made: whose memory, of which class, where. */
class FObjectInitializer {
  public:
    FObjectInitializer(UClass* InClass, UObject* InOuter, FName InName, EObjectFlags InFlags, void* InMemory)
        : Class(InClass), Outer(InOuter), Name(InName), Flags(InFlags), Memory(InMemory) {}
    static const FObjectInitializer& Get();
    UObject* GetObj() const { return static_cast<UObject*>(Memory); }
    template <class T>
    T* CreateDefaultSubobject(UObject* Of, FName SubobjectName, bool bTransient = false) const {
        return Of->CreateDefaultSubobject<T>(SubobjectName, bTransient);
    }
    const FObjectInitializer& DoNotCreateDefaultSubobject(FName) const { return *this; }
    UClass* Class;
    UObject* Outer;
    FName Name;
    EObjectFlags Flags;
    void* Memory;
};

namespace SinewFake {
inline void* MemoryOf(const FObjectInitializer& Initializer) {
    return Initializer.Memory;
}
}  // namespace SinewFake

UPackage* GetTransientPackage();
UObject* StaticConstructObject(UClass* Class, UObject* Outer, FName Name, EObjectFlags Flags);
UObject* StaticFindObject(UClass* Class, UObject* Outer, const TCHAR* Name, bool bExactClass = false);
UObject* StaticLoadObject(UClass* Class, UObject* Outer, const TCHAR* Path);
UObject* StaticDuplicateObject(const UObject* Source, UObject* Outer, FName Name);
FName MakeUniqueObjectName(UObject* Outer, const UClass* Class, FName Base = NAME_None);

template <class T>
T* NewObject(UObject* Outer, const UClass* Class, FName Name = NAME_None, EObjectFlags Flags = RF_NoFlags,
             UObject* = nullptr) {
    return static_cast<T*>(StaticConstructObject(const_cast<UClass*>(Class), Outer, Name, Flags));
}
template <class T>
T* NewObject(UObject* Outer, FName Name = NAME_None, EObjectFlags Flags = RF_NoFlags) {
    return NewObject<T>(Outer, T::StaticClass(), Name, Flags);
}
template <class T>
T* NewObject() {
    return NewObject<T>(reinterpret_cast<UObject*>(GetTransientPackage()), T::StaticClass());
}
template <class T>
T* FindObject(UObject* Outer, const TCHAR* Name, bool bExactClass = false) {
    return static_cast<T*>(StaticFindObject(T::StaticClass(), Outer, Name, bExactClass));
}
template <class T>
T* LoadObject(UObject* Outer, const TCHAR* Path, const TCHAR* = nullptr, uint32 = 0) {
    return static_cast<T*>(StaticLoadObject(T::StaticClass(), Outer, Path));
}
template <class T>
T* DuplicateObject(const T* Source, UObject* Outer, FName Name = NAME_None) {
    return static_cast<T*>(StaticDuplicateObject(Source, Outer, Name));
}
template <class T>
const T* GetDefault() {
    return static_cast<const T*>(T::StaticClass()->GetDefaultObject());
}
template <class T>
T* GetMutableDefault() {
    return static_cast<T*>(T::StaticClass()->GetDefaultObject());
}

inline bool IsValid(const UObject* Object) {
    return Object != nullptr && SinewFake::IsObjectAlive(Object);
}
inline bool IsValidChecked(const UObject* Object) {
    return IsValid(Object);
}

/** Frees what no root, standalone asset, world or native referencer reaches. Not while objects are being
 * made. */
void CollectGarbage(EObjectFlags KeepFlags, bool bFull = true);

class FReferenceCollector {
  public:
    virtual ~FReferenceCollector() = default;
    virtual void Reach(UObject*& Object) = 0;
    template <class T>
    void AddReferencedObject(T*& Object) {
        UObject* Reached = const_cast<UObject*>(static_cast<const UObject*>(Object));
        Reach(Reached);
        if (Reached == nullptr) Object = nullptr;
    }
    template <class T>
    void AddReferencedObject(TObjectPtr<T>& Object) {
        SinewFake::VisitReferences(Object, *this);
    }
    template <class T>
    void AddReferencedObjects(T& Objects) {
        SinewFake::VisitReferences(Objects, *this);
    }
};

struct FCoreUObjectDelegates {
    static TMulticastDelegate<void(UObject*, FPropertyChangedEvent&)> OnObjectPropertyChanged;
};

#define GET_MEMBER_NAME_CHECKED(Class, Member) \
    (static_cast<void>(sizeof(&Class::Member)), FName(TEXT(#Member)))
#define GET_FUNCTION_NAME_CHECKED(Class, Member) \
    (static_cast<void>(sizeof(&Class::Member)), FName(TEXT(#Member)))

namespace SinewFake {
/** Objects that are alive and are no class's default nor part of one: what a leak test counts. */
int32 CountObjects(const UClass* Class);
template <class T>
int32 CountObjects() {
    return CountObjects(T::StaticClass());
}
TArray<UObject*> AllObjects(const UClass* Class, bool bTemplatesToo = false);
}  // namespace SinewFake
