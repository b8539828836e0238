// The skeleton behind a glTF file's skins, and how each skin binds its meshes to it.
#pragma once

#include <cstdint>
#include <vector>

#include "Offline/Character/Character.h"
#include "Offline/Character/Gltf/Document.h"
#include "Offline/Character/Gltf/Scene.h"

namespace sinew::gltf {

struct Rig {
    Skeleton skeleton;
    std::vector<std::int32_t> jointOfNode;  // -1: the node is no joint
    // Per joint, what stood above it in the file and was baked in: a similarity for roots, identity below.
    std::vector<Affined> above;
    // Per joint, the scale of its root's `above`. Joint frames are divided by it, so that bones measure scene
    // units.
    std::vector<double> scaleAbove;
};

// Joints of all `skins`, the nodes between them, ancestors that move or scale unevenly, and moving nodes that
// carry rigid meshes; parents first, otherwise in the skins' order. Inverse binds are still missing.
Rig buildRig(const Document& document, const Scene& scene, const std::vector<int>& skins);

struct SkinUse {
    int skin = -1;
    std::vector<double> weightOfSlot;  // summed over the vertices bound through this skin
    Vec3d low{}, high{};               // of those vertices, in mesh space
};

struct Binding {
    Affined toScene;  // mesh space → the common bind space
    std::vector<std::uint32_t> jointOfSlot;
};

// Fills the rig's inverse binds, in one space common to all skins: the scene's where the file's rest pose is
// the bind pose, otherwise the scene's nearest upright one. Adds a joint where two skins bind one
// differently.
std::vector<Binding> bindSkins(const Document& document, const std::vector<SkinUse>& uses, Rig& rig,
                               std::vector<Finding>& findings);

// Joint names: never empty, never twice.
void nameJoints(Skeleton& skeleton, std::vector<Finding>& findings);

}  // namespace sinew::gltf
