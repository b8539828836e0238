#include "Offline/Tets/ElasticBody.h"

#include <cmath>
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

}  // namespace

std::array<Vec3d, 4> shapeGradients(const Mat3d& restInverse) {
    const Mat3d rows = transpose(restInverse);
    return {-(rows.column[0] + rows.column[1] + rows.column[2]), rows.column[0], rows.column[1],
            rows.column[2]};
}

ElasticBody::ElasticBody(TetMesh rest, const Flesh& flesh, std::span<const double> stiffness)
    : rest_(std::move(rest)),
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
        volume_.push_back(volume);
        lame_.push_back({lame.mu * factor, lame.lambda * factor});
        for (const std::uint32_t node : rest_.tets[t]) mass_[node] += flesh.density * volume / 4;
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
}

Mat3d ElasticBody::deformationGradient(std::uint32_t tet, std::span<const Vec3d> x) const {
    return edges(rest_.tets[tet], x) * restInverse_[tet];
}

void ElasticBody::addTetForces(std::uint32_t t, const Mat3d& stress, std::span<Vec3d> f) const {
    const Mat3d onEdges = stress * transpose(restInverse_[t]) * volume_[t];
    const Tet& tet = rest_.tets[t];
    f[tet[0]] += onEdges.column[0] + onEdges.column[1] + onEdges.column[2];
    for (std::size_t a = 0; a < 3; ++a) f[tet[a + 1]] -= onEdges.column[a];
}

std::uint32_t ElasticBody::invertedTets(std::span<const Vec3d> x, const Jobs& jobs) const {
    return static_cast<std::uint32_t>(sumOver(jobs, tets(), kTetGrain, [&](std::uint32_t t) {
        return determinant(edges(rest_.tets[t], x)) <= 0 ? 1.0 : 0.0;
    }));
}

double Elasticity::energy(std::span<const Vec3d> x, const Jobs& jobs) const {
    return withMaterial<double>(kind_, [&](auto material) {
        return sumOver(jobs, body_.tets(), kTetGrain, [&](std::uint32_t t) {
            return body_.volumes()[t] *
                   energyDensity<decltype(material)>(body_.deformationGradient(t, x), body_.lame(t));
        });
    });
}

void Elasticity::addForces(std::span<const Vec3d> x, std::span<Vec3d> f, const Jobs& jobs) const {
    withMaterial<double>(kind_, [&](auto material) {
        body_.chunks().forEach(jobs, [&](std::uint32_t begin, std::uint32_t end) {
            for (std::uint32_t t = begin; t < end; ++t) {
                body_.addTetForces(
                    t, firstPiola<decltype(material)>(body_.deformationGradient(t, x), body_.lame(t)), f);
            }
        });
    });
}

void Elasticity::addStiffness(std::span<const Vec3d> x, StiffnessSum& sum, const Jobs& jobs) const {
    body_.chunks().forEach(jobs, [&](std::uint32_t begin, std::uint32_t end) {
        const ElementFrames frames = framesOf(body_, kind_, x, begin, end, sum.definite);
        for (std::uint32_t t = begin; t < end; ++t) addTetStiffness(body_, t, frames[t], 1, sum);
    });
}

}  // namespace sinew::tets
