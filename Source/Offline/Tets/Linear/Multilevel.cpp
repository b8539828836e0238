#include "Offline/Tets/Linear/Multilevel.h"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>

#include "Base/Check.h"
#include "Offline/Error.h"
#include "Offline/Geometry/Box.h"

namespace sinew::tets {

namespace {

constexpr std::uint32_t kBottomNodes = 400;  // what a direct solve does in a millisecond
constexpr std::uint32_t kMaxDirect = 3000;   // above, where coarsening stalls, smoothing has to do
constexpr double kFirstCell = 2.5;           // cells of the first lattice, in node spacings
constexpr int kSmootherSteps = 2;            // before and after each coarse correction
constexpr double kSmoothedBand = 8;  // the smoother damps eigenvalues from the largest down to this fraction

// About the largest eigenvalue of D⁻¹A, by power iteration with some to spare.
template <class T>
double largestEigenvalue(const BlockMatrix<T>& a, std::span<const Mat3<T>> inverse, const Jobs& jobs) {
    constexpr int kSteps = 10;
    constexpr double kSpare = 1.3;
    std::vector<Vec3<T>> x(a.rows()), y(a.rows());
    for (std::uint32_t i = 0; i < a.rows(); ++i) {  // any start that is not smooth
        const std::uint32_t noise = (i + 1) * 2654435761U;
        for (int axis = 0; axis < 3; ++axis) x[i][axis] = (noise >> (8 * axis) & 1U) != 0 ? T(1) : T(-1);
    }
    double value = 1;
    for (int step = 0; step < kSteps; ++step) {
        multiply<T>(a, x, y, jobs);
        for (std::uint32_t i = 0; i < a.rows(); ++i) y[i] = inverse[i] * y[i];
        const double size = std::sqrt(dotProduct<T>(y, y, jobs));
        value = size / std::sqrt(dotProduct<T>(x, x, jobs));
        if (!(size > 0)) return 1;
        for (Vec3<T>& v : y) v *= static_cast<T>(1 / size);
        std::swap(x, y);
    }
    return value * kSpare;
}

}  // namespace

MultilevelPlan planMultilevel(std::shared_ptr<const Graph> graph, std::span<const Vec3d> positions,
                              double spacing, const ProgressCallback& progress, double largest) {
    MultilevelPlan plan{std::move(graph), {}, largest};
    Box box;
    for (const Vec3d& p : positions) box = merged(box, p);
    const Vec3d origin = box.low - Vec3d{1, 1, 1} * spacing;
    const Graph* fine = plan.graph.get();
    double cell = kFirstCell * spacing;
    while (fine->rows() > kBottomNodes) {
        report(progress, 1 - static_cast<double>(fine->rows()) / plan.graph->rows());
        Prolongation prolongation = coarsen(positions, *fine, origin, cell);
        report(progress, 1 - static_cast<double>(fine->rows()) / plan.graph->rows());
        auto step = std::make_unique<Galerkin>(
            plan.steps.empty() ? plan.graph : plan.steps.back()->coarseGraph(), std::move(prolongation));
        if (step->coarseGraph()->rows() >= fine->rows()) break;
        plan.steps.push_back(std::move(step));
        positions = plan.steps.back()->prolongation().coarsePositions;
        fine = plan.steps.back()->coarseGraph().get();
        cell *= 2;
    }
    return plan;
}

template <class T>
struct Multilevel<T>::Level {
    const BlockMatrix<T>* a = nullptr;
    BlockMatrix<T> own;  // of coarse levels
    std::vector<Mat3<T>> inverse;
    double largest = 1;
    std::vector<Vec3<T>> x, b, r, d;

    // `bound` of the eigenvalues of D⁻¹A; 0 if none is known.
    void prepareSmoother(double bound, const Jobs& jobs);
    // Smooths x towards A⁻¹ b.
    void smooth(bool fromZero, const Jobs& jobs);
    void step(T keep, T add, const Jobs& jobs);
};

template <class T>
void Multilevel<T>::Level::prepareSmoother(double bound, const Jobs& jobs) {
    inverse = inverseDiagonal(*a, jobs);
    largest = bound > 0 ? bound : largestEigenvalue<T>(*a, inverse, jobs);
}

// d = keep · d + add · D⁻¹ r, x += d.
template <class T>
void Multilevel<T>::Level::step(T keep, T add, const Jobs& jobs) {
    parallelForRanges(jobs, a->rows(), kNodeGrain, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i) {
            d[i] = d[i] * keep + (inverse[i] * r[i]) * add;
            x[i] += d[i];
        }
    });
}

template <class T>
void Multilevel<T>::Level::smooth(bool fromZero, const Jobs& jobs) {
    const double low = largest / kSmoothedBand, middle = (largest + low) / 2, half = (largest - low) / 2;
    const double sigma = middle / half;
    double rho = 1 / sigma;
    if (fromZero) {
        std::fill(x.begin(), x.end(), Vec3<T>{});
        std::copy(b.begin(), b.end(), r.begin());
    } else {
        residual<T>(*a, b, x, r, jobs);
    }
    step(T(0), static_cast<T>(1 / middle), jobs);
    for (int k = 1; k < kSmootherSteps; ++k) {
        residual<T>(*a, b, x, r, jobs);
        const double next = 1 / (2 * sigma - rho);
        step(static_cast<T>(next * rho), static_cast<T>(2 * next / half), jobs);
        rho = next;
    }
}

template <class T>
struct Multilevel<T>::Bottom {
    Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> solver;
    Eigen::VectorXd b, x;

    void factorize(const BlockMatrix<T>& a);
    void solve(std::span<const Vec3<T>> from, std::span<Vec3<T>> to);
};

template <class T>
void Multilevel<T>::Bottom::factorize(const BlockMatrix<T>& a) {
    const bool first = b.size() == 0;
    std::vector<Eigen::Triplet<double, int>> entries;
    entries.reserve(a.value.size() * 9);
    // Where cells hold fewer nodes than corners the coarse matrix is only semi-definite.
    constexpr double kShift = sizeof(T) == 4 ? 1e-5 : 1e-10;
    for (std::uint32_t i = 0; i < a.rows(); ++i) {
        for (std::uint32_t k = a.graph->rowStart[i]; k < a.graph->rowStart[i + 1]; ++k) {
            for (int c = 0; c < 3; ++c) {
                for (int r = 0; r < 3; ++r) {
                    const int row = static_cast<int>(i) * 3 + r,
                              column = static_cast<int>(a.graph->column[k]) * 3 + c;
                    const double value = static_cast<double>(a.value[k](r, c));
                    entries.emplace_back(row, column, row == column ? value * (1 + kShift) + 1e-300 : value);
                }
            }
        }
    }
    const auto size = static_cast<Eigen::Index>(a.rows()) * 3;
    Eigen::SparseMatrix<double> matrix(size, size);
    matrix.setFromTriplets(entries.begin(), entries.end());
    if (first) {
        solver.analyzePattern(matrix);
        b.resize(size);
    }
    solver.factorize(matrix);
    if (solver.info() != Eigen::Success) {
        throw Error(ErrorKind::Failed, "the stiffness matrix of the coarsest level could not be factorised",
                    "Check that every connected part of the flesh has a bone.");
    }
}

template <class T>
void Multilevel<T>::Bottom::solve(std::span<const Vec3<T>> from, std::span<Vec3<T>> to) {
    for (std::size_t i = 0; i < from.size(); ++i) {
        for (int axis = 0; axis < 3; ++axis)
            b(static_cast<Eigen::Index>(3 * i) + axis) = static_cast<double>(from[i][axis]);
    }
    x = solver.solve(b);
    for (std::size_t i = 0; i < to.size(); ++i) {
        for (int axis = 0; axis < 3; ++axis)
            to[i][axis] = static_cast<T>(x(static_cast<Eigen::Index>(3 * i) + axis));
    }
}

template <class T>
Multilevel<T>::Multilevel(const MultilevelPlan& plan)
    : plan_(&plan), levels_(plan.steps.size() + 1), bottom_(std::make_unique<Bottom>()) {
    for (std::size_t l = 0; l < levels_.size(); ++l) {
        Level& level = levels_[l];
        if (l > 0) {
            level.own = zeroMatrix<T>(plan.steps[l - 1]->coarseGraph());
            level.a = &level.own;
        }
        const std::size_t rows = l == 0 ? plan.graph->rows() : level.own.rows();
        for (auto* const v : {&level.x, &level.b, &level.r, &level.d}) v->resize(rows);
    }
}

template <class T>
Multilevel<T>::~Multilevel() = default;

template <class T>
void Multilevel<T>::update(const BlockMatrix<T>& a, const Jobs& jobs, const ProgressCallback& progress) {
    SINEW_CHECK(a.graph == plan_->graph);
    levels_[0].a = &a;
    for (std::size_t l = 0; l < levels_.size(); ++l) {
        Level& level = levels_[l];
        report(progress, static_cast<double>(l) / static_cast<double>(levels_.size()));
        if (l > 0) plan_->steps[l - 1]->product(*levels_[l - 1].a, level.own, jobs);
        if (l + 1 == levels_.size() && level.a->rows() <= kMaxDirect) {
            bottom_->factorize(*level.a);
        } else {
            level.prepareSmoother(l == 0 ? plan_->largest : 0, jobs);
        }
    }
}

template <class T>
void Multilevel<T>::apply(std::span<const Vec3<T>> r, std::span<Vec3<T>> z, const Jobs& jobs) {
    std::copy(r.begin(), r.end(), levels_[0].b.begin());
    cycle(0, jobs);
    std::copy(levels_[0].x.begin(), levels_[0].x.end(), z.begin());
}

template <class T>
void Multilevel<T>::cycle(std::size_t l, const Jobs& jobs) {
    Level& level = levels_[l];
    if (l + 1 == levels_.size()) {
        if (level.a->rows() <= kMaxDirect) {
            bottom_->solve(level.b, level.x);
        } else {
            level.smooth(true, jobs);
        }
        return;
    }
    const Galerkin& step = *plan_->steps[l];
    Level& coarse = levels_[l + 1];
    level.smooth(true, jobs);
    residual<T>(*level.a, level.b, level.x, level.r, jobs);
    step.restrictTo<T>(level.r, coarse.b, jobs);
    cycle(l + 1, jobs);
    step.addProlonged<T>(coarse.x, level.x, jobs);
    level.smooth(false, jobs);
}

template class Multilevel<float>;
template class Multilevel<double>;

}  // namespace sinew::tets
