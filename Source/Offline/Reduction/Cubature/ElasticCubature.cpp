#include "Offline/Reduction/Cubature/ElasticCubature.h"

#include <memory>
#include <string>

#include "Base/Check.h"
#include "Material/Material.h"
#include "Offline/Error.h"
#include "Offline/Volume/ElasticMesh.h"

namespace sinew::reduction {

namespace {

using Eigen::Index;
using Gradients = Eigen::Matrix<double, 9, Eigen::Dynamic>;  // of F, column by column

constexpr std::uint32_t kElementsPerRange = 512;

struct TrainingShapes {
    const ElasticMesh* mesh;
    std::vector<std::uint32_t> elements;
    std::vector<std::vector<Index>> rows;  // of the elements' nodes in u
    Eigen::MatrixXd u, coordinates;
};

std::vector<Index> rowsOfNodes(const ElasticMesh& mesh, const ReducedDomain& basis) {
    std::vector<Index> row(mesh.nodeCount(), -1);
    for (std::size_t i = 0; i < basis.nodes.size(); ++i) {
        SINEW_CHECK(basis.nodes[i] < mesh.nodeCount());
        row[basis.nodes[i]] = static_cast<Index>(3 * i);
    }
    return row;
}

std::shared_ptr<const TrainingShapes> trainingShapes(const ElasticMesh& mesh,
                                                     std::span<const std::uint32_t> elements,
                                                     const ReducedDomain& basis,
                                                     const Eigen::MatrixXd& coordinates) {
    SINEW_CHECK(basis.u.rows() == static_cast<Index>(3 * basis.nodes.size()));
    SINEW_CHECK(basis.u.cols() == coordinates.rows());
    TrainingShapes domain{&mesh, {elements.begin(), elements.end()}, {}, basis.u, coordinates};
    const std::vector<Index> row = rowsOfNodes(mesh, basis);
    for (const std::uint32_t e : elements) {
        std::vector<Index>& rows = domain.rows.emplace_back();
        for (const std::uint32_t node : mesh.nodesOf(e)) {
            rows.push_back(row[node]);
            if (rows.back() < 0) {
                throw badInput("the basis of a domain has no rows for node " + std::to_string(node) +
                               ", which is a node of element " + std::to_string(e));
            }
        }
    }
    return std::make_shared<const TrainingShapes>(std::move(domain));
}

// ∂F/∂q of an element, which does not depend on q: F = I + Σ_a u_a ⊗ ∇N_a.
Gradients modeGradients(const TrainingShapes& domain, std::uint32_t candidate) {
    const std::span<const Vec3d> shape = domain.mesh->gradientsOf(domain.elements[candidate]);
    Gradients b = Gradients::Zero(9, domain.u.cols());
    for (std::size_t a = 0; a < shape.size(); ++a) {
        const auto u = domain.u.middleRows<3>(domain.rows[candidate][a]);
        for (int j = 0; j < 3; ++j) b.middleRows<3>(3 * j) += u * shape[a][j];
    }
    return b;
}

// P for each column of `f`, in place.
void stresses(const TrainingShapes& domain, std::uint32_t candidate, Gradients& f) {
    const std::uint32_t element = domain.elements[candidate];
    const Lame<double> lame = domain.mesh->elements[element].lame;
    const bool hasFibres = !domain.mesh->fibresOf(element).empty();
    withMaterial<double>(domain.mesh->flesh.kind, [&](auto material) {
        for (Index pose = 0; pose < f.cols(); ++pose) {
            Mat3d gradient;
            for (int i = 0; i < 9; ++i) gradient(i % 3, i / 3) = f(i, pose);
            Mat3d stress = firstPiola<decltype(material)>(gradient, lame);
            if (hasFibres) stress = stress + fibreStress(*domain.mesh, element, gradient);
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
    f *= -domain.mesh->elements[domain.elements[candidate]].volume;
    out.noalias() = b.transpose().lazyProduct(f);
}

// The same bits for any number of workers: fixed ranges, added up in order.
std::vector<double> sumOfForces(const TrainingShapes& domain, const Jobs& jobs) {
    const Index rank = domain.coordinates.rows(), poses = domain.coordinates.cols();
    const auto count = static_cast<std::uint32_t>(domain.elements.size());
    std::vector<Eigen::MatrixXd> partial(count / kElementsPerRange + 1, Eigen::MatrixXd::Zero(rank, poses));
    parallelForRanges(jobs, count, kElementsPerRange, [&](std::uint32_t begin, std::uint32_t end) {
        Eigen::MatrixXd force(rank, poses);
        for (std::uint32_t c = begin; c < end; ++c) {
            forces(domain, c, force);
            partial[begin / kElementsPerRange] += force;
        }
    });
    for (std::size_t i = 1; i < partial.size(); ++i) partial[0] += partial[i];
    return {partial[0].data(), partial[0].data() + partial[0].size()};
}

}  // namespace

CubatureProblem elasticCubature(const ElasticMesh& mesh, std::span<const std::uint32_t> elements,
                                const ReducedDomain& basis, const Eigen::MatrixXd& coordinates,
                                const Jobs& jobs) {
    const std::shared_ptr<const TrainingShapes> domain = trainingShapes(mesh, elements, basis, coordinates);
    CubatureProblem problem;
    problem.candidates = static_cast<std::uint32_t>(elements.size());
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
