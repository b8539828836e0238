// Forces on the flesh of a domain from gravity and from the rotation and acceleration of its frame.
#pragma once

#include "Runtime/Tick/Body.h"
#include "Runtime/Tick/Frame.h"

namespace sinew {

// Adds to `load` the forces on the coordinates q with velocities v, in the frame that moves with `motion`
// (Kim and James 2011, appendix A; explicit in time). `d` is the domain with the modes in use. `pull` is
// gravity and other uniform accelerations, m/s², in the world.
void addInertia(const Body& body, const BodyDomain& d, std::uint32_t domain, const FrameMotion& motion,
                Vec3d pull, const float* q, const float* v, float* load) noexcept;

}  // namespace sinew
