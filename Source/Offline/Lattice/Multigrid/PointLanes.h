// Points of cells in lanes, for kernels only: F at any point of a cell is linear in the coefficients of its
// corners (Lanes.h). With ξ from −1 to 1 the map is ⅛ Σ h_b ξ^b, ξ^b the product of the coordinates in b, so
// that column a of F is Σ h_b ξ^(b∖a) / (4 width) over all b with a.
#pragma once

#include "Offline/Lattice/Multigrid/CellTangent.h"
#include "Offline/Lattice/Multigrid/PointLayout.h"

namespace sinew::lattice::SINEW_KERNEL_NAMESPACE {
namespace {

HWY_INLINE Vector coefficient(const Corners& c, int b) {
    return {c.h[0][b], c.h[1][b], c.h[2][b]};
}

HWY_INLINE Vector plus(const Vector& a, const Vector& b, Lane scale) {
    return {multiplyAdd(b.x, scale, a.x), multiplyAdd(b.y, scale, a.y), multiplyAdd(b.z, scale, a.z)};
}

// The gradient at a point, times 4 widths.
HWY_INLINE Matrix gradientAt(const Corners& c, const Vector& at) {
    Matrix f;
    for (int a = 0; a < 3; ++a) {
        const int next = (a + 1) % 3, last = (a + 2) % 3, own = 1 << a;
        Vector column = plus(coefficient(c, own), coefficient(c, own | 1 << next), at[next]);
        column = plus(column, coefficient(c, own | 1 << last), at[last]);
        f.column[a] = plus(column, coefficient(c, 7), at[next] * at[last]);
    }
    return f;
}

// The transpose: adds what a stress at a point does to the coefficients.
HWY_INLINE void addStress(const Matrix& p, const Vector& at, Corners& forces) {
    for (int a = 0; a < 3; ++a) {
        const int next = (a + 1) % 3, last = (a + 2) % 3, own = 1 << a;
        const Lane both = at[next] * at[last];
        for (int i = 0; i < 3; ++i) {
            Lane* const h = forces.h[i];
            const Lane stress = p(i, a);
            h[own] += stress;
            h[own | 1 << next] = multiplyAdd(stress, at[next], h[own | 1 << next]);
            h[own | 1 << last] = multiplyAdd(stress, at[last], h[own | 1 << last]);
            h[7] = multiplyAdd(stress, both, h[7]);
        }
    }
}

// Adds the forces of hourglasses held with `stiffness`, μ · width times their share.
HWY_INLINE void addHold(const Corners& c, Lane stiffness, Corners& forces) {
    const Lane two = stiffness * Lane(2 * kHourglassOfTwo), three = stiffness * Lane(2 * kHourglassOfThree);
    for (int i = 0; i < 3; ++i) {
        for (const int b : {3, 5, 6}) forces.h[i][b] = multiplyAdd(two, c.h[i][b], forces.h[i][b]);
        forces.h[i][7] = multiplyAdd(three, c.h[i][7], forces.h[i][7]);
    }
}

}  // namespace
}  // namespace sinew::lattice::SINEW_KERNEL_NAMESPACE
