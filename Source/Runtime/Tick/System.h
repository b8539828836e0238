// The linear system of one Newton iteration: assembly, block factorisation and solution.
#pragma once

#include "Runtime/Tick/SolveCall.h"

namespace sinew {

// Assembles and factorises the system at the current coordinates. Returns false if it cannot be made positive
// definite.
bool factorSafely(const SolveCall& call) noexcept;
// direction = −A⁻¹ gradient.
void findDirection(const SolveCall& call) noexcept;

}  // namespace sinew
