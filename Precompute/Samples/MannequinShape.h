// The Mannequin's body at rest: 1.75 m tall, facing +Z, feet on y = 0, arms half raised. Left is +X; only the
// left half is described.
#pragma once

#include "Samples/Shape.h"

namespace sinew {

// Joint centres, metres.
struct MannequinLandmarks {
    Vec3d hips{0, 0.950, -0.005}, spine{0, 1.070, -0.010}, chest{0, 1.210, -0.015}, neck{0, 1.475, -0.030};
    Vec3d head{0, 1.560, -0.005}, crown{0, 1.750, 0.000};
    Vec3d clavicle{0.025, 1.430, 0.000}, shoulder{0.188, 1.420, -0.022}, elbow{0.378, 1.214, -0.030};
    Vec3d wrist{0.548, 1.045, 0.004}, knuckles{0.615, 0.979, 0.019}, fingertips{0.679, 0.909, 0.021};
    Vec3d hip{0.092, 0.915, -0.002}, knee{0.112, 0.500, 0.006}, ankle{0.124, 0.085, -0.028};
    Vec3d ball{0.142, 0.026, 0.108}, toe{0.153, 0.020, 0.182};
};

Shape mannequinShape();

// Wanted edge length in metres: finer where there is more to see.
double mannequinSizing(Vec3d p);

}  // namespace sinew
