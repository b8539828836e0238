// Loops that do nothing but reach a limit of the machine. Every other figure is read against them.
#pragma once

#include <cstddef>

#include "Math/InstructionSet.h"

namespace sinew::bench {

// Each round is kFmaPerRound independent multiply-adds per lane. The result is of no meaning but must be
// used.
inline constexpr std::size_t kFmaPerRound = 12;
float fmaFloat(InstructionSet set, std::size_t rounds);
double fmaDouble(InstructionSet set, std::size_t rounds);

// Lanes of one register, to turn rounds into operations.
std::size_t floatLanes(InstructionSet set);

// a = b + scale·c with stores past the caches: 12 bytes of memory traffic per element. The arrays are aligned
// to 64 bytes, count is a multiple of 16.
void triad(InstructionSet set, float* a, const float* b, const float* c, float scale, std::size_t count);

}  // namespace sinew::bench
