// The skeleton: what it moves, how it is bound, where it lies.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <set>

#include "Offline/Character/Check/Context.h"
#include "Offline/Character/Pose.h"
#include "Offline/Geometry/Spatial.h"

namespace sinew::check {

namespace {

constexpr double kScaleTolerance = 1e-3;
constexpr double kTurnTolerance = 0.5;     // degrees
constexpr double kShiftTolerance = 0.005;  // character sizes
constexpr double kOutsideTolerance = 0.01;

void checkWeightless(const Context& context, Findings& findings) {
    std::vector<std::string> names;
    for (std::size_t j = 0; j < context.verticesOf.size(); ++j) {
        if (context.verticesOf[j] == 0) names.push_back(inQuotes(context.jointName(j)));
    }
    if (names.empty()) return;
    findings.push_back({Severity::Note, "weightless-joints",
                        std::to_string(names.size()) + " of " + counted(context.verticesOf.size(), "joint") +
                            " move no vertex: " + listed(names),
                        "No action is needed: helper and tip joints carry no flesh."});
}

struct RestChange {
    double degrees = 0, shift = 0;
    std::size_t turned = 0, shifted = 0;
};

// Among joints that move something: how far the rest pose turns and carries them from the bind pose.
RestChange restChange(const Context& context) {
    const Skeleton& skeleton = context.character.skeleton;
    const std::vector<Affined> bind = bindFrames(skeleton), rest = jointFrames(skeleton, restPose(skeleton));
    RestChange change;
    for (std::size_t j = 0; j < bind.size(); ++j) {
        if (context.verticesOf[j] == 0) continue;
        const Quatd turn = toTransform(rest[j]).rotation * conjugate(toTransform(bind[j]).rotation);
        const double degrees = length(logMap(turn)) * 180 / std::numbers::pi;
        const double shift = length(rest[j].translation - bind[j].translation);
        if (degrees > change.degrees) {
            change.degrees = degrees;
            change.turned = j;
        }
        if (shift > change.shift) {
            change.shift = shift;
            change.shifted = j;
        }
    }
    return change;
}

void checkRestAgainstBind(const Context& context, Findings& findings) {
    const RestChange change = restChange(context);
    const bool turns = change.degrees > kTurnTolerance;
    if (!turns && change.shift <= kShiftTolerance * context.size) return;
    const std::string words = turns ? "turns joint " + inQuotes(context.jointName(change.turned)) + " by " +
                                          rounded(change.degrees) + "°"
                                    : "moves joint " + inQuotes(context.jointName(change.shifted)) + " by " +
                                          rounded(change.shift) + " m";
    findings.push_back(
        {Severity::Note, "rest-differs-from-bind", "the rest pose " + words + " relative to the bind pose",
         "No action is needed: the flesh is at rest in the bind pose, whatever the rest pose is."});
}

void checkScale(const Context& context, Findings& findings) {
    double lowest = 1, highest = 1, skew = 0;
    std::size_t lowJoint = 0, highJoint = 0, scaledJoints = 0;
    const std::vector<Joint>& joints = context.character.skeleton.joints;
    for (std::size_t j = 0; j < joints.size(); ++j) {
        const Vec3d s = joints[j].rest.scale;
        const auto [low, high] = std::minmax({std::abs(s.x), std::abs(s.y), std::abs(s.z)});
        if (std::abs(low - 1) > kScaleTolerance || std::abs(high - 1) > kScaleTolerance) ++scaledJoints;
        if (low < lowest) {
            lowest = low;
            lowJoint = j;
        }
        if (high > highest) {
            highest = high;
            highJoint = j;
        }
        skew = std::max(skew, high > 0 ? (high - low) / high : 0);
    }
    if (scaledJoints == 0) return;
    const bool uneven = skew > kScaleTolerance;
    const std::size_t named = highest - 1 > 1 - lowest ? highJoint : lowJoint;
    findings.push_back(
        {uneven || lowest < 1e-6 ? Severity::Warning : Severity::Note,
         uneven ? "joint-scale-uneven" : "joint-scale",
         counted(scaledJoints, "joint is", "joints are") + " scaled in the rest pose by " + rounded(lowest) +
             " to " + rounded(highest) + "; the largest change is at joint " +
             inQuotes(context.jointName(named)),
         "If the character has the wrong size, apply the scale of the armature (Blender: Object > "
         "Apply > Scale) and bind the mesh again."});
}

void checkBind(const Context& context, Findings& findings) {
    std::vector<std::string> singular, mirrored;
    const Skeleton& skeleton = context.character.skeleton;
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
        const Affined& bind = skeleton.inverseBind[j];
        const double det = determinant(bind.linear), size = std::sqrt(squaredNorm(bind.linear) / 3);
        const bool sound = std::isfinite(det) && std::abs(det) > 1e-9 * size * size * size;
        if (!sound || !isFinite(bind.translation)) {
            singular.push_back(inQuotes(context.jointName(j)));
        } else if (det < 0 && context.verticesOf[j] > 0) {
            mirrored.push_back(inQuotes(context.jointName(j)));
        }
    }
    if (!singular.empty()) {
        findings.push_back({Severity::Error, "bind-singular",
                            counted(singular.size(), "joint has", "joints have") +
                                " a bind matrix that cannot be inverted: " + listed(singular),
                            "Set the scale of these joints to 1 and bind the mesh again."});
    }
    if (!mirrored.empty()) {
        findings.push_back(
            {Severity::Note, "bind-mirrored",
             counted(mirrored.size(), "joint is", "joints are") +
                 " bound with a negative scale: " + listed(mirrored),
             "If one side of the character looks inside out, apply the negative scale before binding."});
    }
}

bool isSound(const Context& context) {
    const auto& inverseBind = context.character.skeleton.inverseBind;
    return std::all_of(inverseBind.begin(), inverseBind.end(), [](const Affined& a) {
        return isFinite(inverse(a).translation) && std::isfinite(squaredNorm(inverse(a).linear));
    });
}

void checkOutside(const Context& context, Findings& findings) {
    const std::vector<Affined> bind = bindFrames(context.character.skeleton);
    std::vector<double> distance(bind.size(), 0);
    parallelFor(context.jobs, static_cast<std::uint32_t>(bind.size()), [&](std::uint32_t j) {
        if (context.verticesOf[j] == 0) return;
        const Vec3d p = bind[j].translation;
        const auto nearest = closestPoint(context.mesh, context.tree, p);
        if (!nearest || nearest->distance <= kOutsideTolerance * context.size) return;
        if (std::abs(windingNumber(context.mesh, p)) < 0.5) distance[j] = nearest->distance;
    });
    std::vector<std::size_t> outside;
    for (std::size_t j = 0; j < bind.size(); ++j) {
        if (distance[j] > 0) outside.push_back(j);
    }
    if (outside.empty()) return;
    std::stable_sort(outside.begin(), outside.end(),
                     [&](std::size_t a, std::size_t b) { return distance[a] > distance[b]; });
    std::vector<std::string> names;
    for (const std::size_t j : outside) {
        names.push_back(inQuotes(context.jointName(j)) + " by " + rounded(distance[j]) + " m");
    }
    findings.push_back(
        {Severity::Warning, "joints-outside",
         counted(outside.size(), "joint moves the skin but lies", "joints move the skin but lie") +
             " outside the body: " + listed(names),
         "Move these joints into the body, because flesh is attached to the bone that it surrounds. "
         "Root and attachment joints may stay outside if their weights are intended."});
}

bool isBoundary(const std::string& name, std::size_t at) {
    return at >= name.size() || std::string_view("._- :|").find(name[at]) != std::string_view::npos;
}

// The name of the other side, where a name speaks of one.
std::optional<std::string> mirrorName(const std::string& name) {
    static constexpr std::array<std::array<const char*, 2>, 6> kWords{{{"Left", "Right"},
                                                                       {"Right", "Left"},
                                                                       {"left", "right"},
                                                                       {"right", "left"},
                                                                       {"LEFT", "RIGHT"},
                                                                       {"RIGHT", "LEFT"}}};
    for (const auto& [from, to] : kWords) {
        const std::size_t at = name.find(from);
        if (at != std::string::npos) return std::string(name).replace(at, std::string_view(from).size(), to);
    }
    for (std::size_t i = 0; i < name.size(); ++i) {
        const std::size_t side = std::string_view("LRlr").find(name[i]);
        if (side == std::string_view::npos || !isBoundary(name, i + 1)) continue;
        if (i > 0 && !isBoundary(name, i - 1)) continue;
        return std::string(name).replace(i, 1, 1, "RLrl"[side]);
    }
    return std::nullopt;
}

// Exporters number names to keep them apart: "hand_L__4_" and "hand_R" are a pair.
std::string withoutNumbers(std::string name) {
    std::erase_if(name, [](char c) { return (c >= '0' && c <= '9') || c == '_' || c == '.'; });
    return name;
}

void checkSides(const Context& context, Findings& findings) {
    std::set<std::string> names;
    for (const Joint& joint : context.character.skeleton.joints) names.insert(withoutNumbers(joint.name));
    std::vector<std::string> alone;
    bool anyPair = false;  // a hand alone is all one side
    for (const Joint& joint : context.character.skeleton.joints) {
        const std::optional<std::string> other = mirrorName(joint.name);
        if (!other) continue;
        const bool paired = names.count(withoutNumbers(*other)) > 0;
        anyPair = anyPair || paired;
        if (!paired) alone.push_back(inQuotes(joint.name));
    }
    if (alone.empty() || !anyPair) return;
    findings.push_back({Severity::Note, "joints-one-sided",
                        counted(alone.size(), "joint is named for one side and has",
                                "joints are named for one side and have") +
                            " no counterpart on the other: " + listed(alone),
                        "If the character should be symmetric, check the spelling of these names."});
}

}  // namespace

void checkJoints(const Context& context, Findings& findings) {
    if (!context.hasRig()) return;
    checkBind(context, findings);
    checkWeightless(context, findings);
    checkScale(context, findings);
    checkSides(context, findings);
    if (!isSound(context)) return;
    checkRestAgainstBind(context, findings);
    checkOutside(context, findings);
}

}  // namespace sinew::check
