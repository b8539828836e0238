// The fibres of lattice cells, slow and obvious: one at a time, in double, from the trilinear shape of a
// cell.
#pragma once

#include "Offline/Lattice/Multigrid/CellFibres.h"
#include "Support/Bodies/LatticeTwin.h"
#include "Support/Dice.h"

namespace sinew::test {

// The gradient of a corner's shape function at a place of the cell (0 to 1).
inline Vec3d cornerGradient(std::size_t corner, Vec3d place, double width) {
    Vec3d gradient;
    for (int axis = 0; axis < 3; ++axis) {
        double value = sideOf(static_cast<int>(corner), axis) / width;
        for (int other = 0; other < 3; ++other) {
            if (other != axis) value *= (corner >> other & 1) != 0 ? place[other] : 1 - place[other];
        }
        gradient[axis] = value;
    }
    return gradient;
}

struct FibreTwin {
    const lattice::Cells& cells;
    std::span<const lattice::CellFibre> fibres;

    FibreLaw<double> law(const lattice::CellFibre& fibre) const {
        return {static_cast<double>(fibre.stiffness), static_cast<double>(fibre.toe)};
    }
    // cₙ = ∇Nₙ · w of a corner.
    double weight(const lattice::CellFibre& fibre, std::size_t corner) const {
        return dot(cornerGradient(corner, convert<double>(fibre.place), cells.width),
                   convert<double>(fibre.direction));
    }
    Vec3d stretched(const lattice::CellFibre& fibre, std::span<const Vec3d> x) const {
        Vec3d y;
        for (std::size_t c = 0; c < 8; ++c) y += x[cells.nodesOfCell[fibre.cell][c]] * weight(fibre, c);
        return y;
    }
    double energy(std::span<const Vec3d> x) const {
        double sum = 0;
        for (const lattice::CellFibre& fibre : fibres)
            sum += fibreResponse(stretched(fibre, x), law(fibre)).energy;
        return sum;
    }
    void addGradient(std::span<const Vec3d> x, std::span<Vec3d> gradient) const {
        for (const lattice::CellFibre& fibre : fibres) {
            const Vec3d y = stretched(fibre, x);
            const Vec3d pull = y * fibreResponse(y, law(fibre)).tension;
            for (std::size_t c = 0; c < 8; ++c)
                gradient[cells.nodesOfCell[fibre.cell][c]] += pull * weight(fibre, c);
        }
    }
    // The second derivative of the energy times a displacement.
    void addProduct(std::span<const Vec3d> x, std::span<const Vec3d> u, std::span<Vec3d> product) const {
        for (const lattice::CellFibre& fibre : fibres) {
            const Vec3d pull =
                fibreDifferential(fibreResponse(stretched(fibre, x), law(fibre)), stretched(fibre, u));
            for (std::size_t c = 0; c < 8; ++c)
                product[cells.nodesOfCell[fibre.cell][c]] += pull * weight(fibre, c);
        }
    }
};

// In half of the cells one, two or four, anywhere in the cell or in its middle.
inline std::vector<lattice::CellFibre> someFibres(const lattice::Cells& cells, std::uint32_t seed) {
    Dice dice(seed);
    std::vector<lattice::CellFibre> fibres;
    for (std::uint32_t c = 0; c < cells.cellCount(); ++c) {
        const std::uint32_t kind = dice.below(6);
        for (std::uint32_t i = 0; kind < 3 && i < 1u << kind; ++i) {
            const Vec3d place = Vec3d{0.5, 0.5, 0.5} + (i % 2 == 0 ? Vec3d{} : dice.vector(0.4));
            fibres.push_back({c, convert<float>(place),
                              convert<float>(normalized(dice.vector(1), Vec3d{1, 0, 0})),
                              static_cast<float>(dice.between(0.1, 0.4)), 0.1f});
        }
    }
    return fibres;
}

}  // namespace sinew::test
