#pragma once
#include "Containers/UnrealString.h"

struct FPlatformMisc {
    static FString GetEnvironmentVariable(const TCHAR* Name);
    static void SetEnvironmentVar(const TCHAR* Name, const TCHAR* Value);
    static int32 NumberOfCores();
    static int32 NumberOfWorkerThreadsToSpawn() { return NumberOfCores(); }
    static FString GetCPUBrand() { return TEXT("stand-in"); }
    static void RequestExit(bool bForce);
    static void RequestExitWithStatus(bool bForce, uint8 Code);
};
