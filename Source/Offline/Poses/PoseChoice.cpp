#include "Offline/Poses/PoseChoice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <utility>

#include "Base/Check.h"
#include "Math/NearestRotation.h"
#include "Offline/Character/UniqueName.h"
#include "Offline/Poses/LimbOverlap.h"

namespace sinew::poses {

namespace {

constexpr std::size_t kMaxTries = 3;  // samples looked at for each one kept

std::string frameName(const std::string& clip, double time) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), " %.2f s", time);
    return clip + text.data();
}

// Moves whole poses so that the first joint with skin stands as bound.
class Placement {
  public:
    Placement(const Skeleton& skeleton, const PoseMetric& metric) : skeleton_(skeleton) {
        anchor_ = skeleton.joints.empty() ? 0 : static_cast<std::uint32_t>(skeleton.joints.size() - 1);
        for (const PoseMetric::Pair& pair : metric.pairs()) anchor_ = std::min(anchor_, pair.first);
    }

    Pose placed(Pose pose) const {
        const Affined motion = jointFrames(skeleton_, pose)[anchor_] * skeleton_.inverseBind[anchor_];
        const Vec3d pivot = inverse(skeleton_.inverseBind[anchor_]).translation;
        const Mat3d back = transpose(toMatrix(nearestRotation(motion.linear)));
        const Affined toBind{back, pivot - back * transformPoint(motion, pivot)};
        for (std::size_t j = 0; j < pose.size(); ++j) {
            if (skeleton_.joints[j].parent < 0) pose[j] = toTransform(toBind * toAffine(pose[j]));
        }
        return pose;
    }

  private:
    const Skeleton& skeleton_;
    std::uint32_t anchor_ = 0;
};

class Chooser {
  public:
    Chooser(const Character& character, std::span<const Clip> motions, std::span<const JointLimits> limits,
            const PoseMetric& metric, const PoseChoiceSettings& settings)
        : character_(character), metric_(metric), settings_(settings), bind_(bindPose(character.skeleton)) {
        add("bind pose", PoseOrigin::Bind, bind_);
        addRecorded(motions);
        firstSample_ = candidates_.size();
        addSamples(limits);
    }

    PoseChoice choose() {
        FarthestFirst order(candidates_.size(), [&](std::uint32_t a, std::uint32_t b) {
            return metric_.distance(candidates_[a].signature, candidates_[b].signature);
        });
        PoseChoice choice;
        const std::vector<std::uint32_t> training = chooseTraining(order);
        for (const std::uint32_t c : chooseHeldOut(order))
            choice.heldOut.push_back(std::move(candidates_[c]));
        for (const std::uint32_t c : training) choice.training.push_back(std::move(candidates_[c]));
        return choice;
    }

  private:
    void add(std::string name, PoseOrigin origin, Pose pose) {
        PoseMetric::Signature signature = metric_.signatureOf(pose);
        candidates_.push_back({std::move(name), origin, std::move(pose), std::move(signature)});
    }

    void addRecorded(std::span<const Clip> motions) {
        double seconds = 0;
        for (const Clip& clip : character_.clips) seconds += clip.duration;
        for (const Clip& motion : motions) seconds += motion.duration;
        const double rate =
            std::min(settings_.framesPerSecond, settings_.maxFrames / std::max(seconds, 1e-9));
        for (const Clip& clip : character_.clips) addFrames(clip, PoseOrigin::Clip, rate);
        for (const Clip& motion : motions) addFrames(motion, PoseOrigin::Motion, rate);
    }

    void addFrames(const Clip& clip, PoseOrigin origin, double rate) {
        const Placement placement(character_.skeleton, metric_);
        const std::string name = clipNames_.take(clip.name);
        const auto last = static_cast<std::size_t>(clip.duration * rate);
        for (std::size_t k = 0; k <= last; ++k) {
            const double time = static_cast<double>(k) / rate;
            add(frameName(name, time), origin, placement.placed(samplePose(character_.skeleton, clip, time)));
        }
    }

    void addSamples(std::span<const JointLimits> limits) {
        const double wanted =
            settings_.sampled * settings_.count + settings_.heldOutSampled * settings_.heldOut;
        const bool some = std::any_of(limits.begin(), limits.end(), [](const auto& l) { return l.moves(); });
        if (!some) return;
        const auto count = static_cast<std::size_t>(std::ceil(settings_.samplesPerPose * wanted));
        const std::vector<AngleSample> samples =
            sampleAngles(character_.skeleton, limits, kMaxTries * count, settings_.samples);
        const LimbOverlap overlap(character_);
        for (std::size_t i = 0; i < samples.size() && candidates_.size() < firstSample_ + count; ++i) {
            Pose pose = poseOf(bind_, limits, samples[i].joints);
            if (overlap.of(pose) > settings_.maxOverlap) continue;
            add("sample " + std::to_string(i), PoseOrigin::Sample, std::move(pose));
        }
    }

    std::optional<std::uint32_t> farthest(const FarthestFirst& order, bool sample) const {
        const auto best =
            sample ? order.farthest(firstSample_, candidates_.size()) : order.farthest(1, firstSample_);
        if (!best || best->distance < settings_.minDistance) return {};
        return best->candidate;
    }

    std::vector<std::uint32_t> chooseTraining(FarthestFirst& order) const {
        std::vector<std::uint32_t> chosen{0};
        order.take(0);
        double samples = 0;
        while (chosen.size() < settings_.count) {
            const bool sampleIsDue = samples < settings_.sampled * static_cast<double>(chosen.size());
            std::optional<std::uint32_t> next = farthest(order, sampleIsDue);
            if (!next) next = farthest(order, !sampleIsDue);
            if (!next) break;
            order.take(*next);
            chosen.push_back(*next);
            samples += *next >= firstSample_ ? 1 : 0;
        }
        return chosen;
    }

    std::vector<std::uint32_t> chooseHeldOut(const FarthestFirst& order) const {
        const std::vector<std::uint32_t> recorded = leftOver(order, 1, firstSample_);
        const std::vector<std::uint32_t> sampled = leftOver(order, firstSample_, candidates_.size());
        const std::size_t wanted = settings_.heldOut;
        auto samples = static_cast<std::size_t>(std::lround(settings_.heldOutSampled * settings_.heldOut));
        samples = std::max(samples, wanted - std::min(wanted, recorded.size()));
        samples = std::min(samples, sampled.size());
        std::vector<std::uint32_t> held = evenly(recorded, std::min(recorded.size(), wanted - samples));
        for (const std::uint32_t c : evenly(sampled, samples)) held.push_back(c);
        return held;
    }

    std::vector<std::uint32_t> leftOver(const FarthestFirst& order, std::size_t begin,
                                        std::size_t end) const {
        std::vector<std::uint32_t> left;
        for (auto c = static_cast<std::uint32_t>(begin); c < end; ++c) {
            if (!order.taken(c) && order.distanceToTaken(c) >= settings_.minDistance) left.push_back(c);
        }
        return left;
    }

    static std::vector<std::uint32_t> evenly(const std::vector<std::uint32_t>& from, std::size_t count) {
        std::vector<std::uint32_t> picked;
        for (std::size_t i = 0; i < count; ++i)
            picked.push_back(from[(2 * i + 1) * from.size() / (2 * count)]);
        return picked;
    }

    const Character& character_;
    const PoseMetric& metric_;
    PoseChoiceSettings settings_;
    Pose bind_;
    std::vector<ChosenPose> candidates_;  // bind pose, recorded, samples
    std::size_t firstSample_ = 0;
    UniqueNames clipNames_;
};

}  // namespace

FarthestFirst::FarthestFirst(std::size_t candidates, PairDistance distance)
    : distance_(std::move(distance)),
      nearest_(candidates, std::numeric_limits<double>::infinity()),
      taken_(candidates, 0) {}

void FarthestFirst::take(std::uint32_t candidate) {
    SINEW_CHECK(candidate < taken_.size() && taken_[candidate] == 0);
    taken_[candidate] = 1;
    for (std::uint32_t c = 0; c < nearest_.size(); ++c) {
        if (taken_[c] == 0) nearest_[c] = std::min(nearest_[c], distance_(candidate, c));
    }
}

std::optional<FarthestFirst::Farthest> FarthestFirst::farthest(std::size_t begin, std::size_t end) const {
    std::optional<Farthest> best;
    for (auto c = static_cast<std::uint32_t>(begin); c < end; ++c) {
        if (taken_[c] == 0 && (!best || nearest_[c] > best->distance)) best = Farthest{c, nearest_[c]};
    }
    return best;
}

PoseChoice choosePoses(const Character& character, std::span<const Clip> motions,
                       std::span<const JointLimits> limits, const PoseMetric& metric,
                       const PoseChoiceSettings& settings) {
    SINEW_CHECK(limits.size() == character.skeleton.joints.size());
    return Chooser(character, motions, limits, metric, settings).choose();
}

}  // namespace sinew::poses
