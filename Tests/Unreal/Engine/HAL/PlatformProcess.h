#pragma once
#include "Containers/UnrealString.h"

/** A child process; it keeps its exit code after it was reaped. */
struct FProcHandle {
    FProcHandle() = default;
    explicit FProcHandle(int32 InProcess) : Process(InProcess) {}
    bool IsValid() const { return Process > 0; }
    void Reset() { Process = 0; }
    int32 Process = 0;
};

/** Really starts children: what is tested is what they say and return. */
struct FPlatformProcess {
    static bool CreatePipe(void*& ReadPipe, void*& WritePipe, bool bWritePipeLocal = false);
    static void ClosePipe(void* ReadPipe, void* WritePipe);
    static FString ReadPipe(void* ReadPipe);
    static bool ReadPipeToArray(void* ReadPipe, TArray<uint8>& Output);
    static bool WritePipe(void* WritePipe, const FString& Message, FString* OutWritten = nullptr);
    static FProcHandle CreateProc(const TCHAR* Program, const TCHAR* Parameters, bool bLaunchDetached,
                                  bool bLaunchHidden, bool bLaunchReallyHidden, uint32* OutProcessID,
                                  int32 PriorityModifier, const TCHAR* WorkingDirectory, void* PipeWriteChild,
                                  void* PipeReadChild = nullptr);
    static bool IsProcRunning(FProcHandle& Handle);
    static void WaitForProc(FProcHandle& Handle);
    static void TerminateProc(FProcHandle& Handle, bool bKillTree = false);
    static bool GetProcReturnCode(FProcHandle& Handle, int32* OutCode);
    static void CloseProc(FProcHandle& Handle);
    static bool ExecProcess(const TCHAR* Program, const TCHAR* Parameters, int32* OutCode, FString* OutText,
                            FString* OutErrors, const TCHAR* WorkingDirectory = nullptr);
    static void Sleep(float Seconds);
    static void SleepNoStats(float Seconds) { Sleep(Seconds); }
    static void YieldThread();
    static uint32 GetCurrentProcessId();
    static const TCHAR* ExecutableName(bool bRemoveExtension = true);
    static const TCHAR* UserTempDir() { return TEXT("/tmp/"); }
    static void* GetDllHandle(const TCHAR* Filename);
    static void FreeDllHandle(void* Handle);
    static void* GetDllExport(void* Handle, const TCHAR* Name);
    static void AddDllDirectory(const TCHAR*) {}
    static void PushDllDirectory(const TCHAR*) {}
    static void PopDllDirectory(const TCHAR*) {}
};
