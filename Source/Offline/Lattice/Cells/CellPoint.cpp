#include "Offline/Lattice/Cells/CellPoint.h"

namespace sinew::lattice {

std::array<float, 8> trilinearWeights(Vec3d place) {
    std::array<float, 8> weights{};
    for (std::uint32_t c = 0; c < 8; ++c) {
        const double x = (c & 1) != 0 ? place.x : 1 - place.x, y = (c & 2) != 0 ? place.y : 1 - place.y,
                     z = (c & 4) != 0 ? place.z : 1 - place.z;
        weights[c] = static_cast<float>(x * y * z);
    }
    return weights;
}

Vec3d placeOf(const std::array<float, 8>& weights) {
    Vec3d place;
    for (std::uint32_t c = 0; c < 8; ++c) {
        const auto w = static_cast<double>(weights[c]);
        if ((c & 1) != 0) place.x += w;
        if ((c & 2) != 0) place.y += w;
        if ((c & 4) != 0) place.z += w;
    }
    return place;
}

CellPoint coarsened(const CellPoint& point, const Cells& fine, std::span<const std::uint32_t> parents) {
    const Cells::Place cell = fine.cells[point.cell].place;
    const Vec3d half{double(cell[0] & 1), double(cell[1] & 1), double(cell[2] & 1)};
    return {parents[point.cell], trilinearWeights((placeOf(point.weights) + half) * 0.5)};
}

Vec3d positionOf(const CellPoint& point, const Cells& cells, std::span<const Vec3d> x) {
    Vec3d sum;
    for (std::uint32_t c = 0; c < 8; ++c) {
        sum += x[cells.nodesOfCell[point.cell][c]] * static_cast<double>(point.weights[c]);
    }
    return sum;
}

}  // namespace sinew::lattice
