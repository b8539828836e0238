// Laplacians of triangle meshes and their solution, in a fixed order of operations.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "Math/Vec3.h"

namespace sinew {

// A symmetric matrix: `diagonal` and the off-diagonal entries of each row.
struct Sparse {
    std::vector<double> diagonal;
    std::vector<std::uint32_t> firstOfRow;
    std::vector<std::uint32_t> column;
    std::vector<double> value;
};

struct SparseEntry {
    std::uint32_t row, column;
    double value;
};

// Entries with the same position are added. The diagonal is the negated sum of its row.
Sparse laplacianFrom(std::size_t rows, std::vector<SparseEntry> entries);

// Half the cotangent of the angle at each corner: the weight of the opposite edge.
std::array<double, 3> halfCotangents(Vec3d a, Vec3d b, Vec3d c);

// Solves by conjugate gradients with diagonal scaling from the given start. `a` must be positive definite.
void solve(const Sparse& a, std::span<const double> b, std::vector<double>& x, int steps, double tolerance);

}  // namespace sinew
