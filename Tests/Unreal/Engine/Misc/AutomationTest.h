#pragma once
// The automation framework: tests register themselves, and Tests/Unreal's runner runs them.
#include "CoreMinimal.h"
#include "Misc/AutomationTestFlags.h"

namespace EAutomationExpectedErrorFlags {
enum MatchType { Exact, Contains };
}
namespace EAutomationExpectedMessageFlags {
enum MatchType { Exact, Contains };
}

enum class EAutomationEventType { Info, Warning, Error };
struct FAutomationEvent {
    EAutomationEventType Type;
    FString Message;
};

class IAutomationLatentCommand {
  public:
    virtual ~IAutomationLatentCommand() = default;
    virtual bool Update() = 0;  // true: done
};

class FAutomationTestBase {
  public:
    FAutomationTestBase(const FString& InName, bool bIsComplex);
    virtual ~FAutomationTestBase();
    FAutomationTestBase(const FAutomationTestBase&) = delete;
    virtual bool RunTest(const FString& Parameters) = 0;
    virtual void GetTests(TArray<FString>& OutBeautifiedNames, TArray<FString>& OutTestCommands) const = 0;
    virtual FString GetBeautifiedTestName() const = 0;
    virtual uint32 SinewFakeFlags() const = 0;
    virtual FString GetTestSourceFileName() const { return FString(); }
    const FString& GetTestName() const { return TestName; }

    void AddError(const FString& Message, int32 StackOffset = 0);
    bool AddErrorIfFalse(bool bCondition, const FString& Message, int32 StackOffset = 0);
    void AddWarning(const FString& Message, int32 StackOffset = 0);
    void AddInfo(const FString& Message, int32 StackOffset = 0);
    bool HasAnyErrors() const;
    void AddExpectedError(
        const FString& Pattern,
        EAutomationExpectedErrorFlags::MatchType Match = EAutomationExpectedErrorFlags::Contains,
        int32 Occurrences = 1, bool bIsRegex = true);
    void AddExpectedErrorPlain(
        const FString& Text,
        EAutomationExpectedErrorFlags::MatchType Match = EAutomationExpectedErrorFlags::Contains,
        int32 Occurrences = 1) {
        AddExpectedError(Text, Match, Occurrences, false);
    }
    void AddCommand(IAutomationLatentCommand* Command);

    bool TestTrue(const FString& What, bool bValue);
    bool TestFalse(const FString& What, bool bValue) {
        return TestTrue(What + TEXT(" (is to be false)"), !bValue);
    }
    template <class T>
    bool TestNull(const FString& What, const T* Pointer) {
        return TestTrue(What + TEXT(" (is to be null)"), Pointer == nullptr);
    }
    template <class T>
    bool TestNull(const FString& What, const TObjectPtr<T>& Pointer) {
        return TestNull(What, Pointer.Get());
    }
    template <class T>
    bool TestNotNull(const FString& What, const T* Pointer) {
        return TestTrue(What + TEXT(" (is not to be null)"), Pointer != nullptr);
    }
    template <class T>
    bool TestNotNull(const FString& What, const TObjectPtr<T>& Pointer) {
        return TestNotNull(What, Pointer.Get());
    }
    template <class T>
    bool TestValid(const FString& What, const T& Pointer) {
        return TestTrue(What + TEXT(" (is to be valid)"), Pointer.IsValid());
    }

    bool TestEqual(const FString& What, int32 Actual, int32 Expected) { return Same(What, Actual, Expected); }
    bool TestEqual(const FString& What, int64 Actual, int64 Expected) { return Same(What, Actual, Expected); }
    bool TestEqual(const FString& What, float Actual, float Expected,
                   float Tolerance = UE_KINDA_SMALL_NUMBER) {
        return Near(What, double(Actual), double(Expected), double(Tolerance));
    }
    bool TestEqual(const FString& What, double Actual, double Expected,
                   double Tolerance = UE_KINDA_SMALL_NUMBER) {
        return Near(What, Actual, Expected, Tolerance);
    }
    bool TestEqual(const FString& What, const FVector& Actual, const FVector& Expected,
                   float Tolerance = UE_KINDA_SMALL_NUMBER) {
        return NearValue(What, Actual, Expected, double(Tolerance));
    }
    bool TestEqual(const FString& What, const FTransform& Actual, const FTransform& Expected,
                   float Tolerance = UE_KINDA_SMALL_NUMBER) {
        return NearValue(What, Actual, Expected, double(Tolerance));
    }
    bool TestEqual(const FString& What, const FString& Actual, const FString& Expected) {
        return Same(What, Actual, Expected);
    }
    bool TestEqual(const FString& What, const TCHAR* Actual, const TCHAR* Expected) {
        return Same(What, FString(Actual), FString(Expected));
    }
    template <class T>
    bool TestEqual(const FString& What, const T& Actual, const T& Expected) {
        return Same(What, Actual, Expected);
    }
    template <class T>
    bool TestNotEqual(const FString& What, const T& Actual, const T& Other) {
        return !(Actual == Other) || Fail(What, TEXT("is not to be ") + Shown(Actual));
    }
    bool TestNearlyEqual(const FString& What, float Actual, float Expected,
                         float Tolerance = UE_KINDA_SMALL_NUMBER) {
        return Near(What, double(Actual), double(Expected), double(Tolerance));
    }
    bool TestNearlyEqual(const FString& What, double Actual, double Expected,
                         float Tolerance = UE_KINDA_SMALL_NUMBER) {
        return Near(What, Actual, Expected, double(Tolerance));
    }
    bool TestNearlyEqual(const FString& What, const FVector& Actual, const FVector& Expected,
                         float Tolerance = UE_KINDA_SMALL_NUMBER) {
        return NearValue(What, Actual, Expected, double(Tolerance));
    }
    bool TestNearlyEqual(const FString& What, const FTransform& Actual, const FTransform& Expected,
                         float Tolerance = UE_KINDA_SMALL_NUMBER) {
        return NearValue(What, Actual, Expected, double(Tolerance));
    }
    bool TestLessThan(const FString& What, double Actual, double Limit) {
        return Actual < Limit || Fail(What, FString::Printf(TEXT("is %g, not below %g"), Actual, Limit));
    }
    bool TestLessEqual(const FString& What, double Actual, double Limit) {
        return Actual <= Limit || Fail(What, FString::Printf(TEXT("is %g, above %g"), Actual, Limit));
    }
    bool TestGreaterThan(const FString& What, double Actual, double Limit) {
        return Actual > Limit || Fail(What, FString::Printf(TEXT("is %g, not above %g"), Actual, Limit));
    }
    bool TestGreaterEqual(const FString& What, double Actual, double Limit) {
        return Actual >= Limit || Fail(What, FString::Printf(TEXT("is %g, below %g"), Actual, Limit));
    }

  private:
    friend class FSinewFakeTestRun;
    template <class T>
    static FString Shown(const T& Value) {
        if constexpr (std::is_same_v<T, FString>) {
            return Value;
        } else if constexpr (std::is_arithmetic_v<T>) {
            return LexToString(Value);
        } else if constexpr (std::is_enum_v<T>) {
            return LexToString(static_cast<int64>(Value));
        } else if constexpr (requires { Value.ToString(); }) {
            return FString(Value.ToString());
        } else {
            return TEXT("another value");
        }
    }
    template <class T>
    bool Same(const FString& What, const T& Actual, const T& Expected) {
        return Actual == Expected ||
               Fail(What, TEXT("is ") + Shown(Actual) + TEXT(", not ") + Shown(Expected));
    }
    template <class T>
    bool NearValue(const FString& What, const T& Actual, const T& Expected, double Tolerance) {
        return Actual.Equals(Expected, Tolerance) ||
               Fail(What, TEXT("is ") + Shown(Actual) + TEXT(", not ") + Shown(Expected));
    }
    bool Near(const FString& What, double Actual, double Expected, double Tolerance);
    bool Fail(const FString& What, const FString& How);
    FString TestName;
};

#define SINEW_FAKE_TEST_CLASS(Class, Base, Path, Flags)                               \
    static_assert(SinewFake::AreTestFlagsGood(static_cast<uint32>(Flags)),            \
                  "exactly one filter, at least one context");                        \
    class Class : public Base {                                                       \
      public:                                                                         \
        Class(const FString& InName) : Base(InName, false) {}                         \
        uint32 SinewFakeFlags() const override { return static_cast<uint32>(Flags); } \
        FString GetBeautifiedTestName() const override { return TEXT(Path); }         \
        FString GetTestSourceFileName() const override { return TEXT(__FILE__); }
#define SINEW_FAKE_SIMPLE_TEST_BODY(Class)            \
    bool RunTest(const FString& Parameters) override; \
    void GetTests(TArray<FString>& OutBeautifiedNames, TArray<FString>& OutTestCommands) const override
#define IMPLEMENT_SIMPLE_AUTOMATION_TEST(Class, Path, Flags)       \
    SINEW_FAKE_TEST_CLASS(Class, FAutomationTestBase, Path, Flags) \
    SINEW_FAKE_SIMPLE_TEST_BODY(Class) {                           \
        OutBeautifiedNames.Add(GetBeautifiedTestName());           \
        OutTestCommands.Add(FString());                            \
    }                                                              \
    }                                                              \
    ;                                                              \
    namespace {                                                    \
    Class Class##Instance(TEXT(#Class));                           \
    }
#define IMPLEMENT_COMPLEX_AUTOMATION_TEST(Class, Path, Flags)      \
    SINEW_FAKE_TEST_CLASS(Class, FAutomationTestBase, Path, Flags) \
    SINEW_FAKE_SIMPLE_TEST_BODY(Class);                            \
    }                                                              \
    ;                                                              \
    namespace {                                                    \
    Class Class##Instance(TEXT(#Class));                           \
    }
#define DEFINE_LATENT_AUTOMATION_COMMAND(Command)     \
    class Command : public IAutomationLatentCommand { \
      public:                                         \
        bool Update() override;                       \
    }
#define DEFINE_LATENT_AUTOMATION_COMMAND_ONE_PARAMETER(Command, Type, Name) \
    class Command : public IAutomationLatentCommand {                       \
      public:                                                               \
        explicit Command(Type InValue) : Name(InValue) {}                   \
        bool Update() override;                                             \
                                                                            \
      private:                                                              \
        Type Name;                                                          \
    }
#define ADD_LATENT_AUTOMATION_COMMAND(Command) AddCommand(new Command)

#define UTEST_TRUE(What, Value) \
    if (!TestTrue(TEXT(What), (Value))) return false
#define UTEST_NOT_NULL(What, Value) \
    if (!TestNotNull(TEXT(What), (Value))) return false
#define UTEST_EQUAL(What, Actual, Expected) \
    if (!TestEqual(TEXT(What), (Actual), (Expected))) return false

#include "Misc/AutomationSpec.h"
