// The node graph of a glTF file, verified to be a forest, with the transform of each node to the scene.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "Math/Affine.h"
#include "Offline/Character/Finding.h"
#include "Offline/Character/Gltf/Document.h"

namespace sinew::gltf {

struct Node {
    std::string name;  // empty if the file has none
    std::int32_t parent = -1;
    std::vector<std::uint32_t> children;
    Transformd local;  // exact unless the matrix of the node has shear
    Affined toParent;  // exact
    Affined toScene;
    std::int32_t mesh = -1, skin = -1;
    bool inScene = false;   // below a root of the default scene
    bool animated = false;  // an animation moves it
};

struct Scene {
    std::vector<Node> nodes;                  // indexed as in the file
    std::vector<std::uint32_t> parentsFirst;  // all nodes
};

Scene readScene(const Document& document, std::vector<Finding>& findings);

// The name of the node or, if it has none, its number; for messages.
std::string nodeLabel(const Scene& scene, std::size_t node);

}  // namespace sinew::gltf
