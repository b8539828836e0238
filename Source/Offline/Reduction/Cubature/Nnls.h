// Non-negative least squares, min |A w − b|² over w ≥ 0. Uses only products of the columns of A, which may
// have many rows.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

namespace sinew::reduction {

// AᵀA and Aᵀb, extended by one column of A at a time.
class NormalEquations {
  public:
    std::uint32_t columns() const { return columns_; }
    auto gram() const { return gram_.topLeftCorner(columns_, columns_); }
    auto target() const { return target_.head(columns_); }

    // `products` are the dot products of the new column with each existing column, then with itself.
    void add(std::span<const double> products, double withTarget);
    // Keeps only these columns, given in ascending order, and renumbers them.
    void keep(std::span<const std::uint32_t> columns);

  private:
    void reserve(Eigen::Index columns);

    std::uint32_t columns_ = 0;
    Eigen::MatrixXd gram_;  // AᵀA in the top left corner; the rest is capacity
    Eigen::VectorXd target_;
};

struct NnlsSolution {
    std::vector<double> weights;  // exactly 0 at the bound
    int steps = 0;
    bool converged = false;  // false if the limit on the steps was reached; the weights are the best so far
};

// Lawson and Hanson 1974, "Solving Least Squares Problems", chapter 23. `start` has non-negative initial
// weights, or is empty for 0. Columns that are zero, or a linear combination of those in use, get weight 0.
// Terminates for any input: each step either lowers |A w − b|², so that no set of columns in use occurs
// twice, or excludes a column until one does. It stops after 10 · columns + 10 steps.
NnlsSolution nnls(const NormalEquations& equations, std::span<const double> start = {});

}  // namespace sinew::reduction
