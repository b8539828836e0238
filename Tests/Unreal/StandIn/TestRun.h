#pragma once
#include "Misc/AutomationTest.h"
#include "Misc/OutputDevice.h"
#include "Misc/ScopeLock.h"

/** What one test said, and what was logged meanwhile. */
class FSinewFakeTestRun : public FOutputDevice {
  public:
    struct FExpected {
        FString Pattern;
        bool bExact, bRegex;
        int32 Occurrences, Seen;
    };
    static FSinewFakeTestRun*& Current();
    void Add(EAutomationEventType Type, const FString& Message);
    bool IsExpected(const FString& Message);
    void CheckExpected();
    void Serialize(const TCHAR* Text, ELogVerbosity::Type Verbosity, const FName& Category) override;
    int32 NumErrors = 0, NumWarnings = 0;
    TArray<FAutomationEvent> Events;
    TArray<FExpected> Expected;
    TArray<TSharedPtr<IAutomationLatentCommand>> Commands;

  private:
    FCriticalSection Section;
};

namespace SinewFake {
const TArray<FAutomationTestBase*>& AllTests();
}
