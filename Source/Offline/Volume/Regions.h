// Flesh that is not the same everywhere: factors on Young's modulus, element by element.
#pragma once

#include <string>
#include <vector>

#include "Offline/Character/Character.h"
#include "Offline/Volume/Bones.h"

namespace sinew {

// All that apply to an element are multiplied.
struct StiffnessRegions {
    struct OfJoint {
        std::string joint;  // its bones' flesh: the elements that are nearest to them
        double factor;
    };
    struct AtDistance {
        double metres;  // from the nearest bone's surface
        double factor;
    };
    std::vector<OfJoint> joints = {};
    std::vector<AtDistance> distances = {};  // rising; straight between them, constant outside
    // Painted on the skin: the factor where a colour channel is 0 and where it is 1, in proportion between
    // (through powers, so that ½ to 2 has 1 in the middle). An element takes it from the nearest skin vertex.
    struct Painted {
        int channel = 0;  // red, green, blue, alpha
        double atZero = 1, atOne = 1;
    };
    std::vector<Painted> painted = {};
};

// For elements with these middles. Throws Error naming the joint that is not there, or the colours that the
// character lacks.
std::vector<double> elementStiffness(const Character& character, std::span<const Bone> bones,
                                     std::span<const Vec3d> middles, const StiffnessRegions& regions,
                                     const Jobs& jobs = {});

}  // namespace sinew
