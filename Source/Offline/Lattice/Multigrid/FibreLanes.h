// Fibres of cells in lanes, for kernels only: y = F w is a weighted sum of Hadamard coefficients (Lanes.h),
// and so are forces.
#pragma once

#include "Offline/Lattice/Multigrid/Lanes.h"

#include "Material/Fibre.h"

namespace sinew::lattice::SINEW_KERNEL_NAMESPACE {
namespace {

HWY_INLINE Vector stretchedFibre(const GroupFibre& fibre, std::uint32_t terms, std::size_t lane,
                                 const Corners& corners) {
    Vector y;
    for (std::uint32_t term = 0; term < terms; ++term) {
        const Lane weight = load(fibre.weights[term] + lane);
        for (int i = 0; i < 3; ++i) y[i] = multiplyAdd(weight, corners.h[i][kCoefficientOfTerm[term]], y[i]);
    }
    return y;
}

HWY_INLINE void addPull(const GroupFibre& fibre, std::uint32_t terms, std::size_t lane, const Vector& pull,
                        Corners& to) {
    for (std::uint32_t term = 0; term < terms; ++term) {
        const Lane weight = load(fibre.weights[term] + lane);
        for (int i = 0; i < 3; ++i) {
            Lane& h = to.h[i][kCoefficientOfTerm[term]];
            h = multiplyAdd(weight, pull[i], h);
        }
    }
}

// Where the shape is a displacement on top of a gradient in the middle of each cell: w is in the weights.
HWY_INLINE Vector stretchedBefore(const GroupFibre& fibre, std::size_t lane, const GroupGradient& offset,
                                  float width) {
    const Lane scale(4 * width);
    const Matrix f = loadMatrix(offset.f, lane);
    return blend(f.column[0], load(fibre.weights[0] + lane) * scale, f.column[1],
                 load(fibre.weights[1] + lane) * scale, f.column[2], load(fibre.weights[2] + lane) * scale);
}

HWY_INLINE void storeFibreTangent(const FibreResponse<Lane>& r, Lane stiffness, GroupFibreTangent& to,
                                  std::size_t lane) {
    (r.across * stiffness).store(to.across + lane);
    ((r.along - r.across) * stiffness).store(to.beyond + lane);
    for (int i = 0; i < 3; ++i) r.axis[i].store(to.axis[i] + lane);
}

// Energy of a group's fibres, J, lane by lane, and their forces with the sign of a gradient. The law is that
// of a stiffness of 1.
HWY_INLINE Lane evaluateFibres(const Bricks& level, std::uint32_t group, std::size_t lane, const Local& nodes,
                               const GroupGradient* offset, Linearisation kind, bool tangents,
                               Local& forces) {
    const std::uint32_t at = firstNode(level, group, lane);
    Corners corners, pulls;
    corners.load(nodes, at);
    Lane energy;
    for (std::uint32_t k = level.fibres.first[group]; k < level.fibres.first[group + 1]; ++k) {
        const GroupFibre& fibre = level.fibres.fibres[k];
        const std::uint32_t terms = level.fibres.terms[k];
        const Lane stiffness = load(fibre.stiffness + lane);
        Vector y = stretchedFibre(fibre, terms, lane, corners);
        if (offset == &offset[1]) y = y + stretchedBefore(fibre, lane, offset[group], level.width);
        FibreResponse<Lane> r = fibreResponse(y, FibreLaw<Lane>{Lane(1), load(fibre.toe + lane)});
        energy = multiplyAdd(stiffness, r.energy, energy);
        addPull(fibre, terms, lane, y * (r.tension * stiffness), pulls);
        if (!tangents) continue;
        if (kind == Linearisation::Definite) r = definite(r);
        storeFibreTangent(r, stiffness, level.fibres.tangents[k], lane);
    }
    pulls.addTo(forces, at);
    return energy;
}

// Adds what the tangents of a group's fibres make of displaced corners to the forces there.
HWY_INLINE void applyFibres(const Bricks& level, std::uint32_t group, std::size_t lane, const Corners& moved,
                            Corners& forces) {
    for (std::uint32_t k = level.fibres.first[group]; k < level.fibres.first[group + 1]; ++k) {
        const GroupFibre& fibre = level.fibres.fibres[k];
        const GroupFibreTangent& t = level.fibres.tangents[k];
        const std::uint32_t terms = level.fibres.terms[k];
        const Vector dy = stretchedFibre(fibre, terms, lane, moved);
        const Vector axis{load(t.axis[0] + lane), load(t.axis[1] + lane), load(t.axis[2] + lane)};
        const Lane across = load(t.across + lane), along = load(t.beyond + lane) * dotOf(axis, dy);
        addPull(fibre, terms, lane,
                {multiplyAdd(axis.x, along, dy.x * across), multiplyAdd(axis.y, along, dy.y * across),
                 multiplyAdd(axis.z, along, dy.z * across)},
                forces);
    }
}

HWY_INLINE void addFibreDiagonal(const Bricks& level, std::uint32_t group, Local& nodes) {
    forEachRegister([&](std::size_t lane) {
        const std::uint32_t at = firstNode(level, group, lane);
        Lane sums[3][8];
        for (std::uint32_t k = level.fibres.first[group]; k < level.fibres.first[group + 1]; ++k) {
            const GroupFibreTangent& t = level.fibres.tangents[k];
            Lane ofCorner[8];
            for (std::uint32_t term = 0; term < kAllTerms; ++term)
                ofCorner[kCoefficientOfTerm[term]] = load(level.fibres.fibres[k].weights[term] + lane);
            transposedTransform(ofCorner);
            for (int i = 0; i < 3; ++i) {
                const Lane axis = load(t.axis[i] + lane);
                const Lane own = load(t.across + lane) + axis * Lane(0);
                for (int c = 0; c < 8; ++c)
                    sums[i][c] = multiplyAdd(ofCorner[c] * ofCorner[c], own, sums[i][c]);
            }
        }
        for (int i = 0; i < 3; ++i) {
            for (int z = 0; z < 2; ++z) {
                const Lane* const h = sums[i] + 4 * z;
                const Lane lower[2] = {h[0], h[2]}, upper[2] = {h[1], h[3]};
                addCorners(nodes.at[i] + at + static_cast<std::uint32_t>(z) * kPlaneFloats, lower, upper);
            }
        }
    });
}

// visit with whether the level has fibres as a constant, so that one without them pays nothing.
template <class Visit>
HWY_INLINE void withFibres(const Bricks& level, Visit&& visit) {
    if (level.fibres.first != nullptr) {
        visit.template operator()<true>();
    } else {
        visit.template operator()<false>();
    }
}

// visit(group) for the groups of a brick that have fibres.
template <class Visit>
HWY_INLINE void forEachGroupWithFibres(const Bricks& level, const Brick& brick, Visit&& visit) {
    if (level.fibres.first == nullptr) return;
    for (std::uint32_t group = brick.firstGroup; group < brick.firstGroup + brick.groupCount; ++group) {
        if (level.fibres.first[group] != level.fibres.first[group + 1]) visit(group);
    }
}

}  // namespace
}  // namespace sinew::lattice::SINEW_KERNEL_NAMESPACE
