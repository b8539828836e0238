// The Lamé parameters of a material, which the energies use.
#pragma once

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

}  // namespace sinew
