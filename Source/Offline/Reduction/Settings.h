// What a user may decide about bases, and about how their coordinates come to rest.
#pragma once

#include <cstdint>

namespace sinew::reduction {

struct BasisSettings {
    std::uint32_t rank = 20;  // shapes per domain, on average: each has as many as its flesh asks for
    bool even = false;        // or just so many each
    double energy = 1;        // of the poses' shapes: fewer where they have this much; 1: all of it
    double vibrations =
        0.1;               // of the rank, for vibrations and their derivatives: they cost poses their modes
    double seams = 10;     // how much more than by its mass a layer of flesh at a seam counts
    double stretch = 10;   // how far stretch counts, in distances of nodes; 0: only where flesh goes
    double coupling = 30;  // of domains at their seams, in Young's modulus over the distance of nodes
    double band = 2;       // how far past a seam both domains have a say in the skin, in distances of nodes
};

struct VibrationSettings {
    int count = 20;       // the slowest ones of the whole body
    int derivatives = 6;  // of all pairs of the first so many
};

// Of motion in games: flesh rings out within a second and hardly at high frequencies.
struct DampingSettings {
    double mass = 1;           // 1/s: of all motion alike
    double stiffness = 0.004;  // s: of how fast flesh is deformed
    double seams = 0.004;      // s: of how fast domains gape
};

}  // namespace sinew::reduction
