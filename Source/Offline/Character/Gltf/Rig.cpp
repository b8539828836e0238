#include "Offline/Character/Gltf/Rig.h"

#include <algorithm>
#include <cmath>

#include <numeric>
#include "Offline/Character/Pose.h"
#include "Offline/Character/UniqueName.h"
#include "Offline/Error.h"

namespace sinew::gltf {

namespace {

// No mirror, and the same scale along every axis: such a transform can be moved through joints.
bool isSimilarity(const Affined& a) {
    const double det = determinant(a.linear);
    if (!(det > 1e-30)) return false;
    const double scale = std::cbrt(det);
    const Mat3d gram = transpose(a.linear) * a.linear * (1 / (scale * scale));
    return squaredNorm(gram - Mat3d::identity()) < 1e-8;
}

struct NodeMarks {
    std::vector<bool> joint, jointBelow, movingPropBelow, kept;
};

// Children come after their parents in parentsFirst, so walking it backwards gathers from below.
void gatherFromBelow(const Scene& scene, NodeMarks& marks) {
    std::vector<bool> propBelow(scene.nodes.size());
    for (auto it = scene.parentsFirst.rbegin(); it != scene.parentsFirst.rend(); ++it) {
        const Node& node = scene.nodes[*it];
        if (marks.joint[*it]) marks.jointBelow[*it] = true;
        if (node.mesh >= 0 && node.skin < 0) propBelow[*it] = true;
        if (propBelow[*it] && node.animated) marks.movingPropBelow[*it] = true;
        if (node.parent < 0) continue;
        const auto parent = static_cast<std::size_t>(node.parent);
        if (marks.jointBelow[*it]) marks.jointBelow[parent] = true;
        if (marks.movingPropBelow[*it]) marks.movingPropBelow[parent] = true;
        if (propBelow[*it]) propBelow[parent] = true;
    }
}

void keepFromAbove(const Scene& scene, NodeMarks& marks) {
    for (const std::uint32_t n : scene.parentsFirst) {
        const Node& node = scene.nodes[n];
        const bool below = node.parent >= 0 && marks.kept[static_cast<std::size_t>(node.parent)];
        const bool uneven = node.animated || !isSimilarity(node.toParent);
        marks.kept[n] = marks.joint[n] || (marks.jointBelow[n] && (below || uneven)) ||
                        (below && marks.movingPropBelow[n]);
    }
}

// Every skin's joints, each once, in the skins' order.
std::vector<std::uint32_t> listedJoints(const Document& document, const std::vector<int>& skins,
                                        NodeMarks& marks) {
    std::vector<std::uint32_t> listed;
    for (const int s : skins) {
        const tinygltf::Skin& skin =
            document.model.skins[checkedIndex(s, document.model.skins.size(), "skin")];
        for (const int index : skin.joints) {
            const std::size_t node =
                checkedIndex(index, marks.joint.size(), "skin " + std::to_string(s) + ": joint node");
            if (marks.joint[node]) continue;
            marks.joint[node] = true;
            listed.push_back(static_cast<std::uint32_t>(node));
        }
    }
    return listed;
}

void addJoint(Rig& rig, const Scene& scene, std::uint32_t n) {
    const Node& node = scene.nodes[n];
    const std::int32_t parent = node.parent < 0 ? -1 : rig.jointOfNode[static_cast<std::size_t>(node.parent)];
    Affined above;
    double scale = 1;
    Transformd rest = node.local;
    if (parent >= 0) {
        scale = rig.scaleAbove[static_cast<std::size_t>(parent)];
        rest.translation *= scale;
    } else if (node.parent >= 0) {
        above = scene.nodes[static_cast<std::size_t>(node.parent)].toScene;
        scale = std::cbrt(determinant(above.linear));
        rest.translation = transformPoint(above, rest.translation);
        rest.rotation = normalized(toQuat(above.linear * (1 / scale)) * rest.rotation);
    }
    rig.jointOfNode[n] = static_cast<std::int32_t>(rig.skeleton.joints.size());
    rig.skeleton.joints.push_back({node.name, parent, rest});
    rig.above.push_back(above);
    rig.scaleAbove.push_back(scale);
}

// A kept node's ancestors are kept up to a root, so climbing stops at the first that is not.
void addWithAncestors(Rig& rig, const Scene& scene, const NodeMarks& marks, std::uint32_t node) {
    std::vector<std::uint32_t> chain;
    for (std::int32_t n = static_cast<std::int32_t>(node);
         n >= 0 && marks.kept[static_cast<std::size_t>(n)] &&
         rig.jointOfNode[static_cast<std::size_t>(n)] < 0;
         n = scene.nodes[static_cast<std::size_t>(n)].parent) {
        chain.push_back(static_cast<std::uint32_t>(n));
    }
    for (auto it = chain.rbegin(); it != chain.rend(); ++it) addJoint(rig, scene, *it);
}

}  // namespace

Rig buildRig(const Document& document, const Scene& scene, const std::vector<int>& skins) {
    const std::size_t count = scene.nodes.size();
    NodeMarks marks{std::vector<bool>(count), std::vector<bool>(count), std::vector<bool>(count),
                    std::vector<bool>(count)};
    const std::vector<std::uint32_t> listed = listedJoints(document, skins, marks);
    gatherFromBelow(scene, marks);
    keepFromAbove(scene, marks);
    Rig rig;
    rig.jointOfNode.assign(count, -1);
    for (const std::uint32_t node : listed) addWithAncestors(rig, scene, marks, node);
    for (const std::uint32_t node : scene.parentsFirst) {
        if (marks.kept[node]) addWithAncestors(rig, scene, marks, node);
    }
    return rig;
}

void nameJoints(Skeleton& skeleton, std::vector<Finding>& findings) {
    UniqueNames names;
    std::string renamed;
    std::size_t duplicates = 0, unnamed = 0;
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
        std::string& name = skeleton.joints[j].name;
        if (name.empty()) {
            name = "joint_" + std::to_string(j);
            ++unnamed;
        }
        const std::string wanted = name;
        name = names.take(wanted);
        if (name == wanted) continue;
        ++duplicates;
        if (renamed.size() < 200) renamed += (renamed.empty() ? "" : ", ") + name;
    }
    if (unnamed > 0) {
        findings.push_back({Severity::Note, "joints-unnamed",
                            std::to_string(unnamed) + " joints have no name and were named joint_<number>",
                            ""});
    }
    if (duplicates > 0) {
        findings.push_back({Severity::Warning, "joint-names-not-unique",
                            std::to_string(duplicates) +
                                " joints have the same name as another joint and were renamed: " + renamed,
                            "Give every joint a unique name, so that motions can be matched to it."});
    }
}

namespace {

// Two bindings are the same when they place the mesh's bounding box within this part of its size.
constexpr double kSameBind = 2e-3;

Affined uniformScale(double s) {
    return {Mat3d::diagonal({s, s, s}), {}};
}

bool isUsable(const Affined& a) {
    const double size = squaredNorm(a.linear);
    return std::isfinite(size) && isFinite(a.translation) &&
           std::abs(determinant(a.linear)) > 1e-9 * std::pow(size, 1.5);
}

// Mesh space → joint frame, in the rig's (rescaled) joint frames.
std::vector<Affined> readInverseBinds(const Document& document, int skinIndex,
                                      const std::vector<std::uint32_t>& jointOfSlot, const Rig& rig) {
    const tinygltf::Skin& skin = document.model.skins[static_cast<std::size_t>(skinIndex)];
    const std::string what = "skin " + std::to_string(skinIndex) + " inverseBindMatrices";
    std::vector<Affined> binds(skin.joints.size());
    if (skin.inverseBindMatrices >= 0) {
        const std::vector<double> numbers = readNumbers(document, skin.inverseBindMatrices, 16, what);
        if (numbers.size() / 16 < binds.size()) {
            throw badInput(what + " has " + std::to_string(numbers.size() / 16) + " matrices for " +
                               std::to_string(binds.size()) + " joints",
                           "The file is damaged: export it again.");
        }
        for (std::size_t i = 0; i < binds.size(); ++i) {
            const std::string which = what + ", matrix " + std::to_string(i);
            binds[i] = affineFromColumns(numbers.data() + 16 * i, which);
        }
    }
    for (std::size_t i = 0; i < binds.size(); ++i) {
        binds[i] = uniformScale(rig.scaleAbove[jointOfSlot[i]]) * binds[i];
    }
    return binds;
}

std::vector<std::uint32_t> jointsOfSlots(const Document& document, const Rig& rig, int skin) {
    std::vector<std::uint32_t> joints;
    for (const int node : document.model.skins[static_cast<std::size_t>(skin)].joints) {
        joints.push_back(static_cast<std::uint32_t>(rig.jointOfNode[static_cast<std::size_t>(node)]));
    }
    return joints;
}

struct Placement {
    Affined toScene;  // mesh space → scene, as the rest pose puts one joint's part of the mesh
    double weight;
};

// How far apart two placements put the box's corners, relative to the box as `a` places it.
double difference(const Affined& a, const Affined& b, Vec3d low, Vec3d high) {
    double worst = 0;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3d p{(corner & 1) != 0 ? high.x : low.x, (corner & 2) != 0 ? high.y : low.y,
                      (corner & 4) != 0 ? high.z : low.z};
        worst = std::max(worst, length(transformPoint(a, p) - transformPoint(b, p)));
    }
    const double size = std::cbrt(std::abs(determinant(a.linear))) * length(high - low);
    return size > 0 ? worst / size : (worst > 0 ? 1 : 0);
}

// The placement most of the mesh's weight agrees on, and how much of the weight that is. A few of the
// heaviest are tried: where none of those is agreed on, nothing is.
std::pair<Affined, double> agreed(const std::vector<Placement>& placements, Vec3d low, Vec3d high) {
    std::vector<std::size_t> order(placements.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return placements[a].weight > placements[b].weight;
    });
    if (order.size() > 16) order.resize(16);
    double total = 0;
    for (const Placement& p : placements) total += p.weight;
    std::pair<Affined, double> best{Affined{}, -1};
    for (const std::size_t candidate : order) {
        double weight = 0;
        for (const Placement& p : placements) {
            const bool same = difference(placements[candidate].toScene, p.toScene, low, high) < kSameBind;
            if (same) weight += p.weight;
        }
        if (weight / total > best.second) best = {placements[candidate].toScene, weight / total};
    }
    return best;
}

// The quarter-turn rotation (or, for a mirrored matrix, its negative) nearest to `m`: an upright frame.
Mat3d nearestAxes(const Mat3d& m) {
    Mat3d best = Mat3d::identity();
    double bestScore = -1e300;
    const double sign = determinant(m) < 0 ? -1 : 1;
    constexpr int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (const auto& order : orders) {
        for (int signs = 0; signs < 8; ++signs) {
            Mat3d axes{};
            for (int i = 0; i < 3; ++i) axes.column[i][order[i]] = (signs >> i & 1) != 0 ? -1 : 1;
            if (determinant(axes) != sign) continue;
            double score = 0;
            for (int i = 0; i < 3; ++i) score += dot(axes.column[i], m.column[i]);
            if (score <= bestScore) continue;
            bestScore = score;
            best = axes;
        }
    }
    return best;
}

// Where the rest pose is not the bind pose, the joints disagree on where the mesh is. Bound surfaces should
// stand upright all the same: average them, then take the nearest quarter turn.
Affined uprightPlacement(const std::vector<Placement>& placements) {
    Mat3d sum{};
    double logScale = 0, total = 0;
    for (const Placement& p : placements) {
        const double scale = std::cbrt(std::abs(determinant(p.toScene.linear)));
        if (!(scale > 0)) continue;
        sum = sum + p.toScene.linear * (p.weight / scale);
        logScale += std::log(scale) * p.weight;
        total += p.weight;
    }
    if (!(total > 0)) return {};
    return {nearestAxes(sum) * std::exp(logScale / total), {}};
}

Affined withoutNoise(const Affined& a) {
    const bool isIdentity = squaredNorm(a.linear - Mat3d::identity()) < 1e-10 && length(a.translation) < 1e-6;
    return isIdentity ? Affined{} : a;
}

// Mesh space → scene for a skin that shares no joint with an earlier one.
Affined placementOf(const SkinUse& use, const Rig& rig, const std::vector<Affined>& binds,
                    const std::vector<std::uint32_t>& jointOfSlot) {
    const std::vector<Affined> frames = jointFrames(rig.skeleton, restPose(rig.skeleton));
    std::vector<Placement> placements;
    const bool anyWeight =
        std::any_of(use.weightOfSlot.begin(), use.weightOfSlot.end(), [](double w) { return w > 0; });
    for (std::size_t i = 0; i < binds.size(); ++i) {
        const double weight = anyWeight ? use.weightOfSlot[i] : 1;
        const Affined toScene = frames[jointOfSlot[i]] * binds[i];
        if (weight > 0 && isUsable(toScene)) placements.push_back({toScene, weight});
    }
    if (placements.empty()) return {};
    const auto [common, share] = agreed(placements, use.low, use.high);
    if (share > 0.999) return withoutNoise(common);
    const Affined upright = uprightPlacement(placements);
    const double scale = std::cbrt(std::abs(determinant(common.linear)));
    const bool standsAlready = squaredNorm(nearestAxes(common.linear) - common.linear * (1 / scale)) < 1e-4;
    return share > 0.5 && standsAlready ? withoutNoise(common) : upright;
}

void requireUsable(const Affined& bind, const SkinUse& use, std::size_t slot, const std::string& joint) {
    if (isUsable(bind) || !(use.weightOfSlot[slot] > 0)) return;
    throw badInput("the inverse bind matrix of joint \"" + joint + "\" (skin " + std::to_string(use.skin) +
                       ") cannot be inverted, and vertices are bound to it",
                   "Reset the joint's scale in the modelling program and bind the mesh again.");
}

// The same joint, for a skin that binds it at another place.
std::uint32_t addTwin(Rig& rig, std::uint32_t joint) {
    rig.skeleton.joints.push_back({rig.skeleton.joints[joint].name, static_cast<std::int32_t>(joint), {}});
    rig.above.push_back({});
    rig.scaleAbove.push_back(rig.scaleAbove[joint]);
    rig.skeleton.inverseBind.push_back({});
    return static_cast<std::uint32_t>(rig.skeleton.joints.size() - 1);
}

Binding bindSkin(const Document& document, const SkinUse& use, Rig& rig, std::vector<bool>& bound,
                 std::size_t& twins) {
    Binding binding;
    binding.jointOfSlot = jointsOfSlots(document, rig, use.skin);
    const std::vector<Affined> binds = readInverseBinds(document, use.skin, binding.jointOfSlot, rig);
    std::vector<Affined>& inverseBind = rig.skeleton.inverseBind;
    const auto isShared = [&](std::size_t i) { return bound[binding.jointOfSlot[i]] && isUsable(binds[i]); };
    std::size_t first = 0;
    while (first < binds.size() && !(isShared(first) && use.weightOfSlot[first] > 0)) ++first;
    binding.toScene = first < binds.size() ? inverse(inverseBind[binding.jointOfSlot[first]]) * binds[first]
                                           : placementOf(use, rig, binds, binding.jointOfSlot);
    const Affined fromScene = inverse(binding.toScene);
    for (std::size_t i = 0; i < binds.size(); ++i) {
        std::uint32_t& joint = binding.jointOfSlot[i];
        requireUsable(binds[i], use, i, rig.skeleton.joints[joint].name);
        if (!isUsable(binds[i])) continue;
        if (bound[joint]) {
            const Affined here = inverse(inverseBind[joint]) * binds[i];
            if (!(use.weightOfSlot[i] > 0) ||
                difference(binding.toScene, here, use.low, use.high) < kSameBind)
                continue;
            joint = addTwin(rig, joint);
            bound.push_back(false);
            ++twins;
        }
        inverseBind[joint] = binds[i] * fromScene;
        bound[joint] = true;
    }
    return binding;
}

// Joints no skin binds follow their parent's bind.
void bindTheRest(Skeleton& skeleton, const std::vector<bool>& bound) {
    const std::vector<Affined> rest = jointFrames(skeleton, restPose(skeleton));
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
        if (bound[j]) continue;
        const Joint& joint = skeleton.joints[j];
        Transformd local = joint.rest;
        if (!isUsable(toAffine(local))) local.scale = {1, 1, 1};
        const Affined frame =
            joint.parent < 0
                ? toAffine(local)
                : inverse(skeleton.inverseBind[static_cast<std::size_t>(joint.parent)]) * toAffine(local);
        skeleton.inverseBind[j] =
            inverse(isUsable(frame) ? frame : Affined{Mat3d::identity(), rest[j].translation});
    }
}

}  // namespace

std::vector<Binding> bindSkins(const Document& document, const std::vector<SkinUse>& uses, Rig& rig,
                               std::vector<Finding>& findings) {
    rig.skeleton.inverseBind.assign(rig.skeleton.joints.size(), {});
    std::vector<bool> bound(rig.skeleton.joints.size(), false);
    std::vector<Binding> bindings;
    bindings.reserve(uses.size());
    std::size_t twins = 0;
    for (const SkinUse& use : uses) bindings.push_back(bindSkin(document, use, rig, bound, twins));
    bindTheRest(rig.skeleton, bound);
    if (twins > 0) {
        findings.push_back(
            {Severity::Note, "joints-bound-twice",
             std::to_string(twins) +
                 " joints are bound in different poses by different skins, so each was duplicated",
             "Bind all meshes in the same pose."});
    }
    return bindings;
}

}  // namespace sinew::gltf
