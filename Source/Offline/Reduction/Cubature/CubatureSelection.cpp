#include "Offline/Reduction/Cubature/CubatureSelection.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "Base/Check.h"
#include "Offline/Reduction/Cubature/CubatureColumns.h"

namespace sinew::reduction {

namespace {

// The places below `count` for which `stays` holds.
template <class Rule>
std::vector<std::uint32_t> placesWhere(std::uint32_t count, Rule&& stays) {
    std::vector<std::uint32_t> places;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (stays(i)) places.push_back(i);
    }
    return places;
}

}  // namespace

CubatureSelection::CubatureSelection(const CubatureProblem& problem)
    : problem_(&problem),
      targetLength_(std::sqrt(orderedDot(problem.target, problem.target))),
      residual_(problem.target),
      error_(targetLength_ > 0 ? 1 : 0) {}

void CubatureSelection::add(std::uint32_t candidate) {
    std::vector<double> column(problem_->rows);
    problem_->column(candidate, column);
    columns_.push_back(std::move(column));
    std::vector<double> products;
    for (const std::vector<double>& other : columns_) products.push_back(orderedDot(other, columns_.back()));
    equations_.add(products, orderedDot(columns_.back(), problem_->target));
    elements_.push_back(candidate);
    weights_.push_back(0);
}

void CubatureSelection::remove(std::uint32_t place) {
    keep(placesWhere(size(), [&](std::uint32_t i) { return i != place; }));
}

void CubatureSelection::keep(std::span<const std::uint32_t> places) {
    equations_.keep(places);
    for (std::size_t to = 0; to < places.size(); ++to) {
        const std::uint32_t from = places[to];
        if (from == to) continue;
        elements_[to] = elements_[from];
        weights_[to] = weights_[from];
        columns_[to] = std::move(columns_[from]);
    }
    elements_.resize(places.size());
    weights_.resize(places.size());
    columns_.resize(places.size());
}

void CubatureSelection::solve() {
    weights_ = nnls(equations_, weights_).weights;
    keep(placesWhere(size(), [&](std::uint32_t i) { return weights_[i] > 0; }));
    residual_ = problem_->target;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        for (std::size_t row = 0; row < residual_.size(); ++row) {
            residual_[row] -= weights_[i] * columns_[i][row];
        }
    }
    if (targetLength_ > 0) error_ = std::sqrt(orderedDot(residual_, residual_)) / targetLength_;
}

// Without element i, least squares with the others grow by w_i² / (G⁻¹)_ii.
std::uint32_t CubatureSelection::weakest() const {
    SINEW_CHECK(size() > 0);
    const Eigen::MatrixXd inverse = equations_.gram().llt().solve(Eigen::MatrixXd::Identity(size(), size()));
    std::uint32_t best = 0;
    const auto cost = [&](std::uint32_t i) { return weights_[i] * weights_[i] / inverse(i, i); };
    for (std::uint32_t i = 1; i < size(); ++i) {
        if (cost(i) < cost(best)) best = i;
    }
    return best;
}

Cubature CubatureSelection::result(int steps) const {
    std::vector<std::uint32_t> order(size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return elements_[a] < elements_[b]; });
    Cubature cubature{{}, {}, error_, steps};
    for (const std::uint32_t i : order) {
        cubature.elements.push_back(elements_[i]);
        cubature.weights.push_back(weights_[i]);
    }
    return cubature;
}

}  // namespace sinew::reduction
