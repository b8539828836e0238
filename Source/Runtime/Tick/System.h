// The linear system of one iteration: assembled, factorised block by block, solved.
#pragma once

#include "Runtime/Tick/SolveCall.h"

namespace sinew {

// The system at the coordinates of now, factorised. False where nothing makes it definite.
bool factorSafely(const SolveCall& call) noexcept;
// direction = −A⁻¹ gradient.
void findDirection(const SolveCall& call) noexcept;

}  // namespace sinew
