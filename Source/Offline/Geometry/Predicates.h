// On which side a point lies: exact signs for any finite coordinates whose products neither overflow nor
// underflow (zero, or magnitudes between about 1e-90 and 1e90).
// A rounded determinant decides when its error bound allows, expansions of doubles otherwise (Shewchuk 1997,
// "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", sections 2 and 4.3,
// without his intermediate stages).
#pragma once

#include "Math/Vec3.h"

namespace sinew {

// +1 where d lies on the side that the normal (b−a)×(c−a) points to, −1 on the other, 0 in the plane.
int orientation(Vec3d a, Vec3d b, Vec3d c, Vec3d d);

// Of the projection along `axis` (0 x, 1 y, 2 z): +1 counter-clockwise, 0 collinear. Axes stay cyclic, so the
// sign is that of the normal's component.
int orientationAlong(int axis, Vec3d a, Vec3d b, Vec3d c);

}  // namespace sinew
