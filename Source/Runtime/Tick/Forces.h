// The forces on the coordinates, and the elastic stiffness.
#pragma once

#include "Runtime/Tick/SolveCall.h"

namespace sinew {

// The cubature task of one domain. `force` or `stiffness` may be null.
CubatureTask cubatureTask(const SolveCall& call, std::size_t domain, const float* q, float* force,
                          float* stiffness) noexcept;

// Computes the gradient of the total energy at q. Returns the size of the forces that the gradient is
// compared with for convergence.
float evaluate(const SolveCall& call, std::span<const float> q, std::span<float> gradient) noexcept;

// The contacts of the solver; empty if there are none.
std::span<const SkinContact> contactsOf(const Solver& solver) noexcept;
void addPushStiffness(const SolveCall& call, std::uint32_t domain, float* square) noexcept;

// Marks the domains whose coordinates have moved farther than `far` since their stiffness was computed.
// Returns their number.
std::uint32_t markStale(const SolveCall& call, float far) noexcept;
void remakeStale(const SolveCall& call) noexcept;

}  // namespace sinew
