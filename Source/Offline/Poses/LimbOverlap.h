// How deep the limbs of a posed character penetrate each other: a forearm in the chest, a knee in the other.
#pragma once

#include <cstdint>
#include <vector>

#include "Offline/Character/Pose.h"
#include "Offline/Volume/Bones.h"

namespace sinew::poses {

class LimbOverlap {
  public:
    // `character` must outlive this.
    explicit LimbOverlap(const Character& character);

    // Approximates limbs by capsules with the mean thickness of the skin around their bones. Returns the
    // largest penetration of two limbs beyond that of the bind pose, as a fraction of the radius of the
    // thinner one. A joint and its parent are not compared, because they fold.
    double of(const Pose& pose) const;

    const std::vector<Bone>& limbs() const { return limbs_; }

  private:
    struct Pair {
        std::size_t first, second;
        double bound;  // metres of overlap in the bind pose, at least 0
    };
    std::vector<Bone> posed(const Pose& pose) const;

    const Character& character_;
    std::vector<Bone> limbs_;  // bind pose
    std::vector<Pair> pairs_;
};

}  // namespace sinew::poses
