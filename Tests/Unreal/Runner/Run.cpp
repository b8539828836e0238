#include <cstdio>

#include "Engine/Engine.h"
#include "HAL/PlatformProcess.h"
#include "Misc/FileHelper.h"
#include "Modules/ModuleManager.h"
#include "StandIn/Machine.h"
#include "StandIn/TestRun.h"

namespace SinewFake {
namespace {
struct FTestCase {
    FAutomationTestBase* Test;
    FString Path, Command;
};
struct FResult {
    FString Path, State;
    double Seconds;
    TArray<FAutomationEvent> Events;
    int32 NumErrors, NumWarnings;
};
struct FReport {
    FRunOptions Options;
    TArray<FResult> Results;
    FString Running;  // the test that a check may end
};
FReport& Report() {
    static FReport* const Made = new FReport();
    return *Made;
}

TArray<FTestCase> Cases(const FString& Prefix) {
    TArray<FTestCase> Found;
    for (FAutomationTestBase* Test : AllTests()) {
        TArray<FString> Names, Commands;
        Test->GetTests(Names, Commands);
        for (int32 Index = 0; Index < Names.Num(); ++Index)
            if (Prefix.IsEmpty() || Names[Index].StartsWith(Prefix))
                Found.Add({Test, Names[Index], Commands[Index]});
    }
    Found.StableSort([](const FTestCase& A, const FTestCase& B) { return A.Path.Compare(B.Path) < 0; });
    return Found;
}

class FConsole : public FOutputDevice {
  public:
    explicit FConsole(bool bInVerbose) : bVerbose(bInVerbose) {}
    void Serialize(const TCHAR* Text, ELogVerbosity::Type Verbosity, const FName& Category) override {
        if (!bVerbose && Verbosity > ELogVerbosity::Fatal) return;
        std::fprintf(stderr, "    %s: %s\n", TCHAR_TO_UTF8(*Category.ToString()), TCHAR_TO_UTF8(Text));
    }

  private:
    bool bVerbose;
};

void RunCommands(FSinewFakeTestRun& Run) {
    const double End = FPlatformTime::Seconds() + 60;
    while (Run.Commands.Num() > 0) {
        if (Run.Commands[0]->Update()) Run.Commands.RemoveAt(0);
        PumpFrame(0.01f);
        if (FPlatformTime::Seconds() > End) {
            Run.Add(EAutomationEventType::Error, TEXT("a latent command is never done"));
            Run.Commands.Empty();
        }
    }
}

FResult RunOne(const FTestCase& Case) {
    FSinewFakeTestRun Run;
    FSinewFakeTestRun::Current() = &Run;
    GLog->AddOutputDevice(&Run);
    const double Start = FPlatformTime::Seconds();
    const bool bPassed = Case.Test->RunTest(Case.Command);
    RunCommands(Run);
    if (!bPassed && Run.NumErrors == 0) Run.Add(EAutomationEventType::Error, TEXT("RunTest returned false"));
    Run.CheckExpected();
    GLog->RemoveOutputDevice(&Run);
    FSinewFakeTestRun::Current() = nullptr;
    return {Case.Path,
            Run.NumErrors == 0 ? TEXT("Success") : TEXT("Fail"),
            FPlatformTime::Seconds() - Start,
            Run.Events,
            Run.NumErrors,
            Run.NumWarnings};
}

FString Quoted(const FString& Text) {
    FString Out = TEXT("\"");
    for (int32 Index = 0; Index < Text.Len(); ++Index) {
        const TCHAR Letter = Text[Index];
        if (Letter == u'"' || Letter == u'\\') Out += u'\\';
        if (Letter < 0x20) {
            Out += FString::Printf(TEXT("\\u%04x"), uint32(Letter));
        } else {
            Out += Letter;
        }
    }
    return Out + TEXT("\"");
}
FString EntryOf(const FAutomationEvent& Event) {
    const TCHAR* Type = Event.Type == EAutomationEventType::Error     ? TEXT("Error")
                        : Event.Type == EAutomationEventType::Warning ? TEXT("Warning")
                                                                      : TEXT("Info");
    return FString::Printf(TEXT("{\"event\": {\"type\": \"%s\", \"message\": %s}}"), Type,
                           *Quoted(Event.Message));
}
FString TestOf(const FResult& Result) {
    FString Name = Result.Path;
    Result.Path.Split(TEXT("."), nullptr, &Name, ESearchCase::CaseSensitive, ESearchDir::FromEnd);
    TArray<FString> Entries;
    for (const FAutomationEvent& Event : Result.Events) Entries.Add(EntryOf(Event));
    return FString::Printf(TEXT("    {\"testDisplayName\": %s, \"fullTestPath\": %s, \"state\": \"%s\", "
                                "\"duration\": %.4f, \"warnings\": %d, "
                                "\"errors\": %d, \"entries\": [%s]}"),
                           *Quoted(Name), *Quoted(Result.Path), *Result.State, Result.Seconds,
                           Result.NumWarnings, Result.NumErrors, *FString::Join(Entries, TEXT(", ")));
}
int32 Failed(const TArray<FResult>& Results) {
    return Results.FilterByPredicate([](const FResult& Each) { return Each.State != TEXT("Success"); }).Num();
}
void Write(const FReport& Written) {
    if (Written.Options.ReportFile.IsEmpty()) return;
    TArray<FString> Tests;
    double Seconds = 0;
    for (const FResult& Result : Written.Results) {
        Tests.Add(TestOf(Result));
        Seconds += Result.Seconds;
    }
    const int32 Bad = Failed(Written.Results);
    const FString Text =
        FString::Printf(TEXT("{\n  \"reportCreatedOn\": \"%s\",\n  \"succeeded\": %d,\n  "
                             "\"succeededWithWarnings\": 0,\n  \"failed\": %d,\n"
                             "  \"notRun\": 0,\n  \"totalDuration\": %.4f,\n  \"tests\": [\n%s\n  ]\n}\n"),
                        *FDateTime::UtcNow().ToIso8601(), Written.Results.Num() - Bad, Bad, Seconds,
                        *FString::Join(Tests, TEXT(",\n")));
    FFileHelper::SaveStringToFile(Text, *Written.Options.ReportFile);
}
void Show(const FResult& Result) {
    std::printf("%-4s %s (%.2f s)\n", Result.State == TEXT("Success") ? "ok" : "FAIL",
                TCHAR_TO_UTF8(*Result.Path), Result.Seconds);
    for (const FAutomationEvent& Event : Result.Events)
        if (Event.Type == EAutomationEventType::Error)
            std::printf("     %s\n", TCHAR_TO_UTF8(*Event.Message));
    std::fflush(stdout);
}
}  // namespace

void TellFatal(const char* Expression, const char* File, int32 Line) {
    FReport& Written = Report();
    if (Written.Running.IsEmpty()) return;
    const FString Words = FString::Printf(TEXT("%hs:%d: check failed: %hs"), File, Line, Expression);
    Written.Results.Add({Written.Running, TEXT("Fail"), 0, {{EAutomationEventType::Error, Words}}, 1, 0});
    Written.Running.Reset();
    Write(Written);
    Show(Written.Results.Last());
}

int32 RunTests(const FRunOptions& Options) {
    Report().Options = Options;
    FConsole Console(Options.bVerbose);
    GLog->AddOutputDevice(&Console);
    GEngine = NewObject<UEngine>();
    GEngine->AddToRoot();
    FModuleManager::Get().LoadAll();
    const TArray<FTestCase> Found = Cases(Options.Prefix);
    if (Options.bList) {
        for (const FTestCase& Case : Found) std::printf("%s\n", TCHAR_TO_UTF8(*Case.Path));
        return Found.Num() > 0 ? 0 : 1;
    }
    for (const FTestCase& Case : Found) {
        Report().Running = Case.Path;
        const FResult Result = RunOne(Case);
        Report().Running.Reset();
        Report().Results.Add(Result);
        Show(Result);
    }
    Write(Report());
    const int32 Bad = Failed(Report().Results);
    FModuleManager::Get().UnloadAll();
    GLog->RemoveOutputDevice(&Console);
    std::printf("5.%d: %d tests, %d failed\n", SINEW_FAKE_UE_MINOR, Found.Num(), Bad);
    if (Found.Num() == 0) std::printf("no test was found: that is a failure, too\n");
    return Bad == 0 && Found.Num() > 0 ? 0 : 1;
}
}  // namespace SinewFake
