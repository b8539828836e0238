// User settings of bases, cubature and damping.
#pragma once

#include <cstdint>

namespace sinew::reduction {

struct BasisSettings {
    std::uint32_t rank = 20;  // mean number of modes per domain; each domain gets as many as its flesh needs
    bool even = false;        // if true, every domain gets `rank` modes
    // Fraction of the energy of the poses to represent; fewer modes if they suffice; 1 for all.
    double energy = 1;
    // Fraction of the rank for vibrations and their derivatives, taken from the modes of poses.
    double vibrations = 0.1;
    double seams = 10;    // factor on the weight of the layer of flesh at a seam
    double stretch = 10;  // weight of stretch in node distances; 0 if only positions count
    // Stiffness of the coupling at seams, in units of Young's modulus divided by the node distance.
    double coupling = 30;
    double band = 2;  // width of the band at a seam in which both domains move the skin, in node distances

    bool operator==(const BasisSettings&) const = default;
};

struct VibrationSettings {
    int count = 20;       // number of vibration modes of the whole body, lowest frequencies first
    int derivatives = 6;  // modal derivatives of the first N vibration modes, in pairs

    bool operator==(const VibrationSettings&) const = default;
};

struct CubatureSettings {
    double tolerance = 0.05;                 // bound on |Σ w_e g_e − target| / |target|, above 0
    std::uint32_t maxElements = 0;           // 0 for as many as the tolerance needs
    std::uint32_t candidatesPerStep = 1000;  // drawn at random; 0 for all
    std::uint32_t elementsPerStep = 2;       // larger values need fewer steps and no more elements in the end
    int maxExchanges = 6;                    // rounds of adding some elements and removing more
    std::uint64_t seed = 1;
    std::uint64_t cacheBytes = std::uint64_t{512} << 20;  // cache for columns; it does not change the bits

    bool operator==(const CubatureSettings&) const = default;
};

// Damping for games: flesh stops swinging within a second, and high frequencies are damped most.
struct DampingSettings {
    double mass = 1;           // 1/s, Rayleigh damping proportional to mass
    double stiffness = 0.004;  // s, Rayleigh damping proportional to stiffness
    double seams = 0.004;      // s, damping of the rate of seam gaps

    bool operator==(const DampingSettings&) const = default;
};

}  // namespace sinew::reduction
