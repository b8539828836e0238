// What a domain's own motion does to its flesh: gravity, and the forces of a turning and accelerating frame.
#pragma once

#include "Runtime/Tick/Body.h"
#include "Runtime/Tick/Frame.h"

namespace sinew {

// `d`: the domain with the modes that are used. load += forces on its coordinates q with velocities v, in the
// frame that moves as `motion` says (Kim and James 2011, appendix A; explicit in time). `pull`: gravity and
// the like, m/s², in the world.
void addInertia(const Body& body, const BodyDomain& d, std::uint32_t domain, const FrameMotion& motion,
                Vec3d pull, const float* q, const float* v, float* load) noexcept;

}  // namespace sinew
