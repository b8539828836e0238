// Reads glTF animations as clips of a rig.
#pragma once

#include <vector>

#include "Offline/Character/Gltf/Document.h"
#include "Offline/Character/Gltf/Rig.h"

namespace sinew::gltf {

// Reads every animation, also those that move no joint. Channels of other nodes are ignored and reported.
std::vector<Clip> readClips(const Document& document, const Rig& rig, std::vector<Finding>& findings);

}  // namespace sinew::gltf
