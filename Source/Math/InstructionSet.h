// The instruction sets kernels are compiled for, and which of them this machine has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sinew {

// In ascending order of preference. Every supported machine has the first.
#if defined(__x86_64__)
// SSE4.2; AVX2 and FMA; AVX-512 F BW CD DQ VL.
enum class InstructionSet : std::uint8_t { X86V2, X86V3, X86V4 };
#define SINEW_FOR_EACH_INSTRUCTION_SET(DO) DO(x86v2) DO(x86v3) DO(x86v4)
inline constexpr std::size_t kInstructionSetCount = 3;
#elif defined(__aarch64__)
enum class InstructionSet : std::uint8_t { Neon };
#define SINEW_FOR_EACH_INSTRUCTION_SET(DO) DO(neon)
inline constexpr std::size_t kInstructionSetCount = 1;
#else
#error "No kernels for this processor: add its instruction sets here and in Math/Kernels.cmake"
#endif

// The instruction sets that both the processor and the operating system support, in ascending order of
// preference.
std::span<const InstructionSet> supportedInstructionSets() noexcept;

// Detected once when the library is loaded, before static initialisers run.
InstructionSet bestInstructionSet() noexcept;

// The name, which is also the namespace of its kernels: "x86v3".
const char* instructionSetName(InstructionSet set) noexcept;

}  // namespace sinew
