#include "Offline/Reduction/Cubature/Nnls.h"

#include <algorithm>
#include <cmath>

#include "Base/Check.h"

namespace sinew::reduction {

namespace {

using Eigen::Index;

// Squared sine of the angle between a column and the span of others, below which it counts as one of them.
// Products of columns carry about 1e-16, so weights keep some five digits even there.
constexpr double kDependent = 1e-11;
constexpr double kNothing = 1e-30;  // of the longest column, squared
constexpr double kSlope = 1e-10;    // of the steepest descent at w = 0, with columns of length 1

// G y = c, the same equations for columns of length 1.
struct Scaled {
    Eigen::VectorXd inverseLength;  // 0 for a zero column
    Eigen::MatrixXd gram;
    Eigen::VectorXd target;

    explicit Scaled(const NormalEquations& e) : inverseLength(e.columns()) {
        const double longest = e.columns() == 0 ? 0 : e.gram().diagonal().maxCoeff();
        for (Index i = 0; i < inverseLength.size(); ++i) {
            const double square = e.gram()(i, i);
            inverseLength[i] = square > longest * kNothing ? 1 / std::sqrt(square) : 0;
        }
        gram = inverseLength.asDiagonal() * e.gram() * inverseLength.asDiagonal();
        target = inverseLength.cwiseProduct(e.target());
    }
    double objective(const Eigen::VectorXd& y) const { return y.dot(0.5 * (gram * y) - target); }
};

// The columns in use, with the Cholesky factor of their Gram matrix.
class Passive {
  public:
    explicit Passive(const Scaled& all) : all_(&all), factor_(all.gram.rows(), all.gram.rows()) {}

    const std::vector<Index>& columns() const { return columns_; }

    // False if the column depends on those in use.
    bool add(Index column) {
        const auto n = static_cast<Index>(columns_.size());
        Eigen::VectorXd row(n);
        for (Index i = 0; i < n; ++i) {
            const double known = i == 0 ? 0 : factor_.row(i).head(i).dot(row.head(i));
            row[i] = (all_->gram(columns_[static_cast<std::size_t>(i)], column) - known) / factor_(i, i);
        }
        const double square = all_->gram(column, column) - row.squaredNorm();
        if (!(square > kDependent)) return false;
        factor_.row(n).head(n) = row;
        factor_(n, n) = std::sqrt(square);
        columns_.push_back(column);
        return true;
    }

    template <class Rule>  // of a column; y becomes 0 where it goes
    void removeWhere(Rule&& goes, Eigen::VectorXd& y) {
        const auto first = std::find_if(columns_.begin(), columns_.end(), goes);
        const std::vector<Index> behind(first, columns_.end());
        columns_.erase(first, columns_.end());  // rows of the factor before the first one stay as they are
        for (const Index column : behind) {
            if (goes(column) || !add(column)) y[column] = 0;
        }
    }

    // Least squares with the columns in use; 0 elsewhere.
    Eigen::VectorXd solved() const {
        const auto n = static_cast<Index>(columns_.size());
        Eigen::VectorXd z(n), full = Eigen::VectorXd::Zero(all_->target.size());
        for (Index i = 0; i < n; ++i) z[i] = all_->target[columns_[static_cast<std::size_t>(i)]];
        const auto lower = factor_.topLeftCorner(n, n).triangularView<Eigen::Lower>();
        lower.solveInPlace(z);
        lower.transpose().solveInPlace(z);
        for (Index i = 0; i < n; ++i) full[columns_[static_cast<std::size_t>(i)]] = z[i];
        return full;
    }

  private:
    const Scaled* all_;
    std::vector<Index> columns_;
    Eigen::MatrixXd factor_;
};

// From y ≥ 0 to the least squares with the columns in use, or as far as the bound lets go; then on without
// those that reached it. Each round has fewer columns.
void descend(Passive& passive, Eigen::VectorXd& y) {
    while (!passive.columns().empty()) {
        const Eigen::VectorXd z = passive.solved();
        double share = 1;
        Index stops = -1;
        for (const Index c : passive.columns()) {
            if (z[c] > 0) continue;
            const double to = y[c] > 0 ? y[c] / (y[c] - z[c]) : 0;
            if (stops < 0 || to < share) share = to, stops = c;
        }
        if (stops < 0) {
            y = z;
            return;
        }
        y = (y + share * (z - y)).cwiseMax(0.0);
        y[stops] = 0;
        passive.removeWhere([&](Index c) { return !(y[c] > 0 || z[c] > 0); }, y);
    }
}

Index steepest(const Eigen::VectorXd& slope, const std::vector<bool>& shut, double threshold) {
    Index best = -1;
    for (Index i = 0; i < slope.size(); ++i) {
        if (shut[static_cast<std::size_t>(i)] || !(slope[i] > (best < 0 ? threshold : slope[best]))) continue;
        best = i;
    }
    return best;
}

// The columns that may not enter now: those in use and the zero ones.
std::vector<bool> shutOut(const Scaled& scaled, const Passive& passive) {
    std::vector<bool> shut(static_cast<std::size_t>(scaled.target.size()));
    for (std::size_t i = 0; i < shut.size(); ++i) {
        shut[i] = scaled.inverseLength[static_cast<Index>(i)] == 0;
    }
    for (const Index c : passive.columns()) shut[static_cast<std::size_t>(c)] = true;
    return shut;
}

// The columns of `start`, brought to their own optimum.
Passive begun(const Scaled& scaled, std::span<const double> start, Eigen::VectorXd& y) {
    Passive passive(scaled);
    for (std::size_t i = 0; i < start.size(); ++i) {
        const auto column = static_cast<Index>(i);
        SINEW_CHECK(start[i] >= 0);
        if (!(start[i] > 0) || scaled.inverseLength[column] == 0 || !passive.add(column)) continue;
        y[column] = start[i] / scaled.inverseLength[column];
    }
    descend(passive, y);
    return passive;
}

}  // namespace

void NormalEquations::reserve(Index columns) {
    if (columns <= target_.size()) return;
    const Index room = std::max<Index>(columns, 2 * target_.size());
    gram_.conservativeResize(room, room);
    target_.conservativeResize(room);
}

void NormalEquations::add(std::span<const double> products, double withTarget) {
    SINEW_CHECK(products.size() == columns_ + 1);
    reserve(columns_ + 1);
    for (std::size_t i = 0; i < products.size(); ++i) {
        const auto row = static_cast<Index>(i);
        gram_(row, columns_) = gram_(columns_, row) = products[i];
    }
    target_[columns_++] = withTarget;
}

void NormalEquations::keep(std::span<const std::uint32_t> columns) {
    // Only the lower triangle is read, and always behind what is written.
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const auto to = static_cast<Index>(i);
        for (std::size_t j = 0; j <= i; ++j) {
            const auto toOther = static_cast<Index>(j);
            gram_(to, toOther) = gram_(toOther, to) = gram_(columns[i], columns[j]);
        }
        target_[to] = target_[columns[i]];
    }
    columns_ = static_cast<std::uint32_t>(columns.size());
}

NnlsSolution nnls(const NormalEquations& equations, std::span<const double> start) {
    SINEW_CHECK(start.empty() || start.size() == equations.columns());
    const Scaled scaled(equations);
    const Index n = scaled.target.size();
    NnlsSolution solution;
    Eigen::VectorXd y = Eigen::VectorXd::Zero(n);
    Passive passive = begun(scaled, start, y);
    std::vector<bool> shut = shutOut(scaled, passive);
    const double threshold = n == 0 ? 0 : kSlope * scaled.target.cwiseAbs().maxCoeff();
    for (const int maxSteps = 10 * static_cast<int>(n) + 10; solution.steps < maxSteps; ++solution.steps) {
        const Index enters = steepest(scaled.target - scaled.gram * y, shut, threshold);
        solution.converged = enters < 0;
        if (solution.converged) break;
        Passive trial = passive;
        Eigen::VectorXd moved = y;
        if (trial.add(enters)) descend(trial, moved);
        if (scaled.objective(moved) < scaled.objective(y)) {
            passive = std::move(trial);
            y = std::move(moved);
            shut = shutOut(scaled, passive);
        } else {
            shut[static_cast<std::size_t>(enters)] = true;
        }
    }
    y = y.cwiseProduct(scaled.inverseLength);
    solution.weights.assign(y.begin(), y.end());
    return solution;
}

}  // namespace sinew::reduction
