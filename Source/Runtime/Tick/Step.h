// What the parts of one solve share: Solver.cpp goes through them.
#pragma once

#include "Runtime/Tick/Solver.h"

namespace sinew {

// One call's inputs, so that every part sees the same.
struct SolveStep {
    Solver& s;
    const Body& body;
    std::span<const Frame> frames;
    const Integration& by;
    const SolveSettings& settings;
    const Jobs& jobs;
};

// Of one domain; force or stiffness may be null.
CubatureTask cubatureTask(const SolveStep& step, std::size_t domain, const float* q, float* force,
                          float* stiffness) noexcept;

// How domains pull at each other in this pose, whatever their coordinates.
void couple(const SolveStep& step) noexcept;
// gradient += what neighbours' coordinates do to it.
void addNeighbours(const SolveStep& step, std::span<float> gradient) noexcept;

// The gradient of everything at q. Returns the size of forces that its own is measured by.
float evaluate(const SolveStep& step, std::span<const float> q, std::span<float> gradient) noexcept;

// What the flesh of a domain presses against; none where it is not in contact.
std::span<const SkinContact> contactsOf(const Solver& solver) noexcept;
void addPushStiffness(const SolveStep& step, std::uint32_t domain, float* square) noexcept;

// Marks what has gone farther than `far` from where its stiffness was made. Returns how many.
std::uint32_t markStale(const SolveStep& step, float far) noexcept;
void remakeStale(const SolveStep& step) noexcept;

// The system at the coordinates of now, factorised. False where nothing makes it definite.
bool factorSafely(const SolveStep& step) noexcept;
// step = −A⁻¹ gradient.
void findStep(const SolveStep& step) noexcept;

}  // namespace sinew
