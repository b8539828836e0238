// The kind of a material and its Lamé parameters, without the formulas of the energies.
#pragma once

#include <cstdint>

namespace sinew {

template <class T>
struct Lame {
    T mu{}, lambda{};  // pascals
};

// From Young's modulus (pascals) and Poisson's ratio (below ½).
template <class T>
constexpr Lame<T> lameOf(T young, T poisson) {
    return {young / (T(2) * (T(1) + poisson)),
            young * poisson / ((T(1) + poisson) * (T(1) - T(2) * poisson))};
}

enum class MaterialKind : std::uint8_t {
    StableNeoHookean,
    Corotated,
    StVenantKirchhoff,
    MooneyRivlin,
    LogNeoHookean
};

// As recipes write them, in the order of MaterialKind.
inline constexpr const char* kMaterialNames[] = {"neo-hookean", "corotated", "stvk", "mooney-rivlin",
                                                 "neo-hookean-log"};
inline constexpr std::uint32_t kMaterialKinds = sizeof(kMaterialNames) / sizeof(*kMaterialNames);

}  // namespace sinew
