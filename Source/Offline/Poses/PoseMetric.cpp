#include "Offline/Poses/PoseMetric.h"

#include <algorithm>
#include <cmath>

#include "Base/Check.h"
#include "Math/NearestRotation.h"

namespace sinew::poses {

namespace {

constexpr double kMinShare = 1e-4;  // of all shared skin: lighter pairs are stray weights
// Bones whose skin meets without blending (hard weights) strain the flesh between them all the same: a joint
// counts at least this part of the skin on its lighter side.
constexpr double kHardShare = 0.02;

}  // namespace

PoseMetric::PoseMetric(const Character& character, std::span<const std::uint32_t> carrierOf)
    : skeleton_(character.skeleton) {
    const SharedSkin share = shareSkin(character, carrierOf);
    const std::vector<Joint>& joints = skeleton_.joints;
    for (const SharedPatch& pair : share.pairs) pairs_.push_back({pair.first, pair.second, pair.area});
    std::vector<double> below = share.jointArea;
    double whole = 0;
    for (const double area : share.jointArea) whole += area;
    for (std::size_t j = joints.size(); j-- > 0;) {
        if (joints[j].parent < 0) continue;
        const auto parent = static_cast<std::uint32_t>(joints[j].parent);
        below[parent] += below[j];
        const double lighter = std::min(below[j], whole - below[j]);
        if (share.jointArea[j] > 0 && share.jointArea[parent] > 0 && lighter > 0)
            pairs_.push_back({parent, static_cast<std::uint32_t>(j), kHardShare * lighter});
    }
    double sum = 0;
    for (const Pair& pair : pairs_) sum += pair.weight;
    std::erase_if(pairs_, [&](const Pair& pair) { return pair.weight < kMinShare * sum; });
    sum = 0;
    for (const Pair& pair : pairs_) sum += pair.weight;
    for (Pair& pair : pairs_) pair.weight /= sum;
}

PoseMetric::Signature PoseMetric::signatureOf(const Pose& pose) const {
    std::vector<Quatd> turns;
    for (const Affined& motion : skinMatrices(skeleton_, pose))
        turns.push_back(nearestRotation(motion.linear));
    Signature signature;
    signature.reserve(pairs_.size());
    for (const Pair& pair : pairs_) signature.push_back(conjugate(turns[pair.first]) * turns[pair.second]);
    return signature;
}

double PoseMetric::distance(const Signature& a, const Signature& b) const {
    SINEW_CHECK(a.size() == pairs_.size() && b.size() == pairs_.size());
    double sum = 0;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        const Vec3d turn = logMap(conjugate(a[i]) * b[i]);
        sum += pairs_[i].weight * dot(turn, turn);
    }
    return std::sqrt(sum);
}

}  // namespace sinew::poses
