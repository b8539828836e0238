// glTF animations as clips of a rig.
#pragma once

#include <vector>

#include "Offline/Character/GltfDocument.h"
#include "Offline/Character/GltfRig.h"

namespace sinew {

// Every animation, also those that move no joint. Channels of other nodes are left out and noted.
std::vector<Clip> readGltfClips(const GltfDocument& document, const GltfRig& rig,
                                std::vector<Finding>& findings);

}  // namespace sinew
