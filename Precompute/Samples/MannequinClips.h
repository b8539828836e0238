// The Mannequin's motions: keys at 30 Hz, all of them loops.
#pragma once

#include "Offline/Character/Character.h"

namespace sinew {

// Walking is in place, as on a treadmill: standing feet move backwards at this speed, metres per second.
inline constexpr double kMannequinWalkSpeed = 1.0;

// idle, walk, squat, jumping_jack, twist
std::vector<Clip> mannequinClips(const Skeleton& skeleton);

}  // namespace sinew
