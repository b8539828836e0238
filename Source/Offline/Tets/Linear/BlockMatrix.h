// Symmetric sparse matrices of 3×3 blocks, both triangles stored, and the few vector operations around them.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "Base/Jobs.h"
#include "Math/Mat3.h"
#include "Offline/Tets/Linear/Graph.h"

namespace sinew::tets {

template <class T>
struct BlockMatrix {
    std::shared_ptr<const Graph> graph;
    std::vector<Mat3<T>> value;  // one per entry of graph->column

    std::uint32_t rows() const { return graph->rows(); }
};

template <class T>
BlockMatrix<T> zeroMatrix(std::shared_ptr<const Graph> graph);

// y = A x. Like all functions here, it is instantiated for float and double.
template <class T>
void multiply(const BlockMatrix<T>& a, std::span<const Vec3<T>> x, std::span<Vec3<T>> y, const Jobs& jobs);

// r = b − A x.
template <class T>
void residual(const BlockMatrix<T>& a, std::span<const Vec3<T>> b, std::span<const Vec3<T>> x,
              std::span<Vec3<T>> r, const Jobs& jobs);

// Of the blocks on the diagonal.
template <class T>
std::vector<Mat3<T>> inverseDiagonal(const BlockMatrix<T>& a, const Jobs& jobs);

// Summed in double over fixed ranges: the same bits for any number of workers.
template <class T>
double dotProduct(std::span<const Vec3<T>> a, std::span<const Vec3<T>> b, const Jobs& jobs);

// Items per task in loops over nodes: a compromise between the overhead of a task and load balance.
inline constexpr std::uint32_t kNodeGrain = 1024;

}  // namespace sinew::tets
