#include "Offline/Reduction/Bases/Stretch.h"

#include <gtest/gtest.h>

#include "Support/Bodies/TrainedLimb.h"

namespace sinew::reduction {
namespace {

// Of a field that is the same everywhere, every element has just that.
TEST(Stretch, OfALinearFieldIsTheField) {
    for (const Trained* const trained : {&trainedLimb(), &cellLimb()}) {
        const ElasticMesh& mesh = trained->mesh;
        const Domain& domain = trained->domains.domains[0];
        const Mat3d field{{{0.1, -0.2, 0.3}, {0.5, 0.7, -0.4}, {-0.9, 0.6, 0.8}}};
        Eigen::VectorXd shape(3 * static_cast<Eigen::Index>(domain.nodes.size()));
        for (std::size_t n = 0; n < domain.nodes.size(); ++n) {
            const Vec3d u = field * mesh.rest[domain.nodes[n]] + Vec3d{3, 4, 5};
            for (int c = 0; c < 3; ++c) shape[3 * static_cast<Eigen::Index>(n) + c] = u[c];
        }
        const Eigen::VectorXd stretch = stretchOf(mesh, domain, 2) * shape;
        ASSERT_EQ(stretch.size(), 9 * static_cast<Eigen::Index>(domain.elements.size()));
        for (Eigen::Index i = 0; i < stretch.size(); ++i) {
            const std::uint32_t element = domain.elements[static_cast<std::size_t>(i / 9)];
            const double root =
                2 * mesh.spacing * std::sqrt(mesh.flesh.density * mesh.elements[element].volume);
            ASSERT_NEAR(stretch[i], root * field(static_cast<int>(i % 3), static_cast<int>(i % 9 / 3)),
                        1e-9 * root)
                << i;
        }
        EXPECT_EQ(stretchOf(mesh, domain, 0).rows(), 0);
    }
}

}  // namespace
}  // namespace sinew::reduction
