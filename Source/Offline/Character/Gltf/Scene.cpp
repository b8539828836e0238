#include "Offline/Character/Gltf/Scene.h"

#include <cmath>

#include "Offline/Error.h"

namespace sinew::gltf {

namespace {

std::string numbered(std::size_t node) {
    return "node " + std::to_string(node);
}

void requireSize(const std::vector<double>& numbers, std::size_t size, const std::string& what) {
    if (!numbers.empty() && numbers.size() != size) {
        throw badInput(what + " has " + std::to_string(numbers.size()) + " numbers instead of " +
                       std::to_string(size));
    }
}

Transformd readTransform(const tinygltf::Node& node, const std::string& label) {
    requireSize(node.translation, 3, label + ": translation");
    requireSize(node.rotation, 4, label + ": rotation");
    requireSize(node.scale, 3, label + ": scale");
    Transformd t;
    if (!node.translation.empty())
        t.translation = {node.translation[0], node.translation[1], node.translation[2]};
    if (!node.rotation.empty()) {
        t.rotation =
            normalized(Quatd{node.rotation[0], node.rotation[1], node.rotation[2], node.rotation[3]});
    }
    if (!node.scale.empty()) t.scale = {node.scale[0], node.scale[1], node.scale[2]};
    return t;
}

bool isSheared(const Affined& exact, const Transformd& nearest) {
    return squaredNorm(exact.linear - toAffine(nearest).linear) > 1e-8 * squaredNorm(exact.linear);
}

void readLocal(Node& node, const tinygltf::Node& source, const std::string& label, std::size_t& sheared) {
    requireSize(source.matrix, 16, label + ": matrix");
    if (source.matrix.empty()) {
        node.local = readTransform(source, label);
        node.toParent = toAffine(node.local);
        return;
    }
    node.toParent = affineFromColumns(source.matrix.data(), label + ": matrix");
    node.local = toTransform(node.toParent);
    if (isSheared(node.toParent, node.local)) ++sheared;
}

void linkChildren(Scene& scene, const tinygltf::Model& model) {
    for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
        for (const int index : model.nodes[n].children) {
            const std::size_t child = checkedIndex(index, scene.nodes.size(), numbered(n) + ": child");
            if (scene.nodes[child].parent >= 0) {
                throw badInput(numbered(child) + " is the child of two nodes, " +
                                   std::to_string(scene.nodes[child].parent) + " and " + std::to_string(n),
                               "The file is damaged: export it again.");
            }
            scene.nodes[child].parent = static_cast<std::int32_t>(n);
            scene.nodes[n].children.push_back(static_cast<std::uint32_t>(child));
        }
    }
}

// Breadth first from the roots; what is not reached hangs on itself.
void sortParentsFirst(Scene& scene) {
    std::vector<std::uint32_t>& order = scene.parentsFirst;
    order.reserve(scene.nodes.size());
    for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
        if (scene.nodes[n].parent < 0) order.push_back(static_cast<std::uint32_t>(n));
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
        const std::vector<std::uint32_t>& children = scene.nodes[order[i]].children;
        order.insert(order.end(), children.begin(), children.end());
    }
    if (order.size() == scene.nodes.size()) return;
    throw badInput("the nodes form a cycle: a node is its own ancestor",
                   "The file is damaged: export it again.");
}

// Without scenes everything counts.
void markScene(Scene& scene, const tinygltf::Model& model) {
    const bool everything = model.scenes.empty();
    if (!everything) {
        const int opened = model.defaultScene < 0 ? 0 : model.defaultScene;
        for (const int root : model.scenes[checkedIndex(opened, model.scenes.size(), "scene")].nodes) {
            scene.nodes[checkedIndex(root, scene.nodes.size(), "the scene's node")].inScene = true;
        }
    }
    for (const std::uint32_t n : scene.parentsFirst) {
        Node& node = scene.nodes[n];
        const bool parentIs = node.parent >= 0 && scene.nodes[static_cast<std::size_t>(node.parent)].inScene;
        node.inScene = node.inScene || everything || parentIs;
    }
}

void placeInScene(Scene& scene) {
    for (const std::uint32_t n : scene.parentsFirst) {
        Node& node = scene.nodes[n];
        node.toScene = node.parent < 0
                           ? node.toParent
                           : scene.nodes[static_cast<std::size_t>(node.parent)].toScene * node.toParent;
        if (!std::isfinite(squaredNorm(node.toScene.linear)) || !isFinite(node.toScene.translation)) {
            throw badInput("the transform of " + nodeLabel(scene, n) + " is too large",
                           "Reset its scale in the modelling program.");
        }
    }
}

void markAnimated(Scene& scene, const tinygltf::Model& model) {
    for (const tinygltf::Animation& animation : model.animations) {
        for (const tinygltf::AnimationChannel& channel : animation.channels) {
            if (channel.target_path == "weights") continue;
            scene.nodes[checkedIndex(channel.target_node, scene.nodes.size(), "an animation's target node")]
                .animated = true;
        }
    }
}

}  // namespace

Scene readScene(const Document& document, std::vector<Finding>& findings) {
    Scene scene;
    scene.nodes.resize(document.model.nodes.size());
    std::size_t sheared = 0;
    for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
        const tinygltf::Node& source = document.model.nodes[n];
        scene.nodes[n].name = source.name;
        scene.nodes[n].mesh = source.mesh;
        scene.nodes[n].skin = source.skin;
        readLocal(scene.nodes[n], source, numbered(n), sheared);
    }
    linkChildren(scene, document.model);
    sortParentsFirst(scene);
    markScene(scene, document.model);
    placeInScene(scene);
    markAnimated(scene, document.model);
    if (sheared > 0) {
        findings.push_back(
            {Severity::Warning, "sheared-nodes",
             std::to_string(sheared) + " nodes have a matrix with shear, which joints cannot have",
             "Apply the transforms in the modelling program before exporting."});
    }
    return scene;
}

std::string nodeLabel(const Scene& scene, std::size_t node) {
    const std::string& name = scene.nodes[node].name;
    return name.empty() ? numbered(node) : "\"" + name + "\"";
}

}  // namespace sinew::gltf
