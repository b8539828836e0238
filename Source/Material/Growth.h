// Measures of growing volume: J − 1, log J, and tr(Σ − I).
#pragma once

#include <cmath>

#include "Material/Principal.h"

namespace sinew {

namespace detail {

// σᵢ − 1.
template <class T>
Vec3<T> strainOf(Vec3<T> s) {
    return s - Vec3<T>{T(1), T(1), T(1)};
}

// ∂J/∂σᵢ, the singular values of cof F.
template <class T>
Vec3<T> areasOf(Vec3<T> s) {
    return {s.y * s.z, s.z * s.x, s.x * s.y};
}

// ∂J/∂σᵢ − 1 for the strains e.
template <class T>
Vec3<T> areaGrowthOf(Vec3<T> e) {
    return {e.y + e.z + e.y * e.z, e.z + e.x + e.z * e.x, e.x + e.y + e.x * e.y};
}

}  // namespace detail

// A measure of growing volume as a function of J, and its derivatives. Energies whose measure is a function
// of J, but not J − 1 itself, provide it as ofRatio().
template <class T>
struct RatioMeasure {
    T value, slope, curve;
};

template <class Energy, class T>
concept MeasuresRatio = requires(T j) {
    Energy::ofRatio(j);
};

// log J. Below kLogEnds it goes on along its tangent, so that it is finite also for inverted flesh.
inline constexpr double kLogEnds = 0.1;

template <class T>
RatioMeasure<T> logOf(T j) {
    using std::log;
    const T end = T(kLogEnds);
    const auto inside = j > end;
    const T at = select(inside, j, end), slope = T(1) / at;
    return {log(at) + (j - at) * slope, slope, select(inside, -(slope * slope), T(0))};
}

// J − 1.
template <class T>
Growth<T> growthOfRatio(Vec3<T> s) {
    const Vec3<T> e = detail::strainOf(s);
    Growth<T> g;
    g.value = s.x * s.y * s.z - T(1);
    g.beyond = e.x * e.y + e.y * e.z + e.z * e.x + e.x * e.y * e.z;
    g.slope = detail::areasOf(s);
    g.slopeBeyond = detail::areaGrowthOf(e);
    g.mixed = s;
    g.shear = -s;
    g.torque = s;
    return g;
}

// tr(Σ − I): that of corotated elasticity.
template <class T>
Growth<T> growthOfTrace(Vec3<T> s) {
    const Vec3<T> e = detail::strainOf(s);
    Growth<T> g;
    g.value = e.x + e.y + e.z;
    g.slope = {T(1), T(1), T(1)};
    for (int k = 0; k < 3; ++k) g.torque[k] = T(2) * inverseSum(s[(k + 1) % 3], s[(k + 2) % 3]);
    return g;
}

template <class T>
Growth<T> growthOfLog(Vec3<T> s) {
    const Vec3<T> e = detail::strainOf(s), areas = detail::areasOf(s);
    const RatioMeasure<T> m = logOf(s.x * s.y * s.z);
    Growth<T> g;
    g.value = m.value;
    g.beyond = g.value - (e.x + e.y + e.z);
    for (int k = 0; k < 3; ++k) {
        g.slope[k] = m.slope * areas[k];
        g.slopeBeyond[k] = g.slope[k] - T(1);
        g.curve[k] = m.curve * areas[k] * areas[k];
        g.mixed[k] = m.curve * areas[(k + 1) % 3] * areas[(k + 2) % 3] + m.slope * s[k];
        g.shear[k] = -(m.slope * s[k]);
        g.torque[k] = m.slope * s[k];
    }
    return g;
}

// μ/2 (|F|² − 3), the shape part of the neo-Hookean energies.
template <class T>
Principal<T> quadraticShape(Vec3<T> s, T mu) {
    const Vec3<T> e = detail::strainOf(s);
    Principal<T> r;
    r.energy = T(0.5) * mu * dot(e, e);
    r.stress = e * mu;
    for (int k = 0; k < 3; ++k) r.stretch(k, k) = mu;
    r.shear = r.torque = {mu, mu, mu};
    return r;
}

}  // namespace sinew
