// Runs the plugin's automation tests outside the engine, and writes a report like the engine's.
//
//     sinew-unreal-tests [--report FILE] [--list] [--verbose] [PREFIX]
#include <cstdio>
#include <cstring>

#include "CoreMinimal.h"
#include "StandIn/Machine.h"

int main(int Count, char** Arguments) {
    SinewFake::FRunOptions Options;
    for (int Index = 1; Index < Count; ++Index) {
        const FString Argument = Arguments[Index];
        if (Argument == TEXT("--report") && Index + 1 < Count) {
            Options.ReportFile = Arguments[++Index];
        } else if (Argument == TEXT("--list")) {
            Options.bList = true;
        } else if (Argument == TEXT("--verbose")) {
            Options.bVerbose = true;
        } else if (Argument.StartsWith(TEXT("-"))) {
            std::fprintf(stderr, "unknown option %s\n", Arguments[Index]);
            return 2;
        } else {
            Options.Prefix = Argument;
        }
    }
    return SinewFake::RunTests(Options);
}
