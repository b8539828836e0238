#include "Offline/Tets/Linear/BlockMatrix.h"

#include "Offline/Full/Sums.h"

namespace sinew::tets {

namespace {

// Row of A times x; the products are gathered column by column as Mat3 is stored.
template <class T>
Vec3<T> rowTimes(const BlockMatrix<T>& a, std::uint32_t row, std::span<const Vec3<T>> x) {
    Vec3<T> sum;
    const std::uint32_t end = a.graph->rowStart[row + 1];
    for (std::uint32_t k = a.graph->rowStart[row]; k < end; ++k) sum += a.value[k] * x[a.graph->column[k]];
    return sum;
}

}  // namespace

template <class T>
BlockMatrix<T> zeroMatrix(std::shared_ptr<const Graph> graph) {
    const std::size_t entries = graph->column.size();
    return {std::move(graph), std::vector<Mat3<T>>(entries)};
}

template <class T>
void multiply(const BlockMatrix<T>& a, std::span<const Vec3<T>> x, std::span<Vec3<T>> y, const Jobs& jobs) {
    parallelForRanges(jobs, a.rows(), kNodeGrain, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i) y[i] = rowTimes(a, i, x);
    });
}

template <class T>
void residual(const BlockMatrix<T>& a, std::span<const Vec3<T>> b, std::span<const Vec3<T>> x,
              std::span<Vec3<T>> r, const Jobs& jobs) {
    parallelForRanges(jobs, a.rows(), kNodeGrain, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i) r[i] = b[i] - rowTimes(a, i, x);
    });
}

template <class T>
std::vector<Mat3<T>> inverseDiagonal(const BlockMatrix<T>& a, const Jobs& jobs) {
    std::vector<Mat3<T>> diagonal(a.rows());
    parallelForRanges(jobs, a.rows(), kNodeGrain, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i) {
            // In double: in float the determinant of a small or flat block may vanish.
            const Mat3d block = convert<double>(a.value[a.graph->find(i, i)]);
            const double size = trace(block);
            // A node that nothing holds and nothing pulls stays where it is.
            const Mat3d shift = Mat3d::identity() * (1e-6 * size);
            diagonal[i] = size > 0 ? convert<T>(inverse(block + shift)) : Mat3<T>{};
        }
    });
    return diagonal;
}

template <class T>
double dotProduct(std::span<const Vec3<T>> a, std::span<const Vec3<T>> b, const Jobs& jobs) {
    return sumOver(jobs, static_cast<std::uint32_t>(a.size()), kNodeGrain, [&](std::uint32_t i) {
        return static_cast<double>(a[i].x) * static_cast<double>(b[i].x) +
               static_cast<double>(a[i].y) * static_cast<double>(b[i].y) +
               static_cast<double>(a[i].z) * static_cast<double>(b[i].z);
    });
}

// NOLINTBEGIN(bugprone-macro-parentheses): T is a type
#define SINEW_INSTANTIATE(T)                                                                          \
    template BlockMatrix<T> zeroMatrix(std::shared_ptr<const Graph>);                                 \
    template void multiply(const BlockMatrix<T>&, std::span<const Vec3<T>>, std::span<Vec3<T>>,       \
                           const Jobs&);                                                              \
    template void residual(const BlockMatrix<T>&, std::span<const Vec3<T>>, std::span<const Vec3<T>>, \
                           std::span<Vec3<T>>, const Jobs&);                                          \
    template std::vector<Mat3<T>> inverseDiagonal(const BlockMatrix<T>&, const Jobs&);                \
    template double dotProduct(std::span<const Vec3<T>>, std::span<const Vec3<T>>, const Jobs&);
// NOLINTEND(bugprone-macro-parentheses)
SINEW_INSTANTIATE(float)
SINEW_INSTANTIATE(double)
#undef SINEW_INSTANTIATE

}  // namespace sinew::tets
