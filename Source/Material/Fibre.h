// Fibres in a material: an energy Ψ(λ) of the stretch λ = |F w| along a direction w at rest, beside that of
// the isotropic flesh (transversely isotropic; Patterson, Mitchell, Sifakis 2012, section 5, "Muscles and
// constraints"). Its stress is P = T F w wᵀ with the tension T = Ψ'/λ.
//
// Passive fibres pull and never push. Like collagen they are wavy at rest: Ψ' grows as the square of the
// strain λ − 1 up to the strain `toe`, where they are straight, and in proportion beyond it (the toe and
// linear regions of Fung 1993, chapter 7). So Ψ is convex with continuous second derivatives, which Newton's
// method needs where fibres become taut, and a polynomial, of which single precision is enough.
#pragma once

#include <cmath>

#include "Material/Principal.h"
#include "Material/Stiffness.h"

namespace sinew {

template <class T>
struct FibreLaw {
    T stiffness{};  // Pa: slope of the nominal stress over the strain of straight fibres
    T toe{};        // strain, above 0

    friend constexpr bool operator==(const FibreLaw&, const FibreLaw&) = default;
};

// Ψ, Ψ' and Ψ'' over the stretch. What muscles add when they are active is of this form, too.
template <class T>
struct FibreEnergy {
    T energy{}, slope{}, curve{};
};

template <class T>
constexpr FibreEnergy<T> passiveFibre(T stretch, FibreLaw<T> law) {
    const T none(0), half(0.5), over = stretch - T(1);
    const T strain = select(over > none, over, none), wavy = select(strain < law.toe, strain, law.toe);
    const T straight = strain - wavy, share = wavy / law.toe;
    FibreEnergy<T> e;
    e.curve = law.stiffness * share;
    e.slope = law.stiffness * (half * wavy * share + straight);
    e.energy = law.stiffness * (T(1.0 / 6) * wavy * wavy * share + half * straight * (wavy + straight));
    return e;
}

// The energy as one of the vector y = F w: ∂Ψ/∂y = tension · y, and the second derivative is
// across · (I − a aᵀ) + along · a aᵀ, whose eigenvalues these are.
template <class T>
struct FibreResponse {
    T energy{}, tension{};
    T across{}, along{};
    Vec3<T> axis;  // a = y / λ; 0 where y is
};

template <class T>
FibreResponse<T> fibreResponse(const Vec3<T>& y, FibreLaw<T> law) {
    using std::sqrt;
    const T nearlyNone(1e-6), stretch = sqrt(dot(y, y));
    const T inverse = T(1) / select(stretch > nearlyNone, stretch, nearlyNone);
    const FibreEnergy<T> e = passiveFibre(stretch, law);
    return {e.energy, e.slope * inverse, e.slope * inverse, e.curve, y * inverse};
}

// The nearest positive semi-definite second derivative. That of passive fibres is so already.
template <class T>
FibreResponse<T> definite(FibreResponse<T> r) {
    r.across = detail::notNegative(r.across);
    r.along = detail::notNegative(r.along);
    return r;
}

// The second derivative times dy.
template <class T>
Vec3<T> fibreDifferential(const FibreResponse<T>& r, const Vec3<T>& dy) {
    return dy * r.across + r.axis * ((r.along - r.across) * dot(r.axis, dy));
}

template <class T>
T fibreEnergyDensity(const Mat3<T>& f, const Vec3<T>& direction, FibreLaw<T> law) {
    return fibreResponse(f * direction, law).energy;
}

// The first Piola–Kirchhoff stress ∂Ψ/∂F.
template <class T>
Mat3<T> fibrePiola(const Mat3<T>& f, const Vec3<T>& direction, FibreLaw<T> law) {
    const Vec3<T> y = f * direction;
    return outer(y * fibreResponse(y, law).tension, direction);
}

}  // namespace sinew
