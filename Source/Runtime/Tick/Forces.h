// What acts on the coordinates, and the elastic stiffness.
#pragma once

#include "Runtime/Tick/SolveCall.h"

namespace sinew {

// Of one domain; force or stiffness may be null.
CubatureTask cubatureTask(const SolveCall& call, std::size_t domain, const float* q, float* force,
                          float* stiffness) noexcept;

// The gradient of everything at q. Returns the size of forces that its own is measured by.
float evaluate(const SolveCall& call, std::span<const float> q, std::span<float> gradient) noexcept;

// What the flesh of a domain presses against; none where it is not in contact.
std::span<const SkinContact> contactsOf(const Solver& solver) noexcept;
void addPushStiffness(const SolveCall& call, std::uint32_t domain, float* square) noexcept;

// Marks what has gone farther than `far` from where its stiffness was made. Returns how many.
std::uint32_t markStale(const SolveCall& call, float far) noexcept;
void remakeStale(const SolveCall& call) noexcept;

}  // namespace sinew
