// Stage 9: flesh through one sub-step of time, and at rest.
#pragma once

#include "Runtime/Tick/Instance.h"

namespace sinew {

inline constexpr double kMaxSeconds = 0.25;  // a longer frame is a break: nobody saw what happened in it

// Fills `posed`: between the tick before (0) and this one (1).
void poseAt(Instance& instance, double share) noexcept;

// Of a domain at `posed`.
Frame worldOf(const Instance& instance, const Frame& world, std::size_t domain) noexcept;

// What the impulses of this tick do to coordinates at its end's pose: the next sub-step has it, in whichever
// tick that is.
void applyImpulses(Instance& instance, const TickInput& input) noexcept;

// One sub-step of dynamics. False where its result is of no use: then nothing has changed.
bool moveOn(Instance& instance, const TickInput& input, const Frame& world, float seconds, const Jobs& jobs,
            TickOutput& output) noexcept;

// Flesh at rest in the pose of `posed`; velocities zero.
bool settle(Instance& instance, const TickInput& input, std::uint32_t maxIterations, const Jobs& jobs,
            TickOutput& output) noexcept;

// Bones are shown where they are now, and flesh of a moment ago would not fit them: where the frame did not
// end with a sub-step, a part of the next one is taken for show and forgotten.
void lookAhead(Instance& instance, const TickInput& input, const Jobs& jobs, TickOutput& output) noexcept;

}  // namespace sinew
