#include "Asset/Writer/Cost.h"

#include <vector>

namespace sinew {

namespace {

// A usual tick makes stiffness anew once and solves with it twice; forces are found before, between and
// after.
constexpr double kNewtonSteps = 2, kForces = 3;
constexpr double kRate = 34e9;         // operations per second of one core: a third of a good one's peak
constexpr double kSurfaceRate = 12e9;  // the same of the skin, which is moved more than computed
constexpr double kPrincipal = 1000;    // of one point: SVD, stress and stiffness in its principal axes
constexpr double kStress = 150;        // of one point: its stress alone
constexpr double kFibre = 80;          // of the fibres of one point in one direction
constexpr double kPlace = 9 * 2 + 12;  // of one vertex in one domain: rotate, move, weigh

double square(double x) {
    return x * x;
}

// F = I + Bq and Bᵀ of the stress.
double forcesOf(const AssetDomain& domain) {
    return domain.cubaturePoints * (36.0 * domain.rank + kStress);
}

// S q, or S added to the stiffness.
double stabilisationOf(const AssetView& view, const AssetDomain& domain) {
    return view.stabilisation.empty() ? 0 : 2 * square(domain.rank);
}

// Of one domain.
double fibresIn(const AssetView& view, const AssetDomain& domain) {
    const std::uint32_t end = domain.firstCubatureBlock + blocksOf(domain.cubaturePoints);
    double count = 0;
    for (const AssetFibres& fibres : view.fibres) {
        if (fibres.block >= domain.firstCubatureBlock && fibres.block < end) count += kAssetLanes;
    }
    return count;
}

// F, H B, and one half of Bᵀ (H B).
double stiffnessOf(const AssetDomain& domain) {
    const double r = domain.rank;
    return domain.cubaturePoints * (18 * r + kPrincipal + 162 * r + 9 * r * r);
}

// Of fibres, beside that of their points: stresses; and four rows of ∂y/∂q and their squares.
double fibreForces(const AssetView& view, const AssetDomain& domain) {
    return kFibre * fibresIn(view, domain);
}
double fibreStiffness(const AssetView& view, const AssetDomain& domain) {
    const double r = domain.rank;
    return fibresIn(view, domain) * (kFibre + 24 * r + 4 * r * r);
}

double betweenDomains(const AssetView& view, const AssetInterface& interface) {
    const double a = view.domains[interface.a].rank + 1.0, b = view.domains[interface.b].rank + 1.0;
    // Nine sandwiches added up, that matrix on both sides, and the two constant ones.
    return 18 * a * b + 4 * a * b + 2 * square(a) + 2 * square(b);
}

// Block Cholesky, column by column of the elimination order.
double solveOf(const AssetView& view) {
    std::vector<std::vector<double>> below(view.order.size());  // ranks of the blocks under each diagonal
    const auto rank = [&](std::uint32_t place) -> double { return view.domains[view.order[place]].rank; };
    for (const AssetFill& fill : view.fill) below[fill.column].push_back(rank(fill.row));
    double sum = 0;
    for (std::uint32_t c = 0; c < below.size(); ++c) {
        const double r = rank(c);
        double rows = 0;
        for (const double row : below[c]) rows += row;
        // The diagonal block, those under it, the half of their products, and two triangular solves.
        sum += r * r * r / 3 + rows * r * r + rows * rows * r + 2 * r * r + 4 * rows * r;
    }
    return sum;
}

double surfaceOf(const AssetView& view) {
    double sum = 0;
    for (const AssetRun& run : view.runs) {
        for (std::uint32_t i = 0; i < run.bindings; ++i) {
            sum += run.vertices * (6.0 * view.domains[run.domain[i]].rank + kPlace);
        }
    }
    return sum;
}

}  // namespace

double AssetCost::tickMs() const {
    return 1e3 * (stiffness + kForces * forces + kNewtonSteps * coupling + solve) / kRate;
}

double AssetCost::surfaceMs() const {
    return 1e3 * surface / kSurfaceRate;
}

AssetCost costOf(const AssetView& view) {
    AssetCost cost;
    for (const AssetDomain& domain : view.domains) {
        cost.stiffness += stiffnessOf(domain) + stabilisationOf(view, domain) + fibreStiffness(view, domain);
        cost.forces += forcesOf(domain) + stabilisationOf(view, domain) + fibreForces(view, domain);
    }
    for (const AssetInterface& interface : view.interfaces) cost.coupling += betweenDomains(view, interface);
    cost.solve = solveOf(view);
    cost.surface = surfaceOf(view);
    return cost;
}

}  // namespace sinew
