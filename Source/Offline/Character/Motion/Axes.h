// Which way is up in a motion file, and how long its unit is.
#pragma once

#include <span>
#include <vector>

#include "Offline/Character/Motion/Motion.h"

namespace sinew::motion {

// Turns the axis that is up in a file to Y. Z up: (x, y, z) → (x, z, −y).
Quatd turnToYUp(UpAxis up);

// From the figure's size and from where its head is above its feet, over the sampled poses (all in file axes
// and units). What the options set is taken as it is.
Units detectUnits(const Skeleton& skeleton, const Pose& reference, std::span<const Pose> sampled,
                  const MotionOptions& options, std::vector<Finding>& findings);

}  // namespace sinew::motion
