// What a user may decide about bases, cubature, and how coordinates come to rest.
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

    bool operator==(const BasisSettings&) const = default;
};

struct VibrationSettings {
    int count = 20;       // the slowest ones of the whole body
    int derivatives = 6;  // of all pairs of the first so many

    bool operator==(const VibrationSettings&) const = default;
};

struct CubatureSettings {
    double tolerance = 0.05;                 // of |Σ w_e g_e − target| / |target|, above 0
    std::uint32_t maxElements = 0;           // 0: as many as the tolerance needs
    std::uint32_t candidatesPerStep = 1000;  // drawn at random; 0: all
    std::uint32_t elementsPerStep = 2;       // more: fewer steps, and no more elements in the end
    int maxExchanges = 6;                    // rounds of adding some elements and dropping more
    std::uint64_t seed = 1;
    std::uint64_t cacheBytes = std::uint64_t{512} << 20;  // for columns; the same bits without

    bool operator==(const CubatureSettings&) const = default;
};

// Of motion in games: flesh rings out within a second and hardly at high frequencies.
struct DampingSettings {
    double mass = 1;           // 1/s: of all motion alike
    double stiffness = 0.004;  // s: of how fast flesh is deformed
    double seams = 0.004;      // s: of how fast domains gape

    bool operator==(const DampingSettings&) const = default;
};

}  // namespace sinew::reduction
