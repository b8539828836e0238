#include "Offline/Poses/LimbOverlap.h"

#include <algorithm>
#include <limits>

#include "Offline/Character/SharedSkin.h"

namespace sinew::poses {

namespace {

constexpr int kSteps = 8;           // along a limb, where its distance to others is looked at
constexpr double kMinArea = 0.002;  // of the skin: what carries less is no limb
constexpr double kTip = 1.5;        // from a joint without children past the middle of its skin

// Metres; below 0 where they are apart.
double overlap(const Bone& a, const Bone& b) {
    double nearest = std::numeric_limits<double>::infinity();
    for (int k = 0; k <= kSteps; ++k)
        nearest = std::min(nearest, distanceToBone(b, lerp(a.head, a.tail, static_cast<double>(k) / kSteps)));
    return a.radius + b.radius - nearest;
}

// Each joint's skin: all vertices that it carries most of.
struct Region {
    double area = 0, distance = 0;
    Vec3d middle;
};

std::vector<Region> regionsOf(const Character& character, const SharedSkin& share) {
    std::vector<Region> regions(character.skeleton.joints.size());
    for (std::size_t v = 0; v + 1 < character.weights.firstOfVertex.size(); ++v) {
        const std::uint32_t first = character.weights.firstOfVertex[v];
        if (first == character.weights.firstOfVertex[v + 1]) continue;
        Region& region = regions[character.weights.influences[first].joint];
        region.area += share.vertexArea[v];
        region.middle += character.surface.positions[v] * share.vertexArea[v];
    }
    for (Region& region : regions) {
        if (region.area > 0) region.middle = region.middle / region.area;
    }
    return regions;
}

// From each joint to those below it, or past the middle of its skin where there are none.
std::vector<Bone> segmentsOf(const Character& character, const std::vector<Region>& regions, double whole) {
    const std::vector<Affined> frames = bindFrames(character.skeleton);
    const std::vector<Joint>& joints = character.skeleton.joints;
    std::vector<Bone> bones;
    for (std::uint32_t j = 0; j < joints.size(); ++j) {
        if (regions[j].area < kMinArea * whole) continue;
        const Vec3d head = frames[j].translation;
        const std::size_t before = bones.size();
        for (std::uint32_t c = j + 1; c < joints.size(); ++c) {
            if (joints[c].parent == static_cast<std::int32_t>(j) && regions[c].area >= kMinArea * whole)
                bones.push_back({j, head, frames[c].translation, 0});
        }
        if (bones.size() == before) bones.push_back({j, head, lerp(head, regions[j].middle, kTip), 0});
    }
    return bones;
}

// A joint's limbs are as thick as its skin is far from the nearest of them, in the mean.
void measureRadii(const Character& character, const SharedSkin& share, std::vector<Region>& regions,
                  std::vector<Bone>& bones) {
    for (std::size_t v = 0; v + 1 < character.weights.firstOfVertex.size(); ++v) {
        const std::uint32_t first = character.weights.firstOfVertex[v];
        if (first == character.weights.firstOfVertex[v + 1]) continue;
        const std::uint32_t joint = character.weights.influences[first].joint;
        double nearest = std::numeric_limits<double>::infinity();
        for (const Bone& bone : bones) {
            if (bone.joint == joint)
                nearest = std::min(nearest, distanceToBone(bone, character.surface.positions[v]));
        }
        if (nearest < std::numeric_limits<double>::infinity())
            regions[joint].distance += nearest * share.vertexArea[v];
    }
    for (Bone& bone : bones) bone.radius = regions[bone.joint].distance / regions[bone.joint].area;
}

}  // namespace

LimbOverlap::LimbOverlap(const Character& character) : character_(character) {
    const SharedSkin share = shareSkin(character);
    double whole = 0;
    for (const double area : share.vertexArea) whole += area;
    std::vector<Region> regions = regionsOf(character, share);
    limbs_ = segmentsOf(character, regions, whole);
    measureRadii(character, share, regions, limbs_);
    const std::vector<Joint>& joints = character.skeleton.joints;
    for (std::size_t a = 0; a < limbs_.size(); ++a) {
        for (std::size_t b = a + 1; b < limbs_.size(); ++b) {
            const std::uint32_t i = limbs_[a].joint, j = limbs_[b].joint;
            const bool joined = i == j || joints[i].parent == static_cast<std::int32_t>(j) ||
                                joints[j].parent == static_cast<std::int32_t>(i);
            if (!joined) pairs_.push_back({a, b, std::max(0.0, overlap(limbs_[a], limbs_[b]))});
        }
    }
}

std::vector<Bone> LimbOverlap::posed(const Pose& pose) const {
    const std::vector<Affined> matrices = skinMatrices(character_.skeleton, pose);
    std::vector<Bone> bones = limbs_;
    for (Bone& bone : bones) {
        bone.head = transformPoint(matrices[bone.joint], bone.head);
        bone.tail = transformPoint(matrices[bone.joint], bone.tail);
    }
    return bones;
}

double LimbOverlap::of(const Pose& pose) const {
    const std::vector<Bone> bones = posed(pose);
    double largest = 0;
    for (const Pair& pair : pairs_) {
        const Bone &a = bones[pair.first], &b = bones[pair.second];
        const double thinner = std::min(a.radius, b.radius);
        if (thinner > 0) largest = std::max(largest, (overlap(a, b) - pair.bound) / thinner);
    }
    return largest;
}

}  // namespace sinew::poses
