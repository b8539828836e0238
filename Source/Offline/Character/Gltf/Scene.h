// glTF's node graph: checked to be a forest, with each node's place in the scene.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "Math/Affine.h"
#include "Offline/Character/Finding.h"
#include "Offline/Character/Gltf/Document.h"

namespace sinew::gltf {

struct Node {
    std::string name;  // empty where the file gives none
    std::int32_t parent = -1;
    std::vector<std::uint32_t> children;
    Transformd local;  // exact unless the node is a sheared matrix
    Affined toParent;  // exact
    Affined toScene;
    std::int32_t mesh = -1, skin = -1;
    bool inScene = false;   // below a root of the scene the file opens with
    bool animated = false;  // some clip moves it
};

struct Scene {
    std::vector<Node> nodes;                  // the file's indices
    std::vector<std::uint32_t> parentsFirst;  // all nodes
};

Scene readScene(const Document& document, std::vector<Finding>& findings);

// The node's name, or its number: for messages.
std::string nodeLabel(const Scene& scene, std::size_t node);

}  // namespace sinew::gltf
