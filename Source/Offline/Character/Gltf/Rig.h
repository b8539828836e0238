// The skeleton of a glTF file's skins, and the binding of each skin's meshes to it.
#pragma once

#include <cstdint>
#include <vector>

#include "Offline/Character/Character.h"
#include "Offline/Character/Gltf/Document.h"
#include "Offline/Character/Gltf/Scene.h"

namespace sinew::gltf {

struct Rig {
    Skeleton skeleton;
    std::vector<std::int32_t> jointOfNode;  // -1 if the node is not a joint
    // Per joint: the transform above it in the file, which is applied to it: a similarity for roots, the
    // identity for others.
    std::vector<Affined> above;
    // Per joint: the scale of its root's `above`. Joint frames are divided by it, so that bones are in scene
    // units.
    std::vector<double> scaleAbove;
};

// The joints of all `skins`, the nodes between them, ancestors that move or scale unevenly, and moving nodes
// that carry rigid meshes. Parents come first; otherwise the order is that of the skins. The inverse bind
// matrices are not set yet.
Rig buildRig(const Document& document, const Scene& scene, const std::vector<int>& skins);

struct SkinUse {
    int skin = -1;
    std::vector<double> weightOfSlot;  // sum over the vertices that are bound by this skin
    Vec3d low{}, high{};               // bounds of those vertices, in mesh space
};

struct Binding {
    Affined toScene;  // mesh space → the common bind space
    std::vector<std::uint32_t> jointOfSlot;
};

// Sets the inverse bind matrices of the rig in a space that all skins share: scene space if the rest pose is
// the bind pose, otherwise the nearest upright one. Adds a joint if two skins bind one joint differently.
std::vector<Binding> bindSkins(const Document& document, const std::vector<SkinUse>& uses, Rig& rig,
                               std::vector<Finding>& findings);

// Makes joint names non-empty and unique.
void nameJoints(Skeleton& skeleton, std::vector<Finding>& findings);

}  // namespace sinew::gltf
