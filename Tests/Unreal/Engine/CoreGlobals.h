#pragma once
#include "Logging/LogMacros.h"

extern uint64 GFrameCounter;
extern bool GIsEditor;
extern bool GIsRunningCommandlet;
bool IsInGameThread();
bool IsInRenderingThread();
inline bool IsRunningCommandlet() {
    return GIsRunningCommandlet;
}
inline bool IsEngineExitRequested() {
    return false;
}
inline bool IsRunningDedicatedServer() {
    return false;
}
