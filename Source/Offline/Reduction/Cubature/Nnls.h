// Non-negative least squares, min |A w − b|² over w ≥ 0, from products of A's columns alone: A may have many
// rows, but is never seen here.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

namespace sinew::reduction {

// AᵀA and Aᵀb, which grow by a column of A at a time.
class NormalEquations {
  public:
    std::uint32_t columns() const { return columns_; }
    auto gram() const { return gram_.topLeftCorner(columns_, columns_); }
    auto target() const { return target_.head(columns_); }

    // `products`: of the new column with each one there is, then with itself.
    void add(std::span<const double> products, double withTarget);
    // The columns that stay, rising; they are numbered anew.
    void keep(std::span<const std::uint32_t> columns);

  private:
    void reserve(Eigen::Index columns);

    std::uint32_t columns_ = 0;
    Eigen::MatrixXd gram_;  // its corner; the rest is room to grow
    Eigen::VectorXd target_;
};

struct NnlsSolution {
    std::vector<double> weights;  // those at the bound are exactly 0
    int steps = 0;
    bool converged = false;  // false: the bound on the steps came first; the weights are the best so far
};

// Lawson and Hanson 1974, "Solving Least Squares Problems", chapter 23. `start`: weights to begin with, none
// negative (empty: all 0). Columns that are zero, or a combination of the ones in use, get weight 0.
// Ends for any input: each step either lowers |A w − b|², so that no set of columns in use comes twice, or
// shuts a column out until one does; after 10 columns + 10 steps it gives up.
NnlsSolution nnls(const NormalEquations& equations, std::span<const double> start = {});

}  // namespace sinew::reduction
