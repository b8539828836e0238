#include "Offline/Character/Motion/Axes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

#include "Offline/Character/JointNames.h"

namespace sinew::motion {

namespace {

constexpr double kStature = 1.7;    // metres: what an unknown unit is scaled to
constexpr double kTolerance = 1.4;  // people, and figures without head and heel joints, differ by this factor

struct KnownUnit {
    double metres;
    const char* name;
};

// CMU's database counts in inches over 0.45.
constexpr std::array<KnownUnit, 6> kUnits{{{1, "metres"},
                                           {0.1, "decimetres"},
                                           {0.01, "centimetres"},
                                           {0.001, "millimetres"},
                                           {0.0254, "inches"},
                                           {0.0254 / 0.45, "CMU units of 5.64 cm"}}};

std::vector<Vec3d> places(const Skeleton& skeleton, const Pose& pose) {
    std::vector<Vec3d> result;
    for (const Affined& frame : jointFrames(skeleton, pose)) result.push_back(frame.translation);
    return result;
}

Vec3d extent(const std::vector<Vec3d>& points) {
    constexpr double kHuge = std::numeric_limits<double>::max();
    Vec3d low{kHuge, kHuge, kHuge}, high = -low;
    for (const Vec3d& p : points) {
        low = min(low, p);
        high = max(high, p);
    }
    return high - low;
}

// Unit vector from the feet to the head; zero where the names do not tell them.
Vec3d feetToHead(const std::vector<JointLabel>& labels, const std::vector<Vec3d>& points) {
    Vec3d head, feet;
    double heads = 0, footCount = 0;
    for (std::size_t j = 0; j < labels.size(); ++j) {
        if (labels[j].role == Role::Head) head += points[j], ++heads;
        if (labels[j].role == Role::Foot) feet += points[j], ++footCount;
    }
    if (heads == 0 || footCount == 0) return {};
    return normalized(head / heads - feet / footCount);
}

int largestAxis(Vec3d v) {
    v = {std::abs(v.x), std::abs(v.y), std::abs(v.z)};
    if (v.y >= v.x && v.y >= v.z) return 1;
    return v.z >= v.x ? 2 : 0;
}

// The posed figure decides, since its root may turn the hierarchy's axes; the reference pose stands in for
// figures that lie or tumble.
UpAxis detectUp(const Skeleton& skeleton, const Pose& reference, std::span<const Pose> sampled) {
    const std::vector<JointLabel> labels = labelJoints(skeleton);
    const std::vector<Vec3d> standing = places(skeleton, reference);
    Vec3d up;
    for (const Pose& pose : sampled) up += feetToHead(labels, places(skeleton, pose));
    up = up / static_cast<double>(std::max<std::size_t>(1, sampled.size()));
    up += feetToHead(labels, standing) * 0.5;
    if (length(up) > 0) return static_cast<UpAxis>(largestAxis(up));
    const Vec3d size = extent(standing);
    return size.z > 1.3 * size.y ? UpAxis::Z : UpAxis::Y;
}

double detectScale(double size, std::string& unitName) {
    if (!(size > 0)) {
        unitName = "metres, because the figure has no size";
        return 1;
    }
    const KnownUnit* best = nullptr;
    double bestFactor = kTolerance;
    for (const KnownUnit& unit : kUnits) {
        const double ratio = size * unit.metres / kStature;
        const double factor = std::max(ratio, 1 / ratio);
        if (factor >= bestFactor) continue;
        bestFactor = factor;
        best = &unit;
    }
    unitName = best != nullptr ? best->name : "";
    return best != nullptr ? best->metres : kStature / size;
}

std::string shortNumber(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value);
    return text;
}

}  // namespace

Quatd turnToYUp(UpAxis up) {
    constexpr double kQuarter = 3.14159265358979323846 / 2;
    if (up == UpAxis::Z) return fromAxisAngle(Vec3d{1, 0, 0}, -kQuarter);
    if (up == UpAxis::X) return fromAxisAngle(Vec3d{0, 0, 1}, kQuarter);
    return {};
}

Units detectUnits(const Skeleton& skeleton, const Pose& reference, std::span<const Pose> sampled,
                  const MotionOptions& options, std::vector<Finding>& findings) {
    Units units;
    units.detected = !options.up || !options.metresPerUnit;
    units.up = options.up ? *options.up : detectUp(skeleton, reference, sampled);
    const Vec3d box = extent(places(skeleton, reference));
    const double size = std::max({box.x, box.y, box.z});
    std::string unitName = "as set";
    units.metresPerUnit = options.metresPerUnit ? *options.metresPerUnit : detectScale(size, unitName);
    const char* axis = units.up == UpAxis::X ? "X" : units.up == UpAxis::Y ? "Y" : "Z";
    const std::string figure = "the figure measures " + shortNumber(size) + " units";
    if (unitName.empty()) {
        findings.push_back({Severity::Warning, "motion-units",
                            figure + ", which matches no common unit, so its height is assumed to be 1.7 m",
                            "No action is needed: the motion is scaled to the character."});
    } else {
        findings.push_back(
            {Severity::Note, "motion-units",
             figure + "; one unit is " + shortNumber(units.metresPerUnit) + " m (" + unitName + ")", ""});
    }
    findings.push_back({Severity::Note, "motion-up",
                        std::string(axis) + " is up (" + (options.up ? "as set)" : "detected)"), ""});
    return units;
}

}  // namespace sinew::motion
