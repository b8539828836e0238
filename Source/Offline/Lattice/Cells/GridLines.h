// The intersections of a surface with the lines through the centres of a grid's sub-voxels.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "Base/Jobs.h"
#include "Offline/Geometry/Box.h"

namespace sinew {
class Solid;
}

namespace sinew::lattice {

// A box of cells, each of 4 by 4 by 4 sub-voxels.
struct SubGrid {
    using Place = std::array<std::int32_t, 3>;
    static constexpr std::int32_t kPerCell = 4;

    Vec3d origin;      // position of cell (0, 0, 0)
    double width = 1;  // of a cell, metres
    Place cells{};

    double subWidth() const { return width / kPerCell; }
    std::size_t placeCount() const {
        return static_cast<std::size_t>(cells[0]) * static_cast<std::size_t>(cells[1]) *
               static_cast<std::size_t>(cells[2]);
    }
    std::uint32_t numberOf(Place place) const {
        return static_cast<std::uint32_t>((place[2] * cells[1] + place[1]) * cells[0] + place[0]);
    }
    Place placeOf(std::uint32_t number) const {
        const auto n = static_cast<std::int32_t>(number);
        return {n % cells[0], n / cells[0] % cells[1], n / cells[0] / cells[1]};
    }
    bool holds(Place place) const {
        return place[0] >= 0 && place[1] >= 0 && place[2] >= 0 && place[0] < cells[0] &&
               place[1] < cells[1] && place[2] < cells[2];
    }
    // The coordinate of the centre of a sub-voxel along an axis.
    double middle(std::size_t axis, std::int32_t subVoxel) const {
        return origin[static_cast<int>(axis)] + (subVoxel + 0.5) * subWidth();
    }
    Vec3d middle(Place subVoxel) const {
        return {middle(0, subVoxel[0]), middle(1, subVoxel[1]), middle(2, subVoxel[2])};
    }
};

// A grid around a solid, with one more cell on every side. Its origin is not at a round number, so
// that the faces of models that were made on a grid do not pass through centres of sub-voxels. Throws
// Error(Budget) if the grid would be too large.
SubGrid gridAround(const Box& box, double width);

// The lines along one axis and their intersections with the triangles. The intersection test is exact, so a
// line enters a closed surface as often as it leaves it, even if it meets edges and corners.
class GridLines {
  public:
    struct Hit {
        double position;    // along the line, in sub-voxels from the side of the grid
        std::int32_t jump;  // change of the winding number: 1 where the line enters, −1 where it leaves
    };

    GridLines(const Solid& solid, const SubGrid& grid, std::size_t axis, const Jobs& jobs = {});

    // Every row of cells along the axis has 16 lines.
    static constexpr std::uint32_t kPerRow = 16;
    std::uint32_t rows() const { return rows_; }
    // Sorted by position. At equal positions, entering comes first.
    std::span<const Hit> hits(std::uint32_t row, std::uint32_t line) const {
        const std::uint32_t n = row * kPerRow + line;
        return std::span(hits_).subspan(first_[n], first_[n + 1] - first_[n]);
    }
    // The sub-voxel at which a line begins.
    SubGrid::Place start(std::uint32_t row, std::uint32_t line) const;

  private:
    struct NumberedHit {
        std::uint32_t line;
        Hit hit;
    };
    void meet(const TrianglePoints& t, std::vector<NumberedHit>& into) const;
    void sort(const std::vector<std::vector<NumberedHit>>& found, const Jobs& jobs);

    SubGrid grid_;
    std::size_t axis_, u_, v_;  // the axis and the next two, cyclically
    std::uint32_t rows_;
    std::vector<std::uint32_t> first_;  // per line, into hits_
    std::vector<Hit> hits_;
};

}  // namespace sinew::lattice
