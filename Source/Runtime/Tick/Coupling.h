// Penalty forces that couple neighbouring domains (Kim and James 2011, section 4).
#pragma once

#include "Runtime/Tick/SolveCall.h"

namespace sinew {

// Computes the coupling terms that depend on the pose but not on the coordinates.
void couple(const SolveCall& call) noexcept;
// Adds the forces that depend on the coordinates of neighbouring domains to `gradient`.
void addNeighbours(const SolveCall& call, std::span<float> gradient) noexcept;

}  // namespace sinew
