// The fibres of the cells of a level.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "Offline/Lattice/Cells/Cells.h"
#include "Offline/Lattice/Multigrid/Layout.h"
#include "Offline/Lattice/Multigrid/LevelMap.h"
#include "Offline/Volume/Fibre.h"

namespace sinew::lattice {

struct CellFibre {
    std::uint32_t cell = 0;
    Vec3f place;          // relative to the cell: 0 to 1 is inside
    Vec3f direction;      // unit vector
    float stiffness = 0;  // J: volume times FibreLaw::stiffness
    float toe = 1;
};

std::vector<CellFibre> cellFibres(const Cells& cells, std::span<const Fibre> fibres);

// Those of the cells of double width. Fibres of a cell with nearly the same place and direction become one,
// so that a level has as many fewer fibres as it has cells.
std::vector<CellFibre> coarsened(std::span<const CellFibre> fibres, const Cells& fine, const Cells& coarse,
                                 std::span<const std::uint32_t> parents);

// In the layout of the kernels.
struct FibreArrays {
    std::vector<std::uint32_t> first;  // groups + 1 entries; empty if there are no fibres
    std::vector<GroupFibre> fibres;
    std::vector<std::uint8_t> terms;
    std::vector<GroupFibreTangent> tangents;
    double stiffness = 0;  // J, of all

    GroupFibres view() {
        if (first.empty()) return {};
        return {first.data(), fibres.data(), terms.data(), tangents.data()};
    }
};
FibreArrays fibreArrays(std::span<const CellFibre> fibres, const LevelMap& map, double width);

}  // namespace sinew::lattice
