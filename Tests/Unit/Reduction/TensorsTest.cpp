#include "Offline/Reduction/Twin/Tensors.h"

#include <gtest/gtest.h>

#include <random>

#include "Math/Quat.h"

namespace sinew::reduction {
namespace {

constexpr Eigen::Index kNodes = 37, kRankA = 5, kRankB = 3;

struct Random {
    std::mt19937 source{12};
    std::uniform_real_distribution<double> entry{-1, 1};

    Vec3d vector() { return {entry(source), entry(source), entry(source)}; }
    Mat3d rotation() { return toMatrix(fromAxisAngle(normalized(vector()), 2 * entry(source))); }
    Eigen::MatrixXd matrix(Eigen::Index rows, Eigen::Index columns) {
        Eigen::MatrixXd m(rows, columns);
        for (Eigen::Index i = 0; i < m.size(); ++i) m(i) = entry(source);
        return m;
    }
    std::vector<double> weights() {
        std::vector<double> w;
        for (Eigen::Index k = 0; k < kNodes; ++k) w.push_back(1.5 + entry(source));
        return w;
    }
};

Eigen::Matrix3d toEigen(const Mat3d& m) {
    Eigen::Matrix3d e;
    for (int j = 0; j < 3; ++j) {
        for (int i = 0; i < 3; ++i) e(i, j) = m(i, j);
    }
    return e;
}
Eigen::Vector3d toEigen(Vec3d v) {
    return {v.x, v.y, v.z};
}

TEST(Tensors, SandwichIsTheSumOverNodesForAnyMatrix) {
    Random random;
    const Eigen::MatrixXd a = random.matrix(3 * kNodes, kRankA), b = random.matrix(3 * kNodes, kRankB);
    const std::vector<double> w = random.weights();
    const SandwichTensor tensor = sandwich(a, w, b);
    for (int i = 0; i < 5; ++i) {
        Mat3d r = random.rotation();
        if (i == 4) r = {{random.vector(), random.vector(), random.vector()}};
        Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(kRankA, kRankB);
        for (Eigen::Index k = 0; k < kNodes; ++k) {
            sum += w[static_cast<std::size_t>(k)] * a.middleRows<3>(3 * k).transpose() * toEigen(r) *
                   b.middleRows<3>(3 * k);
        }
        EXPECT_LT((tensor.at(r) - sum).norm(), 1e-13 * sum.norm());
    }
}

// Energy, forces and Jacobian of springs between two moved and deformed domains, from the tensors and by
// summing over nodes.
TEST(Tensors, CouplingIsThatOfTheSprings) {
    Random random;
    const Eigen::MatrixXd a = random.matrix(3 * kNodes, kRankA + 1),
                          b = random.matrix(3 * kNodes, kRankB + 1);
    const std::vector<double> w = random.weights();
    const CouplingTensors tensors = couplingTensors(a, b, w);
    const Mat3d ra = random.rotation(), rb = random.rotation();
    const Vec3d ta = random.vector(), tb = random.vector();
    Eigen::VectorXd qa = random.matrix(kRankA + 1, 1), qb = random.matrix(kRankB + 1, 1);
    qa[kRankA] = qb[kRankB] = 1;

    Eigen::VectorXd forceA = Eigen::VectorXd::Zero(kRankA + 1), forceB = Eigen::VectorXd::Zero(kRankB + 1);
    double energy = 0;
    for (Eigen::Index k = 0; k < kNodes; ++k) {
        const Eigen::MatrixXd ua = toEigen(ra) * a.middleRows<3>(3 * k),
                              ub = toEigen(rb) * b.middleRows<3>(3 * k);
        const Eigen::Vector3d gap = ua * qa + toEigen(ta) - ub * qb - toEigen(tb);
        const double weight = w[static_cast<std::size_t>(k)];
        energy += 0.5 * weight * gap.squaredNorm();
        forceA -= weight * ua.transpose() * gap;
        forceB += weight * ub.transpose() * gap;
    }
    const Eigen::MatrixXd ab = tensors.ab.at(transpose(ra) * rb);
    const Vec3d apart = ta - tb;
    const Eigen::VectorXd fromA =
        -(tensors.aa * qa - ab * qb + tensors.sumA * toEigen(transpose(ra) * apart));
    const Eigen::VectorXd fromB =
        -(tensors.bb * qb - ab.transpose() * qa - tensors.sumB * toEigen(transpose(rb) * apart));
    EXPECT_LT((fromA - forceA).norm(), 1e-13 * forceA.norm());
    EXPECT_LT((fromB - forceB).norm(), 1e-13 * forceB.norm());
    const double fromTensors =
        0.5 * (qa.dot(tensors.aa * qa) + qb.dot(tensors.bb * qb) + tensors.area * dot(apart, apart)) -
        qa.dot(ab * qb) + qa.dot(tensors.sumA * toEigen(transpose(ra) * apart)) -
        qb.dot(tensors.sumB * toEigen(transpose(rb) * apart));
    EXPECT_NEAR(fromTensors, energy, 1e-12 * energy);
}

// The forces of a turning frame on the coordinates: centrifugal, Coriolis and Euler.
TEST(Tensors, MomentsGiveTheForcesOfATurningFrame) {
    Random random;
    const Eigen::MatrixXd h = random.matrix(3 * kNodes, kRankA + 1);
    const std::vector<double> masses = random.weights();
    const MassTensors tensors = massTensors(h, masses);
    Eigen::VectorXd q = random.matrix(kRankA + 1, 1), rate = random.matrix(kRankA + 1, 1);
    q[kRankA] = 1;
    rate[kRankA] = 0;
    const Vec3d omega = random.vector(), alpha = random.vector(), push = random.vector();
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(kRankA + 1);
    double mass = 0;
    for (Eigen::Index k = 0; k < kNodes; ++k) {
        const Eigen::MatrixXd u = h.middleRows<3>(3 * k);
        const Eigen::Vector3d e = u * q, v = u * rate;
        const Vec3d x{e[0], e[1], e[2]}, xd{v[0], v[1], v[2]};
        const Vec3d acceleration =
            cross(omega, cross(omega, x)) + cross(omega, xd) * 2.0 + cross(alpha, x) + push;
        sum -= masses[static_cast<std::size_t>(k)] * u.transpose() * toEigen(acceleration);
        mass += masses[static_cast<std::size_t>(k)];
    }
    const auto skew = [](Vec3d v) { return Mat3d{{{0, v.z, -v.y}, {-v.z, 0, v.x}, {v.y, -v.x, 0}}}; };
    const Eigen::VectorXd expected =
        -(tensors.moments.at(skew(omega) * skew(omega) + skew(alpha)) * q +
          2 * tensors.moments.at(skew(omega)) * rate + tensors.sum * toEigen(push));
    EXPECT_LT((sum - expected).norm(), 1e-13 * sum.norm());
    EXPECT_DOUBLE_EQ(tensors.mass, mass);
}

TEST(Tensors, HomogeneousBasisIsTheDomainsOwnRows) {
    const std::vector<Vec3d> rest{{0, 0, 0}, {1, 2, 3}, {4, 5, 6}};
    ReducedDomain domain{0, {1, 1, 1}, {0, 2}, Random{}.matrix(6, 2), {}, {}};
    const std::vector<std::uint32_t> nodes{2};
    const Eigen::MatrixXd h = homogeneousBasis(domain, rest, nodes);
    EXPECT_EQ(h.leftCols(2), domain.u.bottomRows(3));
    EXPECT_EQ(h.col(2), Eigen::Vector3d(3, 4, 5));
}

}  // namespace
}  // namespace sinew::reduction
