// Tests that must fail, run by a test of their own: a runner that passes them would pass anything.
#include "Containers/Ticker.h"
#include "CoreMinimal.h"
#include "Misc/AutomationTest.h"
#include "SinewEngineVersion.h"

DEFINE_SPEC(FPlantedSpec, "Planted", SINEW_TEST_FLAGS)
void FPlantedSpec::Define() {
    It("what does not hold", [this]() { TestTrue(TEXT("one is two"), 1 == 2); });
    It("a number that is another", [this]() { TestEqual(TEXT("one"), 1, 2); });
    It("a vector too far away", [this]() { TestEqual(TEXT("here"), FVector(0, 0, 0), FVector(0, 0, 1)); });
    It("an error in the log", []() { UE_LOG(LogTemp, Error, TEXT("planted")); });
    It("an ensure", []() { ensure(1 == 2); });
    It("an expected error that does not come", [this]() { AddExpectedErrorPlain(TEXT("never said")); });
    It("an expected error that comes too often", [this]() {
        AddExpectedErrorPlain(TEXT("planted"));
        UE_LOG(LogTemp, Error, TEXT("planted"));
        UE_LOG(LogTemp, Error, TEXT("planted"));
    });
    LatentIt("a step that is never done", FTimespan::FromSeconds(0.05), [](const FDoneDelegate&) {});
    Describe("after a set-up that fails", [this]() {
        BeforeEach([this]() { AddError(TEXT("planted")); });
        It("nothing is run", [this]() { AddError(TEXT("it was run")); });
    });
}
