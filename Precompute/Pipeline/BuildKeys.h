// The cache keys of a build's stages: each depends on the stage's inputs and its sections of the recipe.
#pragma once

#include "Pipeline/Build.h"

namespace sinew {

struct BuildKeys {
    std::uint64_t volume = 0;    // character, poses.solver and what it reads of [volume], [parts], [lattice]
    std::uint64_t domains = 0;   // volume and [domains]
    std::uint64_t solve = 0;     // volume, [material], [solve] and, on a lattice, [lattice]: of one pose
    std::uint64_t poses = 0;     // solve, motions and [poses]: which poses
    std::uint64_t bases = 0;     // domains, poses and [bases]
    std::uint64_t cubature = 0;  // bases and [cubature]
    std::uint64_t asset = 0;     // all of it, and the whole recipe, which it carries
};

BuildKeys keysOf(const BuildInputs& inputs);

}  // namespace sinew
