// Orientation predicates with exact signs for all finite coordinates whose products neither overflow nor
// underflow (zero, or magnitudes between about 1e-90 and 1e90). A rounded determinant decides if its error
// bound allows; otherwise expansions of doubles are used (Shewchuk 1997, "Adaptive Precision Floating-Point
// Arithmetic and Fast Robust Geometric Predicates", sections 2 and 4.3, without the intermediate stages).
#pragma once

#include "Math/Vec3.h"

namespace sinew {

// +1 if d lies on the side that the normal (b−a)×(c−a) points to, −1 on the other side, 0 in the plane.
int orientation(Vec3d a, Vec3d b, Vec3d c, Vec3d d);

// The orientation of the projection along `axis` (0 x, 1 y, 2 z): +1 counter-clockwise, 0 collinear. Axes are
// cyclic, so the sign is that of the component of the normal.
int orientationAlong(int axis, Vec3d a, Vec3d b, Vec3d c);

// The side of p on the line from a to b, seen along the axis: +1 left of it. A point on the line counts as
// moved a little along the next axis and much less along the last, so that it is in one of the triangles on
// either side of an edge and in no other. 0 only where a and b are the same place.
int sideAlong(int axis, Vec3d a, Vec3d b, Vec3d p);

}  // namespace sinew
