// From a solid to cells of a cubic grid, and back from a place to the cell that holds its flesh. Flesh that
// is apart is in cells of its own, however narrow the gap: lips, fingers, thighs.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "Offline/Geometry/BoxTree.h"
#include "Offline/Lattice/Cells/CellPoint.h"
#include "Offline/Lattice/Cells/SubVoxels.h"

namespace sinew::lattice {

class FleshCells {
  public:
    // A piece of flesh that fills less of its cell is dropped; what is embedded there goes to a neighbour.
    static constexpr float kLeastCoverage = 0.02f;

    FleshCells() = default;
    // `width`: of the cells, metres. `solid` must outlive the flesh. Throws Error(Budget) where the grid
    // would be too large, and Stopped.
    FleshCells(const Solid& solid, double width, const Jobs& jobs = {},
               const ProgressCallback& progress = {});

    const Cells& cells() const { return cells_; }
    // The sub-voxels that are flesh of a cell.
    SubMask subVoxels(std::uint32_t cell) const { return masks_[cell]; }
    Vec3d subVoxelMiddle(std::uint32_t cell, int bit) const;
    // The middle of a cell's flesh.
    Vec3d middle(std::uint32_t cell) const;
    double volume() const;  // m³
    // Where pieces of flesh were dropped because they fill too little of their cells.
    std::span<const Vec3d> droppedCrumbs() const { return crumbs_; }

    // The connected piece that each cell belongs to, numbered by the first cell.
    std::vector<std::uint32_t> pieces() const;
    // Takes out the sub-voxels whose middles are inside of something, and the cells that have too little
    // left. What is left of a cell on two sides of it stays one. `distance`: from its surface, below 0
    // inside.
    void carve(const std::function<double(Vec3d)>& distance, const Jobs& jobs = {});
    // Drops the cells that keep[cell] does not name.
    void keepOnly(const std::vector<bool>& keep);

    struct Found {
        CellPoint point;
        double distance = 0;  // metres from the cell's flesh, 0 in it
    };
    // The cell whose flesh p belongs to. `normal`: outward where p is on the skin, so that it is taken to the
    // flesh on its inner side; zero elsewhere. Where no flesh is near, to the nearest. There must be a cell.
    Found find(Vec3d p, Vec3d normal = {}) const;
    // The same for many; `normals` may be empty.
    std::vector<Found> find(std::span<const Vec3d> points, std::span<const Vec3d> normals,
                            const Jobs& jobs = {}) const;

  private:
    struct Candidate {
        std::uint32_t cell;
        int bit;
        double measure;
    };
    void addCells(const SubVoxels& sampled, const Jobs& jobs);
    void addLinks(const SubVoxels& sampled, const std::vector<std::uint32_t>& firstAt);
    void arrangeAll();
    void index();
    void markNarrow();

    std::uint32_t cellsFrom(Cells::Place place) const;
    bool isAt(std::uint32_t cell, Cells::Place place) const;
    bool isNextTo(std::uint32_t a, std::uint32_t b) const;
    double measure(std::uint32_t cell, int bit, Vec3d p, Vec3d normal) const;
    Candidate nearestIn(std::uint32_t cell, SubMask allowed, Vec3d p, Vec3d normal) const;
    std::vector<Candidate> candidates(Vec3d p, Vec3d normal) const;
    Candidate farNearest(Vec3d p, Vec3d normal) const;
    Candidate choose(Vec3d p, Vec3d normal) const;
    double wayOutside(const Candidate& candidate, Vec3d p) const;
    double distanceTo(const Candidate& candidate, Vec3d p) const;
    Found foundIn(std::uint32_t cell, Vec3d p, double distance) const;

    const Solid* solid_ = nullptr;
    SubGrid grid_;
    Cells cells_;
    std::vector<SubMask> masks_;  // per cell
    std::vector<Vec3d> crumbs_;
    std::vector<std::uint32_t> firstAt_;  // per place: its first cell, or kNone; the others follow
    std::vector<bool> isNarrow_;          // per place: flesh that is apart meets here
    std::vector<std::uint32_t> outer_;    // cells at the surface
    BoxTree tree_;                        // over the middles of their sub-voxels
};

// Cells of the width that gives about `count` of them, within 5 % where the surface lets it.
FleshCells fleshOfCount(const Solid& solid, double count, const Jobs& jobs = {},
                        const ProgressCallback& progress = {});

}  // namespace sinew::lattice
