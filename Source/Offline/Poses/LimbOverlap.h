// How deep the limbs of a posed character are in each other: a forearm in the chest, a knee in the other.
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

    // Limbs as capsules with the mean thickness of the skin around their bones: how far the two that overlap
    // most are in each other beyond what the bind pose has, as a part of the thinner one's radius. A joint
    // and its parent do not count: they fold.
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
