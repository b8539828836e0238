// How neighbouring domains pull at each other (Kim and James 2011, section 4).
#pragma once

#include "Runtime/Tick/SolveCall.h"

namespace sinew {

// How domains pull at each other in this pose, whatever their coordinates.
void couple(const SolveCall& call) noexcept;
// gradient += what neighbours' coordinates do to it.
void addNeighbours(const SolveCall& call, std::span<float> gradient) noexcept;

}  // namespace sinew
