#pragma once
#include "CoreTypes.h"

// A struct around an enum until 5.4, an enum class since 5.5, where masks became constants beside it.
#if SINEW_FAKE_UE_MINOR >= 5
enum class EAutomationTestFlags : uint32 {
#else
struct EAutomationTestFlags {
    enum Type : uint32 {
#endif
    None = 0,
    EditorContext = 0x1,
    ClientContext = 0x2,
    ServerContext = 0x4,
    CommandletContext = 0x8,
    ProgramContext = 0x10,
    NonNullRHI = 0x100,
    RequiresUser = 0x200,
    Disabled = 0x10000,
    CriticalPriority = 0x100000,
    HighPriority = 0x200000,
    MediumPriority = 0x400000,
    LowPriority = 0x800000,
    SmokeFilter = 0x1000000,
    EngineFilter = 0x2000000,
    ProductFilter = 0x4000000,
    PerfFilter = 0x8000000,
    StressFilter = 0x10000000,
    NegativeFilter = 0x20000000,
#if SINEW_FAKE_UE_MINOR >= 5
};
constexpr EAutomationTestFlags EAutomationTestFlags_ApplicationContextMask = EAutomationTestFlags(0x1f);
constexpr EAutomationTestFlags EAutomationTestFlags_FilterMask = EAutomationTestFlags(0x3f000000);
constexpr EAutomationTestFlags operator|(EAutomationTestFlags A, EAutomationTestFlags B) {
    return EAutomationTestFlags(uint32(A) | uint32(B));
}
constexpr EAutomationTestFlags operator&(EAutomationTestFlags A, EAutomationTestFlags B) {
    return EAutomationTestFlags(uint32(A) & uint32(B));
}
#else
        ApplicationContextMask = 0x1f,
        FilterMask = 0x3f000000
    };
};
#endif

namespace SinewFake {
constexpr bool AreTestFlagsGood(uint32 Flags) {
    const uint32 Filter = Flags & 0x3f000000u;
    return Filter != 0 && (Filter & (Filter - 1)) == 0 && (Flags & 0x1fu) != 0;
}
}  // namespace SinewFake
