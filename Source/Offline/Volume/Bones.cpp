#include "Offline/Volume/Bones.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "Offline/Character/JointNames.h"
#include "Offline/Character/Pose.h"
#include "Offline/Geometry/Measure.h"
#include "Offline/Geometry/Spatial.h"
#include "Offline/Volume/FleshParts.h"
#include "Offline/Volume/Solid.h"

namespace sinew {

namespace {

constexpr int kSamples = 32;  // along a bone
// Spacings squared: a joint that moves less skin is merged. Muscles of a face are many, lie in a thin layer
// over the skull and need more to be bones.
constexpr double kMinSkin = 4, kMinSkinOfFace = 25;
constexpr double kTwistOffset = 0.1;  // of the segment's length
constexpr double kMaxTrim = 0.3;      // of a bone's length, at either end
constexpr double kTipPart = 0.75;     // how far a bone without a child reaches into what it moves
constexpr double kMaxRadius = 0.8;    // of the least distance to the skin
constexpr double kMinRadius = 0.25;   // spacings: a thinner bone holds no nodes

// Bones that riggers add to let flesh swing; here it does so by itself.
bool namesSoftTissue(const std::string& key) {
    constexpr std::array<std::string_view, 8> kWords{"breast", "boob",  "bust",   "butt",
                                                     "glute",  "belly", "jiggle", "cheekpuff"};
    return std::any_of(kWords.begin(), kWords.end(),
                       [&](std::string_view word) { return key.find(word) != std::string::npos; });
}

// The skin that a joint moves.
struct Region {
    double area = 0;  // m², weighted
    Vec3d middle;
};

std::vector<double> vertexAreas(const Character& character, const FleshParts& parts) {
    std::vector<double> areas(character.surface.positions.size(), 0);
    const TriangleMesh mesh{character.surface.positions, parts.triangles};
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const double third = area(mesh.points(t)) / 3;
        for (const std::uint32_t v : mesh.triangles[t]) areas[v] += third;
    }
    return areas;
}

class Planner {
  public:
    Planner(const Character& character, const FleshParts& parts, const Solid& solid, double resolution,
            const BoneSettings& settings)
        : character_(character),
          joints_(character.skeleton.joints),
          solid_(solid),
          resolution_(resolution),
          settings_(settings),
          labels_(labelJoints(character.skeleton)),
          areas_(vertexAreas(character, parts)),
          regions_(joints_.size()),
          children_(joints_.size()) {
        for (const Affined& frame : bindFrames(character.skeleton)) places_.push_back(frame.translation);
        for (std::uint32_t j = 0; j < joints_.size(); ++j) {
            if (joints_[j].parent >= 0) children_[static_cast<std::size_t>(joints_[j].parent)].push_back(j);
        }
    }

    BonePlan plan() {
        decideJoints();
        do {
            measureRegions();
            bones_.clear();
            for (std::uint32_t j = 0; j < joints_.size(); ++j) {
                if (kept(j)) addBones(j);
            }
        } while (mergeThin());
        return {std::move(bones_), std::move(decisions_)};
    }

  private:
    bool kept(std::uint32_t j) const { return decisions_[j].carrier == j; }

    template <class Body>
    void forInfluences(Body&& body) const {
        const SkinWeights& weights = character_.weights;
        if (weights.firstOfVertex.size() != areas_.size() + 1) return;
        for (std::size_t v = 0; v < areas_.size(); ++v) {
            if (areas_[v] == 0) continue;
            for (std::uint32_t i = weights.firstOfVertex[v]; i < weights.firstOfVertex[v + 1]; ++i) {
                body(v, weights.influences[i].joint, static_cast<double>(weights.influences[i].weight));
            }
        }
    }

    std::uint32_t carrierOfParent(std::uint32_t j) const {
        const std::int32_t parent = joints_[j].parent;
        return parent < 0 ? JointDecision::kNone : decisions_[static_cast<std::size_t>(parent)].carrier;
    }

    void decideJoints() {
        std::vector<double> moved(joints_.size(), 0);
        forInfluences([&](std::size_t v, std::uint32_t j, double weight) { moved[j] += areas_[v] * weight; });
        std::vector<double> below = moved;  // by it and all its descendants
        for (std::size_t j = joints_.size(); j-- > 0;) {
            if (joints_[j].parent >= 0) below[static_cast<std::size_t>(joints_[j].parent)] += below[j];
        }
        decisions_.resize(joints_.size());
        for (std::uint32_t j = 0; j < joints_.size(); ++j) {
            JointDecision& decision = decisions_[j];
            decision.joint = j;
            decision.carrier = j;
            decision.reason = "bone";
            if (moved[j] == 0) {
                decision.reason = below[j] == 0 ? "moves no skin" : "moves no skin itself";
            } else if (moved[j] < resolution_ * resolution_ * (isBelowHead(j) ? kMinSkinOfFace : kMinSkin)) {
                decision.reason = "moves too little skin for this resolution";
            } else if (isTwist(j, below)) {
                decision.reason = "twist joint along its parent's bone";
            } else if (namesSoftTissue(labels_[j].key)) {
                decision.reason = "named after soft tissue, which moves by itself";
            } else {
                continue;
            }
            decision.carrier = carrierOfParent(j);
        }
    }

    // Joints whose bones are too thin to hold a node go to their parents. True when there were any: the bones
    // of the parents are then different ones.
    bool mergeThin() {
        std::vector<double> radius(joints_.size(), 0);
        for (const Bone& bone : bones_) radius[bone.joint] = std::max(radius[bone.joint], bone.radius);
        bool merged = false;
        for (std::uint32_t j = 0; j < joints_.size(); ++j) {
            const bool thin = radius[j] < kMinRadius * resolution_;
            if (kept(j) && thin && carrierOfParent(j) != JointDecision::kNone) {
                decisions_[j].tooThin = radius[j] > 0;
                decisions_[j].reason = decisions_[j].tooThin ? "flesh too thin here for this resolution"
                                                             : "no part of it lies in the flesh";
                merged = true;
            } else if (kept(j)) {
                continue;
            }
            decisions_[j].carrier = carrierOfParent(j);
        }
        return merged;
    }

    bool isBelowHead(std::uint32_t j) const {
        for (std::int32_t p = joints_[j].parent; p >= 0; p = joints_[static_cast<std::size_t>(p)].parent) {
            if (labels_[static_cast<std::size_t>(p)].role == Role::Head) return true;
        }
        return false;
    }

    // Lies along the bone from its parent to a sibling, with no joint of weight below it. In a flat rig,
    // where all joints hang on one root without skin, that says nothing.
    bool isTwist(std::uint32_t j, const std::vector<double>& below) const {
        if (carrierOfParent(j) == JointDecision::kNone) return false;
        for (const std::uint32_t c : children_[j]) {
            if (below[c] > 0) return false;
        }
        const auto parent = static_cast<std::uint32_t>(joints_[j].parent);
        for (const std::uint32_t sibling : children_[parent]) {
            if (sibling == j || below[sibling] == 0) continue;
            const Vec3d a = places_[parent], b = places_[sibling];
            const double t = lineParameter(a, b, places_[j]), size = length(b - a);
            const bool along = t > -0.05 && t < 0.95 && size > resolution_;
            if (along && length(lerp(a, b, t) - places_[j]) < kTwistOffset * size) return true;
        }
        return false;
    }

    // With the skin of merged joints.
    void measureRegions() {
        regions_.assign(joints_.size(), {});
        forInfluences([&](std::size_t v, std::uint32_t j, double weight) {
            const std::uint32_t carrier = decisions_[j].carrier;
            if (carrier == JointDecision::kNone) return;
            regions_[carrier].area += areas_[v] * weight;
            regions_[carrier].middle += character_.surface.positions[v] * (areas_[v] * weight);
        });
        for (Region& region : regions_) {
            if (region.area > 0) region.middle = region.middle / region.area;
        }
    }

    // Joints with bones that hang on j, directly or through merged joints; those too thin for one as well:
    // the bone still ends where they begin, not in their thin flesh, or a finger would stiffen a whole arm.
    void collectKept(std::uint32_t j, std::vector<std::uint32_t>& into) const {
        for (const std::uint32_t c : children_[j]) {
            if (kept(c) || decisions_[c].tooThin) {
                into.push_back(c);
            } else {
                collectKept(c, into);
            }
        }
    }

    // Skin that j and everything below it move.
    double areaBelow(std::uint32_t j) const {
        double sum = regions_[j].area;
        for (const std::uint32_t c : children_[j]) sum += areaBelow(c);
        return sum;
    }

    // How far what j moves reaches from its place towards the middle of it.
    Vec3d tipOf(std::uint32_t j) const {
        const Vec3d middle = deepest(regions_[j].middle);
        const Vec3d axis = normalized(middle - places_[j]);
        double reach = 0;
        forInfluences([&](std::size_t v, std::uint32_t influence, double weight) {
            if (decisions_[influence].carrier != j || weight < 0.5) return;
            reach = std::max(reach, dot(character_.surface.positions[v] - places_[j], axis));
        });
        reach = std::max(kTipPart * reach, dot(middle - places_[j], axis));
        return places_[j] + axis * reach;
    }

    // Away from the nearest skin, as long as that leads deeper.
    Vec3d deepest(Vec3d p) const {
        constexpr int kSteps = 64;
        double depth = solid_.depth(p), step = std::abs(depth);
        for (int i = 0; i < kSteps && step > 0.1 * resolution_; ++i) {
            const auto nearest = solid_.closestBoundary(p);
            if (!nearest) return p;
            const Vec3d away = normalized(depth > 0 ? p - *nearest : *nearest - p);
            const Vec3d next = p + away * std::max(step, resolution_);
            const double there = solid_.depth(next);
            if (there > depth) {
                p = next;
                depth = there;
            } else {
                step /= 2;
            }
        }
        return p;
    }

    void addBones(std::uint32_t j) {
        std::vector<std::uint32_t> below;
        collectKept(j, below);
        const bool meetsOthers = carrierOfParent(j) != JointDecision::kNone || roots() > 1;
        for (const std::uint32_t c : below) addBone(j, places_[j], places_[c], meetsOthers, true);
        // The end of a limb, or a head whose only child is the jaw: the bone must reach to where its flesh
        // is.
        const Vec3d tip = tipOf(j);
        double skinBelow = 0, nearest = std::numeric_limits<double>::infinity();
        for (const std::uint32_t c : below) {
            skinBelow += areaBelow(c);
            nearest = std::min(nearest, distanceToBone({j, places_[j], places_[c], 0}, tip));
        }
        const bool reached = nearest <= std::max(solid_.depth(tip), resolution_);
        if (regions_[j].area > skinBelow && !reached) addBone(j, places_[j], tip, meetsOthers, false);
        if (labels_[j].role == Role::Head) addSkull(j);
    }

    // Joints with bones on no other bone: one, or all of them in a flat rig.
    std::uint32_t roots() const {
        std::uint32_t count = 0;
        for (std::uint32_t j = 0; j < joints_.size(); ++j) {
            count += kept(j) && carrierOfParent(j) == JointDecision::kNone ? 1 : 0;
        }
        return count;
    }

    void addSkull(std::uint32_t j) {
        const Vec3d middle = deepest(regions_[j].middle);
        const double depth = solid_.depth(middle);
        if (depth > 0) bones_.push_back({j, middle, middle, settings_.skullRadius * depth});
    }

    // What of the segment is inside, made shorter where it meets other bones.
    void addBone(std::uint32_t j, Vec3d head, Vec3d tail, bool jointAtHead, bool jointAtTail) {
        const double size = length(tail - head);
        const double from = jointAtHead && size > 0 ? trim(head, size) / size : 0;
        const double to = jointAtTail && size > 0 ? 1 - trim(tail, size) / size : 1;
        std::vector<Vec3d> points;
        std::vector<double> depths;
        for (int i = 0; i <= kSamples; ++i) {
            points.push_back(lerp(head, tail, from + (to - from) * i / kSamples));
            depths.push_back(solid_.depth(points.back()));
        }
        const auto [begin, end] = longestInside(depths);
        if (begin == end) return;
        const Bone bone{j, points[begin], points[end - 1],
                        radiusFor({depths.begin() + static_cast<std::ptrdiff_t>(begin),
                                   depths.begin() + static_cast<std::ptrdiff_t>(end)})};
        const bool known = std::any_of(bones_.begin(), bones_.end(), [&](const Bone& other) {
            return other.joint == j && distanceToBone(other, bone.head) < 0.5 * other.radius &&
                   distanceToBone(other, bone.tail) < 0.5 * other.radius;
        });
        if (!known) bones_.push_back(bone);
    }

    // The longest range of positive numbers, as begin and end.
    static std::pair<std::size_t, std::size_t> longestInside(const std::vector<double>& depths) {
        std::pair<std::size_t, std::size_t> best{0, 0};
        for (std::size_t i = 0, begin = 0; i < depths.size(); ++i) {
            if (!(depths[i] > 0)) {
                begin = i + 1;
            } else if (i + 1 - begin > best.second - best.first) {
                best = {begin, i + 1};
            }
        }
        return best;
    }

    // From the distances to the skin along the bone: not the very least, which a fold or a mouth can make
    // small, but one that few are below.
    double radiusFor(std::vector<double> depths) const {
        std::sort(depths.begin(), depths.end());
        const double usual = depths[(depths.size() - 1) / 8];
        return std::min(std::max(settings_.radius * usual, 0.5 * resolution_), kMaxRadius * usual);
    }

    double trim(Vec3d joint, double size) const {
        const double gap = settings_.jointGap * std::max(solid_.depth(joint), resolution_);
        return std::min(gap, kMaxTrim * size);
    }

    const Character& character_;
    const std::vector<Joint>& joints_;
    const Solid& solid_;
    double resolution_;
    BoneSettings settings_;
    std::vector<JointLabel> labels_;
    std::vector<double> areas_;  // of the flesh's skin, per vertex
    std::vector<Region> regions_;
    std::vector<std::vector<std::uint32_t>> children_;
    std::vector<Vec3d> places_;
    std::vector<JointDecision> decisions_;
    std::vector<Bone> bones_;
};

}  // namespace

Vec3d closestOnBone(const Bone& bone, Vec3d p) {
    return lerp(bone.head, bone.tail, segmentParameter(bone.head, bone.tail, p));
}

double distanceToBone(const Bone& bone, Vec3d p) {
    return length(closestOnBone(bone, p) - p);
}

NearestBone nearestBone(std::span<const Bone> bones, Vec3d p) {
    NearestBone nearest;
    for (const Bone& bone : bones) {
        const double distance = distanceToBone(bone, p) - bone.radius;
        if (distance < nearest.distance) nearest = {&bone, distance};
    }
    return nearest;
}

std::vector<std::uint32_t> nearestJoints(std::span<const Bone> bones, std::span<const Vec3d> points,
                                         const Jobs& jobs) {
    constexpr std::uint32_t kPointsPerRange = 1024;
    const auto count = static_cast<std::uint32_t>(points.size());
    std::vector<std::uint32_t> joints(count, JointDecision::kNone);
    parallelForRanges(jobs, count, kPointsPerRange, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i) {
            const NearestBone nearest = nearestBone(bones, points[i]);
            if (nearest.bone != nullptr) joints[i] = nearest.bone->joint;
        }
    });
    return joints;
}

BonePlan planBones(const Character& character, const FleshParts& parts, const Solid& solid, double resolution,
                   const BoneSettings& settings) {
    return Planner(character, parts, solid, resolution, settings).plan();
}

}  // namespace sinew
