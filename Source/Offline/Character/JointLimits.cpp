#include "Offline/Character/JointLimits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "Math/NearestRotation.h"
#include "Offline/Character/Anatomy.h"
#include "Offline/Character/Finding.h"
#include "Offline/Character/SharedSkin.h"
#include "Offline/Error.h"

namespace sinew {

namespace {

constexpr double kDegree = std::numbers::pi / 180;
// Skin that a joint shares with joints neither above nor below it must lie around its pivot, or turning it
// tears: no more than this part of all it shares may lie farther off than this many of its own radii.
constexpr double kTornSkin = 0.05, kTornLever = 4;
constexpr double kMinSkin = 1e-4;  // of the whole: what moves less, or all but so little, strains nothing

class Planner {
  public:
    Planner(const Character& character, std::span<const Clip> motions,
            std::span<const std::uint32_t> carrierOf, const LimitSettings& settings)
        : character_(character),
          joints_(character.skeleton.joints),
          carrierOf_(carrierOf),
          settings_(settings),
          share_(shareSkin(character, carrierOf)),
          bind_(bindPose(character.skeleton)),
          bindFrames_(bindFrames(character.skeleton)),
          limits_(joints_.size()) {
        for (const double area : share_.jointArea) wholeArea_ += area;
        for (const Clip& clip : character.clips) clips_.push_back(&clip);
        for (const Clip& motion : motions) clips_.push_back(&motion);
    }

    std::vector<JointLimits> plan() {
        std::vector<std::uint8_t> moves(joints_.size(), 0);
        for (std::size_t j = 0; j < joints_.size(); ++j) {
            limits_[j].reason = whyHeld(j);
            moves[j] = limits_[j].reason.empty() ? 1 : 0;
        }
        const Anatomy anatomy = readAnatomy(character_, share_.jointArea, moves);
        for (std::size_t j = 0; j < joints_.size(); ++j) limits_[j].axes = toJoint(j, anatomy.axes[j]);
        if (settings_.clips) measureClips();
        for (std::size_t j = 0; j < joints_.size(); ++j) {
            if (moves[j] != 0) decide(j, settings_.anatomy ? anatomy.ranges[j] : std::nullopt);
        }
        return std::move(limits_);
    }

  private:
    std::vector<std::uint8_t> subtreeOf(std::size_t j) const {
        std::vector<std::uint8_t> inside(joints_.size(), 0);
        inside[j] = 1;
        for (std::size_t k = j + 1; k < joints_.size(); ++k) {
            const std::int32_t parent = joints_[k].parent;
            if (parent >= 0) inside[k] = inside[static_cast<std::size_t>(parent)];
        }
        return inside;
    }

    std::string whyHeld(std::size_t j) const {
        if (!carrierOf_.empty() && carrierOf_[j] != j) {
            const std::uint32_t carrier = carrierOf_[j];
            return carrier == SharedSkin::kNobody ? "carries no flesh"
                                                  : "merged into " + inQuotes(joints_[carrier].name);
        }
        const std::vector<std::uint8_t> inside = subtreeOf(j);
        double area = 0;
        for (std::size_t k = j; k < joints_.size(); ++k) area += inside[k] != 0 ? share_.jointArea[k] : 0;
        if (area <= kMinSkin * wholeArea_) return "moves no skin";
        if (area >= (1 - kMinSkin) * wholeArea_) return "moves the whole body rigidly";
        return whyTorn(j, inside);
    }

    bool isAbove(std::size_t above, std::size_t j) const {
        std::int32_t up = joints_[j].parent;
        while (up > static_cast<std::int32_t>(above)) up = joints_[static_cast<std::size_t>(up)].parent;
        return up == static_cast<std::int32_t>(above);
    }

    std::string whyTorn(std::size_t j, const std::vector<std::uint8_t>& inside) const {
        double shared = 0, torn = 0, largest = 0;
        std::uint32_t holder = 0;
        for (const SharedPatch& pair : share_.pairs) {
            const bool first = inside[pair.first] != 0;
            if (first == (inside[pair.second] != 0)) continue;
            shared += pair.area;
            const std::uint32_t other = first ? pair.second : pair.first;
            const double lever = length(pair.middle - bindFrames_[j].translation);
            if (isAbove(other, j) || lever <= kTornLever * pair.radius) continue;
            torn += pair.area;
            if (pair.area > largest) holder = other;
            largest = std::max(largest, pair.area);
        }
        if (torn <= kTornSkin * shared) return {};
        return "its skin is also attached to " + inQuotes(joints_[holder].name) + ", which is not below it";
    }

    // Axes in character space, as the joint's own frame has them: a mirrored frame turns the other way.
    Quatd toJoint(std::size_t j, const BodyAxes& axes) const {
        const std::int32_t parent = joints_[j].parent;
        Mat3d frame = toMatrix(bind_[j].rotation);
        if (parent >= 0) frame = bindFrames_[static_cast<std::size_t>(parent)].linear * frame;
        if (determinant(frame) < 0) frame = frame * -1.0;
        return conjugate(nearestRotation(frame)) * toQuat(Mat3d{{axes.twist, axes.bend, axes.side}});
    }

    void measureClips() {
        for (const Clip* clip : clips_) {
            const auto steps =
                static_cast<std::size_t>(std::ceil(clip->duration * settings_.framesPerSecond));
            for (std::size_t k = 0; k <= steps; ++k) {
                const double time =
                    std::min(clip->duration, static_cast<double>(k) / settings_.framesPerSecond);
                measure(samplePose(character_.skeleton, *clip, time));
            }
        }
    }

    // Into the limits, which hold what was seen until decide() looks at it.
    void measure(const Pose& pose) {
        const auto widen = [](AngleRange& range, double angle) {
            range = {std::min(range.low, angle), std::max(range.high, angle)};
        };
        for (std::size_t j = 0; j < joints_.size(); ++j) {
            if (!limits_[j].reason.empty()) continue;
            const JointAngles angles = anglesOf(limits_[j], conjugate(bind_[j].rotation) * pose[j].rotation);
            widen(limits_[j].twist, angles.twist);
            widen(limits_[j].bend, angles.bend);
            widen(limits_[j].side, angles.side);
        }
    }

    std::array<AngleRange*, 3> rangesOf(JointLimits& limits) const {
        return {&limits.twist, &limits.bend, &limits.side};
    }

    void decide(std::size_t j, const std::optional<AnatomicalRange>& anatomy) {
        JointLimits& limits = limits_[j];
        if (anatomy) {
            addAnatomy(limits, *anatomy);
            return;
        }
        for (AngleRange* range : rangesOf(limits)) {
            const double more = settings_.margin * range->width();
            *range = range->width() < settings_.minRange * kDegree
                         ? AngleRange{}
                         : AngleRange{range->low - more, range->high + more};
        }
        limits.origin = limits.moves() ? LimitOrigin::Clips : LimitOrigin::AsBound;
        limits.reason = limits.moves()                       ? "range of the clips"
                        : clips_.empty() || !settings_.clips ? "unknown name and no clips"
                                                             : "unknown name and no clip rotates it";
    }

    // Clips widen a person's range, but only so far: their extremes come together with certain others, and
    // are poses of their own anyway. A hinge stays one.
    void addAnatomy(JointLimits& limits, const AnatomicalRange& anatomy) const {
        const std::array<AngleRange, 3> known{anatomy.twist, anatomy.bend, anatomy.side};
        const double smallest = settings_.minRange * kDegree, largest = settings_.maxWidening * kDegree;
        bool wider = false;
        for (std::size_t i = 0; i < known.size(); ++i) {
            AngleRange& range = *rangesOf(limits)[i];
            const double low = known[i].low - range.low, high = range.high - known[i].high;
            range = known[i];
            if (range.width() == 0) continue;
            if (low > smallest) range.low -= std::min(low, largest);
            if (high > smallest) range.high += std::min(high, largest);
            wider |= low > smallest || high > smallest;
        }
        limits.origin = wider ? LimitOrigin::AnatomyAndClips : LimitOrigin::Anatomy;
        limits.reason = wider ? "human range, widened by the clips" : "human range";
        if (limits.moves()) return;
        limits.origin = LimitOrigin::AsBound;
        limits.reason = "another joint of the limb rotates instead";
    }

    const Character& character_;
    const std::vector<Joint>& joints_;
    std::span<const std::uint32_t> carrierOf_;
    LimitSettings settings_;
    SharedSkin share_;
    Pose bind_;
    std::vector<Affined> bindFrames_;
    std::vector<const Clip*> clips_;
    double wholeArea_ = 0;
    std::vector<JointLimits> limits_;
};

void applyOverride(const Skeleton& skeleton, const LimitOverride& wanted, std::vector<JointLimits>& limits) {
    const auto joint = std::find_if(skeleton.joints.begin(), skeleton.joints.end(),
                                    [&](const Joint& candidate) { return candidate.name == wanted.joint; });
    if (joint == skeleton.joints.end()) {
        throw badInput("the recipe has limits for the joint " + inQuotes(wanted.joint) +
                           ", which the character does not have",
                       "Use a joint name that `sinew inspect` lists.");
    }
    JointLimits& result = limits[static_cast<std::size_t>(joint - skeleton.joints.begin())];
    const auto set = [&](AngleRange& range, const std::optional<AngleRange>& degrees) {
        if (!degrees) return;
        if (!(degrees->low <= 0 && degrees->high >= 0 && degrees->width() <= 360)) {
            throw badInput("the limits of the recipe for joint " + inQuotes(wanted.joint) +
                               " do not include 0, the bind pose",
                           "Write degrees from the bind pose: the lower limit must be at most 0, the upper "
                           "limit at least 0.");
        }
        range = {degrees->low * kDegree, degrees->high * kDegree};
    };
    set(result.twist, wanted.twist);
    set(result.bend, wanted.bend);
    set(result.side, wanted.side);
    result.origin = LimitOrigin::Recipe;
    result.reason = "the recipe";
}

const char* wordFor(LimitOrigin origin) {
    switch (origin) {
        case LimitOrigin::Clips:
            return "clips";
        case LimitOrigin::Anatomy:
            return "anatomy";
        case LimitOrigin::AnatomyAndClips:
            return "anatomy+clips";
        case LimitOrigin::Recipe:
            return "recipe";
        default:
            return "none";
    }
}

std::string degrees(AngleRange range) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.0f..%.0f", range.low / kDegree, range.high / kDegree);
    return range.width() > 0 ? text.data() : "-";
}

}  // namespace

JointAngles anglesOf(const JointLimits& limits, Quatd turn) {
    Quatd q = conjugate(limits.axes) * turn * limits.axes;
    if (q.w < 0) q = -q;
    const Quatd twist = normalized(Quatd{q.x, 0, 0, q.w});
    const Vec3d swing = logMap(q * conjugate(twist));
    return {2 * std::atan2(twist.x, twist.w), swing.y, swing.z};
}

Quatd turnOf(const JointLimits& limits, const JointAngles& angles) {
    const Quatd twist = fromAxisAngle(Vec3d{1, 0, 0}, angles.twist);
    return limits.axes * expMap(Vec3d{0, angles.bend, angles.side}) * twist * conjugate(limits.axes);
}

bool within(const JointLimits& limits, const JointAngles& angles, double tolerance) {
    return limits.twist.contains(angles.twist, tolerance) && limits.bend.contains(angles.bend, tolerance) &&
           limits.side.contains(angles.side, tolerance);
}

std::vector<JointLimits> planJointLimits(const Character& character, std::span<const Clip> motions,
                                         std::span<const std::uint32_t> carrierOf,
                                         const LimitSettings& settings,
                                         std::span<const LimitOverride> overrides) {
    std::vector<JointLimits> limits = Planner(character, motions, carrierOf, settings).plan();
    for (const LimitOverride& wanted : overrides) applyOverride(character.skeleton, wanted, limits);
    return limits;
}

std::string describeLimits(const Skeleton& skeleton, std::span<const JointLimits> limits) {
    int widest = 5;
    for (const Joint& joint : skeleton.joints) widest = std::max(widest, static_cast<int>(joint.name.size()));
    std::string table;
    const auto line = [&](const std::string& joint, const std::array<std::string, 4>& cells,
                          const std::string& why) {
        table += joint + std::string(static_cast<std::size_t>(widest) - joint.size() + 2, ' ');
        for (const std::string& cell : cells)
            table += cell + std::string(15 - std::min<std::size_t>(cell.size(), 14), ' ');
        table += why + "\n";
    };
    line("joint", {"twist", "bend", "side", "from"}, "why");
    for (std::size_t j = 0; j < limits.size(); ++j) {
        const JointLimits& l = limits[j];
        line(skeleton.joints[j].name, {degrees(l.twist), degrees(l.bend), degrees(l.side), wordFor(l.origin)},
             l.reason);
    }
    return table;
}

}  // namespace sinew
