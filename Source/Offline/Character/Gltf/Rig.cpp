#include "Offline/Character/Gltf/Rig.h"

#include <algorithm>
#include <cmath>

#include "Offline/Character/UniqueName.h"

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
                            std::to_string(unnamed) + " joints have no name and were called joint_<number>",
                            ""});
    }
    if (duplicates > 0) {
        findings.push_back(
            {Severity::Warning, "joint-names-not-unique",
             std::to_string(duplicates) + " joints share another's name and were renamed: " + renamed,
             "Give every joint its own name, so that motion finds it."});
    }
}

}  // namespace sinew::gltf
