#include "Offline/Tets/ElasticBody.h"

#include <cmath>
#include <limits>
#include <numeric>

#include "Base/Check.h"
#include "Material/Material.h"
#include "Offline/Error.h"
#include "Offline/Full/Sums.h"
#include "Offline/Geometry/Measure.h"
#include "Offline/Tets/TetStiffness.h"
#include "Offline/Volume/TetTopology.h"

namespace sinew::tets {

namespace {

constexpr std::uint32_t kTetGrain = 4096;

Mat3d edges(const Tet& tet, std::span<const Vec3d> x) {
    return {{x[tet[1]] - x[tet[0]], x[tet[2]] - x[tet[0]], x[tet[3]] - x[tet[0]]}};
}

Mat3d edges(const QuadraticTet& tet, std::size_t point, std::span<const Vec3d> x) {
    std::array<Vec3d, 4> y;
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < 4; ++j) y[i] += x[tet[kBetween[i][j]]] * kCornerWeights[point][i][j];
    }
    return {{y[1] - y[0], y[2] - y[0], y[3] - y[0]}};
}

// The gradients of the nodes of a quadratic tet, from those of its corners.
Gradients passedOn(const std::array<Vec3d, 4>& corners, const CornerWeights& weights) {
    std::array<Vec3d, kQuadraticNodes> all;
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < 4; ++j) all[kBetween[i][j]] += corners[i] * weights[i][j];
    }
    return Gradients(all);
}

// In proportion to the diagonal of the consistent mass matrix (Hinton, Rock and Zienkiewicz 1976): row sums
// would be negative at the corners of a quadratic tet.
constexpr double kCorner = 1.0 / 36, kMiddle = 4.0 / 27;
constexpr std::array<double, 4> kLinearShares{0.25, 0.25, 0.25, 0.25};
constexpr std::array<double, kQuadraticNodes> kQuadraticShares{kCorner, kCorner, kCorner, kCorner, kMiddle,
                                                               kMiddle, kMiddle, kMiddle, kMiddle, kMiddle};

}  // namespace

std::array<Vec3d, 4> shapeGradients(const Mat3d& restInverse) {
    const Mat3d rows = transpose(restInverse);
    return {-(rows.column[0] + rows.column[1] + rows.column[2]), rows.column[0], rows.column[1],
            rows.column[2]};
}

ElasticBody::ElasticBody(TetMesh rest, const Flesh& flesh, std::span<const double> stiffness,
                         std::span<const Fibre> fibres)
    : rest_(std::move(rest)),
      tens_(quadraticTets(rest_)),
      flesh_(flesh),
      mass_(rest_.nodes.size(), 0.0),
      chunks_(rest_.tets, rest_.nodes.size()) {
    if (!(flesh.young > 0 && flesh.poisson >= 0 && flesh.poisson < 0.5 && flesh.density > 0)) {
        throw badInput(
            "the material of the flesh is invalid",
            "Young's modulus and density must be above 0, and Poisson's ratio must be from 0 to below 0.5.");
    }
    SINEW_CHECK(stiffness.empty() || stiffness.size() == rest_.tets.size());
    const Lame<double> lame = lameOf(flesh.young, flesh.poisson);
    for (std::size_t t = 0; t < rest_.tets.size(); ++t) {
        const Mat3d shape = edges(rest_.tets[t], rest_.nodes);
        const double volume = determinant(shape) / 6;
        if (!(volume > 0))
            throw badInput("tet " + std::to_string(t) + " of the volume is flat or inverted",
                           "Build the volume again without the cache.");
        const double factor = stiffness.empty() ? 1 : stiffness[t];
        restInverse_.push_back(inverse(shape));
        volume_.insert(volume_.end(), pointsPerTet(), volume / pointsPerTet());
        lame_.push_back({lame.mu * factor, lame.lambda * factor});
        const std::span<const std::uint32_t> nodes = elements()[static_cast<std::uint32_t>(t)];
        for (std::size_t n = 0; n < nodes.size(); ++n) {
            mass_[nodes[n]] += flesh.density * volume * massShares()[n];
        }
    }
    for (std::size_t node = 0; node < mass_.size(); ++node) {
        if (!(mass_[node] > 0))
            throw badInput("node " + std::to_string(node) + " of the volume belongs to no tet",
                           "Build the volume again without the cache.");
    }
    for (const TetTopology::BoundaryFace& face : tetTopology(rest_).boundary) {
        skinArea_ +=
            area({rest_.nodes[face.nodes[0]], rest_.nodes[face.nodes[1]], rest_.nodes[face.nodes[2]]});
    }
    wholeVolume_ = std::accumulate(volume_.begin(), volume_.end(), 0.0);
    spacing_ = std::cbrt(wholeVolume_ / static_cast<double>(rest_.nodes.size()));
    fibres_ = Fibres(fibres, elements(),
                     [this](std::uint32_t tet, Vec3d place) { return gradientsAt(tet, place); });
}

std::span<const double> ElasticBody::massShares() const {
    if (isQuadratic()) return kQuadraticShares;
    return kLinearShares;
}

Gradients ElasticBody::gradients(std::uint32_t point) const {
    const std::array<Vec3d, 4> corners = shapeGradients(restInverse_[tetOf(point)]);
    if (!isQuadratic()) return Gradients(corners);
    return passedOn(corners, kCornerWeights[point % kQuadraticPoints]);
}

Gradients ElasticBody::gradientsAt(std::uint32_t tet, Vec3d place) const {
    const std::array<Vec3d, 4> corners = shapeGradients(restInverse_[tet]);
    if (!isQuadratic()) return Gradients(corners);
    return passedOn(corners, cornerWeightsAt(barycentric(tet, place)));
}

std::array<double, 4> ElasticBody::barycentric(std::uint32_t tet, Vec3d place) const {
    const Vec3d lambda = restInverse_[tet] * (place - rest_.nodes[rest_.tets[tet][0]]);
    return {1 - lambda.x - lambda.y - lambda.z, lambda.x, lambda.y, lambda.z};
}

Mat3d ElasticBody::edgesAt(std::uint32_t point, std::span<const Vec3d> x) const {
    if (!isQuadratic()) return edges(rest_.tets[point], x);
    return edges(tens_[tetOf(point)], point % kQuadraticPoints, x);
}

Mat3d ElasticBody::deformationGradient(std::uint32_t point, std::span<const Vec3d> x) const {
    return edgesAt(point, x) * restInverse_[tetOf(point)];
}

void ElasticBody::addTetForces(std::uint32_t point, const Mat3d& stress, std::span<Vec3d> f) const {
    const std::uint32_t t = tetOf(point);
    const Mat3d onEdges = stress * transpose(restInverse_[t]) * volume_[point];
    const std::array<Vec3d, 4> onCorners{onEdges.column[0] + onEdges.column[1] + onEdges.column[2],
                                         -onEdges.column[0], -onEdges.column[1], -onEdges.column[2]};
    if (!isQuadratic()) {
        for (std::size_t i = 0; i < 4; ++i) f[rest_.tets[t][i]] += onCorners[i];
        return;
    }
    const QuadraticTet& tet = tens_[t];
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < 4; ++j) {
            f[tet[kBetween[i][j]]] += onCorners[i] * kCornerWeights[point % kQuadraticPoints][i][j];
        }
    }
}

double ElasticBody::minJ(std::uint32_t tet, std::span<const Vec3d> x) const {
    double smallest = std::numeric_limits<double>::infinity();
    for (std::uint32_t p = pointsPerTet() * tet; tetOf(p) == tet; ++p) {
        smallest = std::min(smallest, determinant(deformationGradient(p, x)));
    }
    return smallest;
}

std::uint32_t ElasticBody::invertedTets(std::span<const Vec3d> x, const Jobs& jobs) const {
    const auto isInverted = [&](std::uint32_t tet) {
        bool inverted = false;
        for (std::uint32_t p = pointsPerTet() * tet; tetOf(p) == tet; ++p) {
            inverted = inverted || determinant(edgesAt(p, x)) <= 0;
        }
        return inverted;
    };
    return static_cast<std::uint32_t>(
        sumOver(jobs, tets(), kTetGrain, [&](std::uint32_t t) { return isInverted(t) ? 1.0 : 0.0; }));
}

double Elasticity::energy(std::span<const Vec3d> x, const Jobs& jobs) const {
    const double isotropic = withMaterial<double>(kind_, [&](auto material) {
        return sumOver(jobs, body_.points(), kTetGrain, [&](std::uint32_t p) {
            return body_.volumes()[p] *
                   energyDensity<decltype(material)>(body_.deformationGradient(p, x), body_.lame(p));
        });
    });
    return body_.fibres().isEmpty() ? isotropic
                                    : isotropic + body_.fibres().energy(body_.elements(), x, jobs);
}

void Elasticity::addForces(std::span<const Vec3d> x, std::span<Vec3d> f, const Jobs& jobs) const {
    withMaterial<double>(kind_, [&](auto material) {
        body_.forEachChunkOfPoints(jobs, [&](std::uint32_t begin, std::uint32_t end) {
            for (std::uint32_t p = begin; p < end; ++p) {
                body_.addTetForces(
                    p, firstPiola<decltype(material)>(body_.deformationGradient(p, x), body_.lame(p)), f);
            }
        });
    });
    if (body_.fibres().isEmpty()) return;
    body_.chunks().forEach(jobs, [&](std::uint32_t begin, std::uint32_t end) {
        body_.fibres().addForces(body_.elements(), begin, end, x, f);
    });
}

void Elasticity::addStiffness(std::span<const Vec3d> x, StiffnessSum& sum, const Jobs& jobs) const {
    body_.forEachChunkOfPoints(jobs, [&](std::uint32_t begin, std::uint32_t end) {
        const ElementFrames frames = framesOf(body_, kind_, x, begin, end, sum.definite);
        if (body_.isQuadratic()) {
            for (std::uint32_t p = begin; p < end; p += kQuadraticPoints) {
                addQuadraticStiffness(body_, body_.tetOf(p), frames, sum);
            }
        } else {
            for (std::uint32_t p = begin; p < end; ++p) addTetStiffness(body_, p, frames[p], 1, sum);
        }
    });
    if (body_.fibres().isEmpty()) return;
    body_.chunks().forEach(jobs, [&](std::uint32_t begin, std::uint32_t end) {
        body_.fibres().addStiffness(body_.elements(), begin, end, x, sum);
    });
}

}  // namespace sinew::tets
