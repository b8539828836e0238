#include "Offline/Reduction/Bases/Stretch.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sinew::reduction {

namespace {

// ∂(displacement)/∂x of a tet is Σ u_i ⊗ these, over its corners.
std::array<Vec3d, 4> cornerGradients(const TetMesh& mesh, const Tet& tet) {
    const Vec3d first = mesh.nodes[tet[0]];
    const Mat3d local = transpose(
        inverse(Mat3d{{mesh.nodes[tet[1]] - first, mesh.nodes[tet[2]] - first, mesh.nodes[tet[3]] - first}}));
    const Vec3d a = local.column[0], b = local.column[1], c = local.column[2];
    return {-(a + b + c), a, b, c};
}

}  // namespace

Eigen::SparseMatrix<double> stretchOf(const tets::ElasticBody& body, const tets::Domain& domain,
                                      double lengths) {
    const std::size_t tets = lengths > 0 ? domain.tets.size() : 0;
    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t i = 0; i < tets; ++i) {
        const std::uint32_t t = domain.tets[i];
        const Tet& tet = body.rest().tets[t];
        const std::array<Vec3d, 4> gradients = cornerGradients(body.rest(), tet);
        const double root = lengths * body.spacing() * std::sqrt(body.flesh().density * body.volumes()[t]);
        for (std::size_t corner = 0; corner < 4; ++corner) {
            const auto at = std::lower_bound(domain.nodes.begin(), domain.nodes.end(), tet[corner]);
            const auto node = static_cast<int>(at - domain.nodes.begin()), row = 9 * static_cast<int>(i);
            for (int k = 0; k < 9; ++k)
                entries.emplace_back(row + k, 3 * node + k % 3, root * gradients[corner][k / 3]);
        }
    }
    Eigen::SparseMatrix<double> stretch(9 * static_cast<Eigen::Index>(tets),
                                        3 * static_cast<Eigen::Index>(domain.nodes.size()));
    stretch.setFromTriplets(entries.begin(), entries.end());
    return stretch;
}

}  // namespace sinew::reduction
