#pragma once
// Specs: a test whose RunTest finds one It by its path and runs it between what stands before and after it.
#include "Misc/AutomationTest.h"

DECLARE_DELEGATE(FDoneDelegate);

enum class EAsyncExecution;

class FAutomationSpecBase : public FAutomationTestBase {
  public:
    FAutomationSpecBase(const FString& InName, bool bIsComplex) : FAutomationTestBase(InName, bIsComplex) {}
    bool RunTest(const FString& Parameters) override;
    void GetTests(TArray<FString>& OutBeautifiedNames, TArray<FString>& OutTestCommands) const override;
    void Describe(const FString& What, TFunction<void()> Work);
    void xDescribe(const FString&, TFunction<void()>) {}
    void It(const FString& What, TFunction<void()> Work);
    void xIt(const FString&, TFunction<void()>) {}
    void LatentIt(const FString& What, TFunction<void(const FDoneDelegate&)> Work);
    void LatentIt(const FString& What, const FTimespan& Timeout, TFunction<void(const FDoneDelegate&)> Work);
    void xLatentIt(const FString&, TFunction<void(const FDoneDelegate&)>) {}
    void BeforeEach(TFunction<void()> Work);
    void AfterEach(TFunction<void()> Work);
    void LatentBeforeEach(TFunction<void(const FDoneDelegate&)> Work);
    void LatentAfterEach(TFunction<void(const FDoneDelegate&)> Work);
    bool bEnableSkipIfError = true;

  protected:
    virtual void Define() = 0;

  private:
    struct FStep {
        TFunction<void()> Work;
        TFunction<void(const FDoneDelegate&)> Latent;  // either
        double Seconds = 30;
    };
    struct FScope {
        FString Name;
        TArray<FStep> Before, After;
        TArray<FString> Its;
        TMap<FString, FStep> Steps;
        TArray<TSharedPtr<FScope>> Inner;
    };
    struct FFound {
        TArray<FStep> Before, After;
        FStep Step;
    };
    void SinewFakeRedefine();
    bool SinewFakeFind(const FScope& Scope, const FString& Path, const FString& Wanted, FFound& Out) const;
    void SinewFakeList(const FScope& Scope, const FString& Path, TArray<FString>& Out) const;
    void SinewFakeRun(const FStep& Step);
    void SinewFakeAddIt(const FString& What, FStep Step);
    TSharedPtr<FScope> SinewFakeRoot;
    TArray<TSharedPtr<FScope>> SinewFakeStack;
};

#define DEFINE_SPEC(Class, Path, Flags)                            \
    SINEW_FAKE_TEST_CLASS(Class, FAutomationSpecBase, Path, Flags) \
    void Define() override;                                        \
    }                                                              \
    ;                                                              \
    namespace {                                                    \
    Class Class##Instance(TEXT(#Class));                           \
    }
#define BEGIN_DEFINE_SPEC(Class, Path, Flags) SINEW_FAKE_TEST_CLASS(Class, FAutomationSpecBase, Path, Flags)
#define END_DEFINE_SPEC(Class)           \
    void Define() override;              \
    }                                    \
    ;                                    \
    namespace {                          \
    Class Class##Instance(TEXT(#Class)); \
    }
