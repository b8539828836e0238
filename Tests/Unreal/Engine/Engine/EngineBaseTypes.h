#pragma once
#include "Containers/EnumAsByte.h"
#include "UObject/UObjectGlobals.h"

enum ETickingGroup : int32 {
    TG_PrePhysics,
    TG_StartPhysics,
    TG_DuringPhysics,
    TG_EndPhysics,
    TG_PostPhysics,
    TG_PostUpdateWork,
    TG_LastDemotable,
    TG_NewlySpawned,
    TG_MAX
};
enum ENetMode { NM_Standalone, NM_DedicatedServer, NM_ListenServer, NM_Client, NM_MAX };
enum ELevelTick : int32 {
    LEVELTICK_TimeOnly = 0,
    LEVELTICK_ViewportsOnly = 1,
    LEVELTICK_All = 2,
    LEVELTICK_PauseTick = 3
};

struct FURL {
    FString Map;
};

struct FTickFunction;

struct FTickPrerequisite {
    TWeakObjectPtr<UObject> PrerequisiteObject;
    FTickFunction* PrerequisiteTickFunction = nullptr;
    bool operator==(const FTickPrerequisite& Other) const {
        return PrerequisiteTickFunction == Other.PrerequisiteTickFunction;
    }
};

/** Runs in its group, after its prerequisites; a prerequisite in a later group draws it there. */
struct FTickFunction {
    FTickFunction() = default;
    FTickFunction(const FTickFunction&) = delete;
    virtual ~FTickFunction() = default;
    TEnumAsByte<ETickingGroup> TickGroup = TG_PrePhysics;
    TEnumAsByte<ETickingGroup> EndTickGroup = TG_PrePhysics;
    uint8 bTickEvenWhenPaused : 1 = 0;
    uint8 bCanEverTick : 1 = 0;
    uint8 bStartWithTickEnabled : 1 = 0;
    uint8 bAllowTickOnDedicatedServer : 1 = 1;
    uint8 bHighPriority : 1 = 0;
    uint8 bRunOnAnyThread : 1 = 0;
    float TickInterval = 0;
    void AddPrerequisite(UObject* TargetObject, FTickFunction& TargetTickFunction);
    void RemovePrerequisite(UObject* TargetObject, FTickFunction& TargetTickFunction);
    TArray<FTickPrerequisite>& GetPrerequisites() { return SinewFakePrerequisites; }
    void SetTickFunctionEnable(bool bEnable) { bSinewFakeEnabled = bEnable; }
    bool IsTickFunctionEnabled() const { return bSinewFakeEnabled; }
    bool IsTickFunctionRegistered() const { return bSinewFakeRegistered; }
    virtual void ExecuteTick(float, ELevelTick) {}
    virtual FString DiagnosticMessage() { return TEXT("FTickFunction"); }

    TArray<FTickPrerequisite> SinewFakePrerequisites;
    bool bSinewFakeEnabled = true, bSinewFakeRegistered = false;
    double SinewFakeLeft = 0;  // seconds of its interval
};
