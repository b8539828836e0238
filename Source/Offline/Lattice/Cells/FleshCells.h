// Converts a solid to cells of a cubic grid, and finds the cell that contains the flesh at a point. Pieces of
// flesh that are not connected get separate cells, however narrow the gap between them is: lips, fingers,
// thighs.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "Offline/Geometry/BoxTree.h"
#include "Offline/Lattice/Cells/CellPoint.h"
#include "Offline/Lattice/Cells/CutCells.h"
#include "Offline/Lattice/Settings.h"

namespace sinew::lattice {

class FleshCells {
  public:
    // A piece of flesh that fills a smaller fraction of its cell is removed. Points embedded in it are
    // assigned to a neighbouring cell.
    static constexpr float kMinCoverage = 0.02f;

    FleshCells() = default;
    // `width` is that of the cells, in metres. `solid` must outlive this object. Throws Error(Budget) if the
    // grid would be too large, and Stopped.
    //
    // For four-point quadrature the flesh of cells is that of the surface, exactly. For one-point quadrature
    // it is counted in sub-voxels.
    FleshCells(const Solid& solid, double width, const Jobs& jobs = {}, const ProgressCallback& progress = {},
               Quadrature quadrature = Quadrature::OnePoint);
    // The same on a given grid, which must have an empty cell on every side of the solid.
    FleshCells(const Solid& solid, const SubGrid& grid, const Jobs& jobs, const ProgressCallback& progress,
               Quadrature quadrature);

    const Cells& cells() const { return cells_; }
    // The sub-voxels of a cell that are flesh.
    SubMask subVoxels(std::uint32_t cell) const { return masks_[cell]; }
    Vec3d subVoxelMiddle(std::uint32_t cell, int bit) const;
    // The centroid of the flesh of a cell.
    Vec3d middle(std::uint32_t cell) const;
    double volume() const;  // m³
    // m², the flesh in the face between two linked cells.
    double faceArea(const Cells::Link& link) const;
    // The positions of pieces of flesh that were removed because they fill too little of their cells.
    std::span<const Vec3d> droppedCrumbs() const { return crumbs_; }

    // The index of the connected piece of each cell. Pieces are numbered in the order of their first cells.
    std::vector<std::uint32_t> pieces() const;
    // Removes the sub-voxels whose centres are inside an obstacle, then the cells that have too little flesh
    // left. A cell that the obstacle divides stays one cell. `distance` is the signed distance to the
    // obstacle, negative inside.
    void carve(const std::function<double(Vec3d)>& distance, const Jobs& jobs = {});
    // Removes the cells for which keep[cell] is false.
    void keepOnly(const std::vector<bool>& keep);

    struct Found {
        CellPoint point;
        double distance = 0;  // metres from the flesh of the cell, 0 inside it
    };
    // Finds the cell whose flesh contains p. If p is on the skin, `normal` is the outward normal and selects
    // the flesh on its inner side; otherwise it is zero. If no flesh is near, the nearest is used. There must
    // be at least one cell.
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
    struct Piece;
    std::vector<Piece> piecesAt(std::uint32_t place, const SubVoxels& sampled, const CutCell* cut) const;
    void addCells(const SubVoxels& sampled, std::span<const CutCell> cuts, const Jobs& jobs);
    void add(const Piece& piece);
    void carve(std::uint32_t cell, SubMask removed);
    void addLinks(const SubVoxels& sampled, const std::vector<std::uint32_t>& firstAt);
    SubMask acrossFace(const Cells::Link& link) const;
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
    Quadrature quadrature_ = Quadrature::OnePoint;
    SubGrid grid_;
    Cells cells_;
    std::vector<SubMask> masks_;  // per cell
    std::vector<Vec3d> crumbs_;
    std::vector<std::uint32_t>
        firstAt_;                 // per place: first cell, or kNone; the other cells of the place follow it
    std::vector<bool> isNarrow_;  // per place: unconnected pieces of flesh meet here
    std::vector<std::uint32_t> outer_;  // cells at the surface
    BoxTree tree_;                      // over the centres of the sub-voxels of outer_
};

// Chooses the cell width so that there are about `count` cells, within 5 % if the surface allows it.
FleshCells fleshOfCount(const Solid& solid, double count, const Jobs& jobs = {},
                        const ProgressCallback& progress = {}, Quadrature quadrature = Quadrature::OnePoint);

}  // namespace sinew::lattice
