// Detects the up axis and the unit of a motion file.
#pragma once

#include <span>
#include <vector>

#include "Offline/Character/Motion/Motion.h"

namespace sinew::motion {

// The rotation from the up axis of a file to Y. For Z up: (x, y, z) → (x, z, −y).
Quatd turnToYUp(UpAxis up);

// Detects units from the size of the figure and from the position of its head above its feet in the sampled
// poses, which are in file axes and units. Values that the options set are used unchanged.
Units detectUnits(const Skeleton& skeleton, const Pose& reference, std::span<const Pose> sampled,
                  const MotionOptions& options, std::vector<Finding>& findings);

}  // namespace sinew::motion
