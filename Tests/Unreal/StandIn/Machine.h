#pragma once
// What the stand-in's parts and the runner know of each other, and the plugin does not.
#include "CoreMinimal.h"

namespace SinewFake {
/** Last words into the report, before the program stops. */
void TellFatal(const char* Expression, const char* File, int32 Line);
/** One frame of everything that is not of a world: game-thread tasks, tickers, render commands. */
void PumpFrame(float Seconds);
void RunGameThreadTasks();
bool HasRunningTasks();
/** Lines of the log that the running test has not seen yet are its errors and warnings. */
struct FRunOptions {
    FString Prefix;
    FString ReportFile;
    bool bList = false, bVerbose = false;
};
int32 RunTests(const FRunOptions& Options);
}  // namespace SinewFake
