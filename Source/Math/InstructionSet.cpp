#include "Math/InstructionSet.h"

#include <iterator>

namespace sinew {
namespace {

struct Supported {
    InstructionSet sets[kInstructionSetCount]{};
    std::size_t count = 1;  // the first is a requirement of the library
};

// The compiler's run-time support asks the operating system (xgetbv) before it reports AVX or AVX-512.
// The rest of x86-64-v3 (F16C, LZCNT, MOVBE) came with AVX2 and BMI2 in every processor made.
Supported detect() noexcept {
    Supported found;
#if defined(__x86_64__)
    __builtin_cpu_init();
    const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512vl");
    if (v3) found.sets[found.count++] = InstructionSet::X86V3;
    if (v4) found.sets[found.count++] = InstructionSet::X86V4;
#endif
    return found;
}

// Not a function-local static: its guard would be an import from the C++ library. Before all other
// initialisers, so that these may ask too.
[[gnu::init_priority(200)]] const Supported kSupported = detect();

#define SINEW_NAME(set) #set,
constexpr const char* kNames[] = {SINEW_FOR_EACH_INSTRUCTION_SET(SINEW_NAME)};
#undef SINEW_NAME
static_assert(std::size(kNames) == kInstructionSetCount);

}  // namespace

std::span<const InstructionSet> supportedInstructionSets() noexcept {
    return {kSupported.sets, kSupported.count};
}

InstructionSet bestInstructionSet() noexcept {
    return kSupported.sets[kSupported.count - 1];
}

const char* instructionSetName(InstructionSet set) noexcept {
    return kNames[static_cast<std::size_t>(set)];
}

}  // namespace sinew
