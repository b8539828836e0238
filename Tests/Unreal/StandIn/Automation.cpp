#include <cstdio>
#include <regex>

#include "HAL/PlatformProcess.h"
#include "Misc/AutomationTest.h"
#include "Misc/OutputDevice.h"
#include "StandIn/Machine.h"
#include "StandIn/TestRun.h"

namespace {
TArray<FAutomationTestBase*>& Registered() {
    static TArray<FAutomationTestBase*>* const Made = new TArray<FAutomationTestBase*>();
    return *Made;
}
}  // namespace

FAutomationTestBase::FAutomationTestBase(const FString& InName, bool) : TestName(InName) {
    Registered().Add(this);
}
FAutomationTestBase::~FAutomationTestBase() {
    Registered().Remove(this);
}
const TArray<FAutomationTestBase*>& SinewFake::AllTests() {
    return Registered();
}

FSinewFakeTestRun*& FSinewFakeTestRun::Current() {
    static FSinewFakeTestRun* Running = nullptr;
    return Running;
}
void FSinewFakeTestRun::Add(EAutomationEventType Type, const FString& Message) {
    const FScopeLock Lock(&Section);
    if (Type == EAutomationEventType::Error) ++NumErrors;
    if (Type == EAutomationEventType::Warning) ++NumWarnings;
    Events.Add({Type, Message});
}
bool FSinewFakeTestRun::IsExpected(const FString& Message) {
    const FScopeLock Lock(&Section);
    for (FExpected& Each : Expected) {
        const std::string Text = TCHAR_TO_UTF8(*Message), Pattern = TCHAR_TO_UTF8(*Each.Pattern);
        bool bFits = false;
        if (Each.bRegex) {
            const std::regex Rule(Pattern, std::regex::icase);
            bFits = Each.bExact ? std::regex_match(Text, Rule) : std::regex_search(Text, Rule);
        } else {
            bFits = Each.bExact ? Message.Equals(Each.Pattern) : Message.Contains(Each.Pattern);
        }
        if (bFits) {
            ++Each.Seen;
            return true;
        }
    }
    return false;
}
/** As many as was said; 0 says any number, but at least one. */
void FSinewFakeTestRun::CheckExpected() {
    for (const FExpected& Each : Expected) {
        if (Each.Occurrences == 0 ? Each.Seen > 0 : Each.Seen == Each.Occurrences) continue;
        Add(EAutomationEventType::Error, FString::Printf(TEXT("expected '%s' %d times, but it came %d times"),
                                                         *Each.Pattern, Each.Occurrences, Each.Seen));
    }
}
void FSinewFakeTestRun::Serialize(const TCHAR* Text, ELogVerbosity::Type Verbosity, const FName& Category) {
    if (Verbosity != ELogVerbosity::Error && Verbosity != ELogVerbosity::Warning &&
        Verbosity != ELogVerbosity::Fatal)
        return;
    if (IsExpected(Text)) return;
    Add(Verbosity == ELogVerbosity::Warning ? EAutomationEventType::Warning : EAutomationEventType::Error,
        Category.ToString() + TEXT(": ") + Text);
}

namespace {
FSinewFakeTestRun& Run() {
    check(FSinewFakeTestRun::Current() != nullptr);
    return *FSinewFakeTestRun::Current();
}
}  // namespace
void FAutomationTestBase::AddError(const FString& Message, int32) {
    if (!Run().IsExpected(Message)) Run().Add(EAutomationEventType::Error, Message);
}
bool FAutomationTestBase::AddErrorIfFalse(bool bCondition, const FString& Message, int32) {
    if (!bCondition) AddError(Message);
    return bCondition;
}
void FAutomationTestBase::AddWarning(const FString& Message, int32) {
    Run().Add(EAutomationEventType::Warning, Message);
}
void FAutomationTestBase::AddInfo(const FString& Message, int32) {
    Run().Add(EAutomationEventType::Info, Message);
}
bool FAutomationTestBase::HasAnyErrors() const {
    return Run().NumErrors > 0;
}
void FAutomationTestBase::AddExpectedError(const FString& Pattern,
                                           EAutomationExpectedErrorFlags::MatchType Match, int32 Occurrences,
                                           bool bIsRegex) {
    Run().Expected.Add({Pattern, Match == EAutomationExpectedErrorFlags::Exact, bIsRegex, Occurrences, 0});
}
void FAutomationTestBase::AddCommand(IAutomationLatentCommand* Command) {
    Run().Commands.Add(TSharedPtr<IAutomationLatentCommand>(Command));
}
bool FAutomationTestBase::Fail(const FString& What, const FString& How) {
    AddError(What + TEXT(": ") + How);
    return false;
}
bool FAutomationTestBase::TestTrue(const FString& What, bool bValue) {
    return bValue || Fail(What, TEXT("does not hold"));
}
bool FAutomationTestBase::Near(const FString& What, double Actual, double Expected, double Tolerance) {
    return FMath::IsNearlyEqual(Actual, Expected, Tolerance) ||
           Fail(What, FString::Printf(TEXT("is %.9g, not %.9g"), Actual, Expected));
}

// ---- specs ----
void FAutomationSpecBase::SinewFakeRedefine() {
    SinewFakeRoot = MakeShared<FScope>();
    SinewFakeStack = {SinewFakeRoot};
    Define();
    SinewFakeStack.Empty();
}
void FAutomationSpecBase::Describe(const FString& What, TFunction<void()> Work) {
    TSharedPtr<FScope> Scope = MakeShared<FScope>();
    Scope->Name = What;
    SinewFakeStack.Last()->Inner.Add(Scope);
    SinewFakeStack.Add(Scope);
    Work();
    SinewFakeStack.Pop();
}
void FAutomationSpecBase::SinewFakeAddIt(const FString& What, FStep Step) {
    FScope& Scope = *SinewFakeStack.Last();
    check(!Scope.Steps.Contains(What));
    Scope.Its.Add(What);
    Scope.Steps.Add(What, Step);
}
void FAutomationSpecBase::It(const FString& What, TFunction<void()> Work) {
    SinewFakeAddIt(What, {Work, nullptr, 0});
}
void FAutomationSpecBase::LatentIt(const FString& What, TFunction<void(const FDoneDelegate&)> Work) {
    SinewFakeAddIt(What, {nullptr, Work, 30});
}
void FAutomationSpecBase::LatentIt(const FString& What, const FTimespan& Timeout,
                                   TFunction<void(const FDoneDelegate&)> Work) {
    SinewFakeAddIt(What, {nullptr, Work, Timeout.GetTotalSeconds()});
}
void FAutomationSpecBase::BeforeEach(TFunction<void()> Work) {
    SinewFakeStack.Last()->Before.Add({Work, nullptr, 0});
}
void FAutomationSpecBase::AfterEach(TFunction<void()> Work) {
    SinewFakeStack.Last()->After.Add({Work, nullptr, 0});
}
void FAutomationSpecBase::LatentBeforeEach(TFunction<void(const FDoneDelegate&)> Work) {
    SinewFakeStack.Last()->Before.Add({nullptr, Work, 30});
}
void FAutomationSpecBase::LatentAfterEach(TFunction<void(const FDoneDelegate&)> Work) {
    SinewFakeStack.Last()->After.Add({nullptr, Work, 30});
}
void FAutomationSpecBase::SinewFakeRun(const FStep& Step) {
    if (Step.Work) return Step.Work();
    bool bDone = false;
    Step.Latent(FDoneDelegate::CreateLambda([&bDone] { bDone = true; }));
    const double End = FPlatformTime::Seconds() + Step.Seconds;
    while (!bDone && FPlatformTime::Seconds() < End) {
        SinewFake::PumpFrame(0.01f);
        FPlatformProcess::Sleep(0.001f);
    }
    if (!bDone) AddError(TEXT("a latent step was never done"));
}
bool FAutomationSpecBase::SinewFakeFind(const FScope& Scope, const FString& Path, const FString& Wanted,
                                        FFound& Out) const {
    for (const FString& Name : Scope.Its)
        if ((Path + Name).Equals(Wanted)) {
            Out.Step = *Scope.Steps.Find(Name);
            Out.Before = Scope.Before;
            Out.After = Scope.After;
            return true;
        }
    for (const TSharedPtr<FScope>& Inner : Scope.Inner) {
        if (!SinewFakeFind(*Inner, Path + Inner->Name + TEXT("."), Wanted, Out)) continue;
        TArray<FStep> Before = Scope.Before;
        Before.Append(Out.Before);
        Out.Before = Before;
        Out.After.Append(Scope.After);
        return true;
    }
    return false;
}
void FAutomationSpecBase::SinewFakeList(const FScope& Scope, const FString& Path,
                                        TArray<FString>& Out) const {
    for (const FString& Name : Scope.Its) Out.Add(Path + Name);
    for (const TSharedPtr<FScope>& Inner : Scope.Inner)
        SinewFakeList(*Inner, Path + Inner->Name + TEXT("."), Out);
}
void FAutomationSpecBase::GetTests(TArray<FString>& OutBeautifiedNames,
                                   TArray<FString>& OutTestCommands) const {
    const_cast<FAutomationSpecBase*>(this)->SinewFakeRedefine();
    SinewFakeList(*SinewFakeRoot, FString(), OutTestCommands);
    for (const FString& Command : OutTestCommands)
        OutBeautifiedNames.Add(GetBeautifiedTestName() + TEXT(".") + Command);
}
bool FAutomationSpecBase::RunTest(const FString& Parameters) {
    FFound Found;
    if (!SinewFakeFind(*SinewFakeRoot, FString(), Parameters, Found)) return false;
    for (const FStep& Step : Found.Before) SinewFakeRun(Step);
    // A set-up that failed makes the rest meaningless, but what it made is put away.
    if (!bEnableSkipIfError || !HasAnyErrors()) SinewFakeRun(Found.Step);
    for (const FStep& Step : Found.After) SinewFakeRun(Step);
    return true;
}
