// glTF animations as clips of a rig.
#pragma once

#include <vector>

#include "Offline/Character/Gltf/Document.h"
#include "Offline/Character/Gltf/Rig.h"

namespace sinew::gltf {

// Every animation, also those that move no joint. Channels of other nodes are left out and noted.
std::vector<Clip> readClips(const Document& document, const Rig& rig, std::vector<Finding>& findings);

}  // namespace sinew::gltf
