#include "Offline/Reduction/Cubature/ElasticCubature.h"

#include <memory>
#include <string>

#include "Base/Check.h"
#include "Material/Material.h"
#include "Offline/Error.h"

namespace sinew::reduction {

namespace {

using Eigen::Index;
using Gradients = Eigen::Matrix<double, 9, Eigen::Dynamic>;  // of F, column by column

constexpr std::uint32_t kTetsPerRange = 512;

struct TrainingShapes {
    const tets::ElasticBody* body;
    std::vector<std::uint32_t> tets;
    std::vector<std::array<Index, 4>> rows;  // of the tets' corners in u
    Eigen::MatrixXd u, coordinates;
};

std::vector<Index> rowsOfNodes(const tets::ElasticBody& body, const ReducedDomain& basis) {
    std::vector<Index> row(body.nodes(), -1);
    for (std::size_t i = 0; i < basis.nodes.size(); ++i) {
        SINEW_CHECK(basis.nodes[i] < body.nodes());
        row[basis.nodes[i]] = static_cast<Index>(3 * i);
    }
    return row;
}

std::shared_ptr<const TrainingShapes> trainingShapes(const tets::ElasticBody& body,
                                                     std::span<const std::uint32_t> tets,
                                                     const ReducedDomain& basis,
                                                     const Eigen::MatrixXd& coordinates) {
    SINEW_CHECK(basis.u.rows() == static_cast<Index>(3 * basis.nodes.size()));
    SINEW_CHECK(basis.u.cols() == coordinates.rows());
    TrainingShapes domain{&body, {tets.begin(), tets.end()}, {}, basis.u, coordinates};
    const std::vector<Index> row = rowsOfNodes(body, basis);
    for (const std::uint32_t t : tets) {
        std::array<Index, 4>& rows = domain.rows.emplace_back();
        for (std::size_t a = 0; a < 4; ++a) {
            rows[a] = row[body.rest().tets[t][a]];
            if (rows[a] < 0) {
                throw badInput("the basis of a domain has no rows for node " +
                               std::to_string(body.rest().tets[t][a]) + ", which is a corner of tet " +
                               std::to_string(t));
            }
        }
    }
    return std::make_shared<const TrainingShapes>(std::move(domain));
}

// ∂F/∂q of a linear tet, which does not depend on q: F = I + Σ_a u_a ⊗ ∇N_a.
Gradients modeGradients(const TrainingShapes& domain, std::uint32_t candidate) {
    const auto shape = tets::shapeGradients(domain.body->restInverse(domain.tets[candidate]));
    Gradients b = Gradients::Zero(9, domain.u.cols());
    for (std::size_t a = 0; a < 4; ++a) {
        const auto u = domain.u.middleRows<3>(domain.rows[candidate][a]);
        for (int j = 0; j < 3; ++j) b.middleRows<3>(3 * j) += u * shape[a][j];
    }
    return b;
}

// P for each column of `f`, in place.
void stresses(const TrainingShapes& domain, std::uint32_t candidate, Gradients& f) {
    const Lame<double> lame = domain.body->lame(domain.tets[candidate]);
    withMaterial<double>(domain.body->flesh().kind, [&](auto material) {
        for (Index pose = 0; pose < f.cols(); ++pose) {
            Mat3d gradient;
            for (int i = 0; i < 9; ++i) gradient(i % 3, i / 3) = f(i, pose);
            const Mat3d stress = firstPiola<decltype(material)>(gradient, lame);
            for (int i = 0; i < 9; ++i) f(i, pose) = stress(i % 3, i / 3);
        }
    });
}

// −V ∂F/∂qᵀ P for each pose.
void forces(const TrainingShapes& domain, std::uint32_t candidate, Eigen::Ref<Eigen::MatrixXd> out) {
    const Gradients b = modeGradients(domain, candidate);
    Gradients f = b.lazyProduct(domain.coordinates);
    for (const int diagonal : {0, 4, 8}) f.row(diagonal).array() += 1;
    stresses(domain, candidate, f);
    f *= -domain.body->volumes()[domain.tets[candidate]];
    out.noalias() = b.transpose().lazyProduct(f);
}

// The same bits for any number of workers: fixed ranges, added up in order.
std::vector<double> sumOfForces(const TrainingShapes& domain, const Jobs& jobs) {
    const Index rank = domain.coordinates.rows(), poses = domain.coordinates.cols();
    const auto count = static_cast<std::uint32_t>(domain.tets.size());
    std::vector<Eigen::MatrixXd> partial(count / kTetsPerRange + 1, Eigen::MatrixXd::Zero(rank, poses));
    parallelForRanges(jobs, count, kTetsPerRange, [&](std::uint32_t begin, std::uint32_t end) {
        Eigen::MatrixXd force(rank, poses);
        for (std::uint32_t c = begin; c < end; ++c) {
            forces(domain, c, force);
            partial[begin / kTetsPerRange] += force;
        }
    });
    for (std::size_t i = 1; i < partial.size(); ++i) partial[0] += partial[i];
    return {partial[0].data(), partial[0].data() + partial[0].size()};
}

}  // namespace

CubatureProblem elasticCubature(const tets::ElasticBody& body, std::span<const std::uint32_t> tets,
                                const ReducedDomain& basis, const Eigen::MatrixXd& coordinates,
                                const Jobs& jobs) {
    const std::shared_ptr<const TrainingShapes> domain = trainingShapes(body, tets, basis, coordinates);
    CubatureProblem problem;
    problem.candidates = static_cast<std::uint32_t>(tets.size());
    problem.rows = static_cast<std::uint32_t>(coordinates.size());
    problem.target = sumOfForces(*domain, jobs);
    problem.column = [domain](std::uint32_t candidate, std::span<double> column) {
        Eigen::Map<Eigen::MatrixXd> out(column.data(), domain->coordinates.rows(),
                                        domain->coordinates.cols());
        forces(*domain, candidate, out);
    };
    return problem;
}

}  // namespace sinew::reduction
