// The choice of an energy, and its density and stress for a deformation gradient.
#pragma once

#include "Material/Corotated.h"
#include "Material/LogNeoHookean.h"
#include "Material/MooneyRivlin.h"
#include "Material/Parameters.h"
#include "Material/StVenantKirchhoff.h"
#include "Material/StableNeoHookean.h"
#include "Material/Stiffness.h"
#include "Math/Svd3Scalar.h"

namespace sinew {

// Calls visit() with an empty value of the type of the energy, so that the choice is made once, outside
// loops.
template <class T, class Visit>
decltype(auto) withMaterial(MaterialKind kind, Visit&& visit) {
    switch (kind) {
        case MaterialKind::Corotated:
            return visit(Corotated<T>{});
        case MaterialKind::StVenantKirchhoff:
            return visit(StVenantKirchhoff<T>{});
        case MaterialKind::MooneyRivlin:
            return visit(MooneyRivlin<T>{});
        case MaterialKind::LogNeoHookean:
            return visit(LogNeoHookean<T>{});
        case MaterialKind::StableNeoHookean:
            break;
    }
    return visit(StableNeoHookean<T>{});
}

// Energies that are polynomials in F provide energy() and stress() and need no singular values for them.
template <class Energy, class T>
concept IsPolynomial = requires(const Mat3<T>& f, Lame<T> m) {
    Energy::energy(f, m);
    Energy::stress(f, m);
};

// Energies that need no singular values for the second derivative either.
template <class Energy, class T>
concept HasCurvature = requires(T j, Lame<T> m) {
    Energy::curvature(j, m);
};

// Whether energies of a kind consist of one of shape and one of volume.
inline bool splitsVolume(MaterialKind kind) {
    return withMaterial<double>(kind, [](auto energy) { return SplitsVolume<decltype(energy), double>; });
}

template <class Energy, class T>
T energyDensity(const Mat3<T>& f, Lame<T> m) {
    if constexpr (IsPolynomial<Energy, T>) {
        return Energy::energy(f, m);
    } else {
        return Energy::principal(svd3Scalar(f).sigma, m).energy;
    }
}

// The first Piola–Kirchhoff stress P = ∂Ψ/∂F.
template <class Energy, class T>
Mat3<T> firstPiola(const Mat3<T>& f, Lame<T> m) {
    if constexpr (IsPolynomial<Energy, T>) {
        return Energy::stress(f, m);
    } else {
        const Svd3<T> d = svd3Scalar(f);
        return d.u * Mat3<T>::diagonal(Energy::principal(d.sigma, m).stress) * transpose(d.v);
    }
}

}  // namespace sinew
