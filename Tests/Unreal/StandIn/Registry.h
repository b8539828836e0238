#pragma once
// Every object there is. Places are used again; serials, by which weak pointers know them, are not.
#include "UObject/GCObject.h"
#include "UObject/UObjectGlobals.h"

struct FSinewFakeRegistry {
    struct FPlace {
        UObject* Object = nullptr;
        uint32 Serial = 0;
    };
    static FSinewFakeRegistry& Get();
    SinewFake::FWeakHandle Add(UObject* Object);
    void Remove(UObject* Object);
    static void SetUnreachable(UObject* Object, bool bValue) { Object->bUnreachablePrivate = bValue; }
    static bool IsGarbage(const UObject* Object) { return Object->bGarbagePrivate; }
    static void SetClass(UObject* Object, UClass* Class) { Object->ClassPrivate = Class; }

    TArray<FPlace> Places;
    TArray<int32> Free;
    uint32 LastSerial = 0;
    TArray<const FObjectInitializer*> Pending;  // constructors that are running, innermost last
    TArray<FGCObject*> Referencers;
    TMap<FString, int32> NextNumber;
    bool bCollecting = false;
};
