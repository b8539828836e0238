// Stage 9: one sub-step of dynamics, and static equilibrium.
#pragma once

#include "Runtime/Tick/Instance.h"

namespace sinew {

inline constexpr double kMaxSeconds = 0.25;  // a longer frame is treated as a discontinuity

// Fills `posed` with frames between the previous tick (share 0) and this one (share 1).
void poseAt(Instance& instance, double share) noexcept;

// The frame of a domain of `posed` in the world.
Frame worldOf(const Instance& instance, const Frame& world, std::size_t domain) noexcept;

// Adds the impulses of this tick to the pending impulses, with the poses at the end of the tick. The next
// sub-step applies them, in whichever tick it is.
void applyImpulses(Instance& instance, const TickInput& input) noexcept;

// Computes one sub-step of dynamics. Returns false and changes nothing if the result is unusable.
bool moveOn(Instance& instance, const TickInput& input, const Frame& world, float seconds, const Jobs& jobs,
            TickOutput& output) noexcept;

// Computes the static equilibrium in the pose of `posed` and sets the velocities to zero.
bool settle(Instance& instance, const TickInput& input, std::uint32_t maxIterations, const Jobs& jobs,
            TickOutput& output) noexcept;

// If the frame does not end with a sub-step, computes a part of the next sub-step for display only, because
// the bones are shown at the current time and older flesh would not match them.
void lookAhead(Instance& instance, const TickInput& input, const Jobs& jobs, TickOutput& output) noexcept;

}  // namespace sinew
