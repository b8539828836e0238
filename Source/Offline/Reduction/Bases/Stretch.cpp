#include "Offline/Reduction/Bases/Stretch.h"

#include <algorithm>
#include <cmath>

#include "Offline/Volume/ElasticMesh.h"

namespace sinew::reduction {

Eigen::SparseMatrix<double> stretchOf(const ElasticMesh& mesh, const Domain& domain, double lengths) {
    const std::size_t elements = lengths > 0 ? domain.elements.size() : 0;
    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t i = 0; i < elements; ++i) {
        const std::uint32_t e = domain.elements[i];
        if (!mesh.elements[e].isFlesh()) continue;
        const std::span<const std::uint32_t> nodes = mesh.nodesOf(e);
        const std::span<const Vec3d> gradients = mesh.gradientsOf(e);
        const double root = lengths * mesh.spacing * std::sqrt(mesh.flesh.density * mesh.elements[e].volume);
        for (std::size_t a = 0; a < nodes.size(); ++a) {
            const auto at = std::lower_bound(domain.nodes.begin(), domain.nodes.end(), nodes[a]);
            const auto node = static_cast<int>(at - domain.nodes.begin()), row = 9 * static_cast<int>(i);
            for (int k = 0; k < 9; ++k)
                entries.emplace_back(row + k, 3 * node + k % 3, root * gradients[a][k / 3]);
        }
    }
    Eigen::SparseMatrix<double> stretch(9 * static_cast<Eigen::Index>(elements),
                                        3 * static_cast<Eigen::Index>(domain.nodes.size()));
    stretch.setFromTriplets(entries.begin(), entries.end());
    return stretch;
}

}  // namespace sinew::reduction
