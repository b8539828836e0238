#include "Offline/Poses/PoseSamples.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "Base/Check.h"
#include "Offline/Poses/SpreadPoints.h"

namespace sinew::poses {

namespace {

// From the square [−1, 1]² onto the unit disc, areas kept in proportion (Shirley and Chiu 1997).
std::array<double, 2> onDisc(double x, double y) {
    if (x == 0 && y == 0) return {0, 0};
    const bool wide = std::abs(x) > std::abs(y);
    const double radius = wide ? x : y;
    const double angle =
        wide ? std::numbers::pi / 4 * (y / x) : std::numbers::pi / 2 - std::numbers::pi / 4 * (x / y);
    return {radius * std::cos(angle), radius * std::sin(angle)};
}

// `t` from −1 at the low end to 1.
double at(AngleRange range, double t) {
    return (range.low + range.high) / 2 + t * range.width() / 2;
}

JointAngles anglesAt(const JointLimits& limits, const std::array<double, 3>& point) {
    double bend = 2 * point[0] - 1, side = 2 * point[1] - 1;
    if (limits.bend.width() > 0 && limits.side.width() > 0) {
        const std::array<double, 2> round = onDisc(bend, side);
        bend = round[0], side = round[1];
    }
    return {at(limits.twist, 2 * point[2] - 1), at(limits.bend, bend), at(limits.side, side)};
}

class Sampler {
  public:
    Sampler(const Skeleton& skeleton, std::span<const JointLimits> limits, const SampleSettings& settings)
        : limits_(limits), settings_(settings), limbOf_(limbsOf(skeleton, limits)) {
        for (const std::uint32_t limb : limbOf_) {
            if (limb != kHeld) limbs_ = std::max(limbs_, limb + 1);
        }
        for (std::vector<std::uint32_t>& count : used_) count.assign(limbs_, 0);
    }

    AngleSample next() {
        AngleSample sample{std::vector<JointAngles>(limits_.size()), chooseActive()};
        for (std::size_t j = 0; j < limits_.size(); ++j) {
            if (limbOf_[j] == kHeld) continue;
            const bool active = sample.active[limbOf_[j]] != 0;
            const std::uint64_t stream = mixed(settings_.seed, 2 * j + (active ? 1 : 0));
            const std::uint32_t index = used_[active ? 1 : 0][limbOf_[j]];
            const double scale = settings_.spread * (active ? 1 : settings_.calm);
            JointAngles& angles = sample.joints[j];
            angles = anglesAt(limits_[j], spreadPoint(stream, index));
            angles = {angles.twist * scale, angles.bend * scale, angles.side * scale};
        }
        for (std::size_t limb = 0; limb < limbs_; ++limb) ++used_[sample.active[limb]][limb];
        ++index_;
        return sample;
    }

  private:
    std::vector<std::uint8_t> chooseActive() const {
        std::vector<std::uint8_t> active(limbs_, 0);
        double smallest = 2;
        std::size_t liveliest = 0;
        for (std::size_t limb = 0; limb < limbs_; ++limb) {
            // Streams of limbs lie apart from those of joints.
            const double chance = spreadPoint(mixed(~settings_.seed, limb), index_)[0];
            active[limb] = chance < settings_.active ? 1 : 0;
            if (chance < smallest) liveliest = limb;
            smallest = std::min(smallest, chance);
        }
        if (limbs_ > 0) active[liveliest] = 1;
        return active;
    }

    std::span<const JointLimits> limits_;
    SampleSettings settings_;
    std::vector<std::uint32_t> limbOf_;
    std::uint32_t limbs_ = 0;
    std::array<std::vector<std::uint32_t>, 2> used_;  // calm, active: points taken per limb
    std::uint32_t index_ = 0;
};

}  // namespace

std::vector<std::uint32_t> limbsOf(const Skeleton& skeleton, std::span<const JointLimits> limits) {
    const std::size_t count = skeleton.joints.size();
    SINEW_CHECK(limits.size() == count);
    std::vector<std::int32_t> above(count, -1);  // the nearest moving joint
    std::vector<std::uint32_t> hanging(count, 0);
    for (std::size_t j = 0; j < count; ++j) {
        const std::int32_t parent = skeleton.joints[j].parent;
        if (parent < 0) continue;
        const auto p = static_cast<std::size_t>(parent);
        above[j] = limits[p].moves() ? parent : above[p];
        if (limits[j].moves() && above[j] >= 0) ++hanging[static_cast<std::size_t>(above[j])];
    }
    std::vector<std::uint32_t> limbs(count, kHeld);
    std::uint32_t next = 0;
    for (std::size_t j = 0; j < count; ++j) {
        if (!limits[j].moves()) continue;
        const bool starts = above[j] < 0 || hanging[static_cast<std::size_t>(above[j])] > 1;
        limbs[j] = starts ? next++ : limbs[static_cast<std::size_t>(above[j])];
    }
    return limbs;
}

std::vector<AngleSample> sampleAngles(const Skeleton& skeleton, std::span<const JointLimits> limits,
                                      std::size_t count, const SampleSettings& settings) {
    Sampler sampler(skeleton, limits, settings);
    std::vector<AngleSample> samples;
    samples.reserve(count);
    for (std::size_t i = 0; i < count; ++i) samples.push_back(sampler.next());
    return samples;
}

Pose poseOf(const Pose& bind, std::span<const JointLimits> limits, std::span<const JointAngles> angles) {
    SINEW_CHECK(bind.size() == limits.size() && bind.size() == angles.size());
    Pose pose = bind;
    for (std::size_t j = 0; j < pose.size(); ++j) {
        if (limits[j].moves()) pose[j].rotation = bind[j].rotation * turnOf(limits[j], angles[j]);
    }
    return pose;
}

}  // namespace sinew::poses
