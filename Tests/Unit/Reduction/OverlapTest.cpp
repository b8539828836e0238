#include "Offline/Reduction/Skin/Overlap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "Offline/Reduction/Training.h"
#include "Offline/Tets/ElasticBody.h"
#include "Offline/Tets/ElasticMesh.h"
#include "Support/Bodies/TetBoxes.h"

namespace sinew::reduction {
namespace {

constexpr double kCell = 0.1, kSeam = 0.5, kBand = 0.25;

// A bar along x, cut into two domains in its middle.
struct Bar {
    ElasticMesh mesh = tets::elasticMesh(tets::ElasticBody(boxOfTets(10, 2, 2, kCell), Flesh{}));
    Domains domains;

    Bar() {
        domains.domains = {{0, {}, {}}, {1, {}, {}}};
        for (std::uint32_t e = 0; e < mesh.elementCount(); ++e) {
            const std::uint32_t d = mesh.elements[e].centre.x < kSeam ? 0 : 1;
            domains.domainOfElement.push_back(d);
            domains.domains[d].elements.push_back(e);
        }
        Interface seam{0, 1, {}, {}};
        for (std::uint32_t n = 0; n < mesh.nodeCount(); ++n) {
            const double x = mesh.rest[n].x;
            if (x < kSeam + 1e-9) domains.domains[0].nodes.push_back(n);
            if (x > kSeam - 1e-9) domains.domains[1].nodes.push_back(n);
            if (std::abs(x - kSeam) < 1e-9) seam.nodes.push_back(n);
        }
        seam.areas.assign(seam.nodes.size(), 1);
        domains.interfaces = {seam};
    }
};

TEST(Overlap, DistancesAreThoseFromTheSeam) {
    const Bar bar;
    const std::vector<SeamDistances> seams = seamDistances(bar.mesh, bar.domains, kBand);
    ASSERT_EQ(seams.size(), 2u);
    for (const SeamDistances& seam : seams) {
        EXPECT_EQ(seam.other, 1 - seam.inside);
        for (const std::uint32_t n : bar.domains.domains[seam.inside].nodes) {
            // Straight along x: every node has one of the grid's lines to the seam.
            const double away = std::abs(bar.mesh.rest[n].x - kSeam);
            EXPECT_NEAR(seam.of(n, kBand), std::min(away, kBand), 1e-12);
        }
    }
}

TEST(Overlap, BeyondAreAllCornersWhereADomainHasASay) {
    const Bar bar;
    const auto seams = seamDistances(bar.mesh, bar.domains, kBand);
    const auto beyond = nodesBeyond(bar.mesh, bar.domains, seams, kBand);
    for (std::uint32_t d = 0; d < 2; ++d) {
        for (std::uint32_t n = 0; n < bar.mesh.nodeCount(); ++n) {
            const double past = (d == 0 ? 1 : -1) * (bar.mesh.rest[n].x - kSeam);
            // Layers at 0.1 and 0.2 are nearer than the band; the one at 0.3 has tets with them.
            const bool expected = past > 1e-9 && past < 0.3 + 1e-9;
            EXPECT_EQ(std::binary_search(beyond[d].begin(), beyond[d].end(), n), expected)
                << d << " " << past;
        }
    }
}

TEST(Overlap, SharesChangeOverSmoothly) {
    const Bar bar;
    const auto seams = seamDistances(bar.mesh, bar.domains, kBand);
    for (std::uint32_t e = 0; e < bar.mesh.elementCount(); ++e) {
        for (std::size_t corner = 0; corner < 4; ++corner) {
            std::array<double, 4> at{};
            at[corner] = 1;
            const auto shares = sharesAt(bar.mesh, bar.domains, seams, kBand, e, at);
            const double x = bar.mesh.rest[bar.mesh.nodesOf(e)[corner]].x;
            double sum = 0, first = 0;
            for (const DomainShare& share : shares) {
                sum += share.weight;
                if (share.domain == 0) first = share.weight;
            }
            EXPECT_NEAR(sum, 1, 1e-12);
            if (std::abs(x - kSeam) < 1e-9) {
                EXPECT_NEAR(first, 0.5, 1e-12);  // from either side
            } else if (std::abs(x - kSeam) >= kBand) {
                EXPECT_EQ(shares.size(), 1u);
                EXPECT_EQ(first, x < kSeam ? 1 : 0);
            } else {
                EXPECT_EQ(first > 0.5, x < kSeam);
            }
        }
    }
}

// Weights of corners add up to one but for rounding, which must not let a domain in that knows nothing there.
TEST(Overlap, WhoHasASayHasAllCorners) {
    const Bar bar;
    const auto seams = seamDistances(bar.mesh, bar.domains, kBand);
    const auto beyond = nodesBeyond(bar.mesh, bar.domains, seams, kBand);
    const std::array<double, 4> shy{0.25, 0.25, 0.25, 0.25 - 1e-15};
    for (std::uint32_t e = 0; e < bar.mesh.elementCount(); ++e) {
        for (const DomainShare& share : sharesAt(bar.mesh, bar.domains, seams, kBand, e, shy)) {
            const auto knows = [&](const std::vector<std::uint32_t>& nodes, std::uint32_t n) {
                return std::binary_search(nodes.begin(), nodes.end(), n);
            };
            for (const std::uint32_t n : bar.mesh.nodesOf(e)) {
                EXPECT_TRUE(knows(bar.domains.domains[share.domain].nodes, n) ||
                            knows(beyond[share.domain], n));
            }
        }
    }
}

TEST(Overlap, NoBandIsNoOverlap) {
    const Bar bar;
    const auto seams = seamDistances(bar.mesh, bar.domains, 0);
    for (const auto& nodes : nodesBeyond(bar.mesh, bar.domains, seams, kBand)) EXPECT_TRUE(nodes.empty());
    const std::array<double, 4> middle{0.25, 0.25, 0.25, 0.25};
    for (std::uint32_t e = 0; e < bar.mesh.elementCount(); ++e) {
        EXPECT_EQ(sharesAt(bar.mesh, bar.domains, seams, 0, e, middle).size(), 1u);
    }
}

// What is a sum of columns within is the same sum beyond.
TEST(Overlap, ABasisGoesOnAsItsColumnsDo) {
    std::srand(8);
    const Eigen::MatrixXd columns = Eigen::MatrixXd::Random(60, 9), beyond = Eigen::MatrixXd::Random(12, 9);
    const Eigen::MatrixXd sums = Eigen::MatrixXd::Random(9, 4);
    Eigen::MatrixXd sized = columns, sizedBeyond = beyond;
    sized.col(3) *= 1e-5;  // poses are small beside vibrations
    sizedBeyond.col(3) *= 1e-5;
    std::vector<double> masses;
    for (int n = 0; n < 20; ++n) masses.push_back(0.1 + n);
    const Eigen::MatrixXd continued = continuedBasis(masses, columns * sums, sized, sizedBeyond);
    EXPECT_LT((continued - beyond * sums).norm(), 1e-8);
}

}  // namespace
}  // namespace sinew::reduction
