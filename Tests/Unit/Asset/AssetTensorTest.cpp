// The arrays hold what the tick needs of coupling and mass: forces and Jacobians of both sides against sums
// over nodes.
#include <gtest/gtest.h>

#include "Support/Runtime/AssetSamples.h"

namespace sinew {
namespace {

using namespace test;

// What a domain does at run time.
struct Frame {
    Mat3d r;
    Vec3d t;
    std::vector<double> q;

    Vec3d point(const SampleNodes& nodes, std::size_t k) const {
        Vec3d local = nodes.p[k];
        for (std::uint32_t j = 0; j < nodes.rank(); ++j) local += nodes.modes[j][k] * q[j];
        return r * local + t;
    }
    // (q, 1)
    double at(std::uint32_t i) const { return i < q.size() ? q[i] : 1; }
};

Frame randomFrame(std::uint32_t rank, Dice& dice) {
    Frame frame;
    const Vec3d axis = dice.vector(1);
    frame.r = toMatrix(normalized(Quatd{axis.x, axis.y, axis.z, dice.between(-1, 1)}));
    frame.t = dice.vector(0.1);
    for (std::uint32_t i = 0; i < rank; ++i) frame.q.push_back(dice.between(-0.5, 0.5));
    return frame;
}

// Row i, column j of a matrix of padded columns.
double entry(const float* m, std::uint32_t rows, std::uint32_t i, std::uint32_t j) {
    return static_cast<double>(m[std::size_t{j} * rows + i]);
}

// Entry (i, j) of Σ R_{μν} A^{μν}.
double sandwiched(const float* nine, std::uint32_t stride, std::uint32_t rows, const Mat3d& r,
                  std::uint32_t i, std::uint32_t j) {
    double sum = 0;
    for (int n = 0; n < 9; ++n) sum += r(n / 3, n % 3) * entry(nine + n * std::size_t{stride}, rows, i, j);
    return sum;
}

// The equations of FORMAT.md (COUP), entry by entry.
struct Coupling {
    CouplingView c;
    double kappa, area;
    Frame a, b;

    std::uint32_t rankA() const { return static_cast<std::uint32_t>(a.q.size()); }
    std::uint32_t rankB() const { return static_cast<std::uint32_t>(b.q.size()); }
    Mat3d turn() const { return transpose(a.r) * b.r; }
    double ab(std::uint32_t i, std::uint32_t j) const {
        return sandwiched(c.ab, c.stride, c.rowsA, turn(), i, j);
    }

    // Row i of what presses on a, before −κ; the last row belongs to p.
    double pressA(std::uint32_t i) const {
        const Vec3d apart = transpose(a.r) * (a.t - b.t);
        double sum = 0;
        for (std::uint32_t j = 0; j <= rankA(); ++j) sum += entry(c.aa, c.rowsA, i, j) * a.at(j);
        for (std::uint32_t j = 0; j <= rankB(); ++j) sum -= ab(i, j) * b.at(j);
        for (std::uint32_t k = 0; k < 3; ++k) sum += entry(c.a1, c.rowsA, i, k) * apart[static_cast<int>(k)];
        return sum;
    }
    double pressB(std::uint32_t i) const {
        const Vec3d apart = transpose(b.r) * (b.t - a.t);
        double sum = 0;
        for (std::uint32_t j = 0; j <= rankB(); ++j) sum += entry(c.bb, c.rowsB, i, j) * b.at(j);
        for (std::uint32_t j = 0; j <= rankA(); ++j) sum -= ab(j, i) * a.at(j);
        for (std::uint32_t k = 0; k < 3; ++k) sum += entry(c.b1, c.rowsB, i, k) * apart[static_cast<int>(k)];
        return sum;
    }
    double energy() const {
        const Vec3d apart = a.t - b.t;
        const Vec3d inA = transpose(a.r) * apart, inB = transpose(b.r) * apart;
        double sum = area * dot(apart, apart);
        for (std::uint32_t i = 0; i <= rankA(); ++i) {
            sum += a.at(i) * pressA(i);
            for (std::uint32_t k = 0; k < 3; ++k)
                sum += a.at(i) * entry(c.a1, c.rowsA, i, k) * inA[static_cast<int>(k)];
        }
        for (std::uint32_t i = 0; i <= rankB(); ++i) {
            sum += b.at(i) * pressB(i);
            for (std::uint32_t k = 0; k < 3; ++k)
                sum -= b.at(i) * entry(c.b1, c.rowsB, i, k) * inB[static_cast<int>(k)];
        }
        return 0.5 * kappa * sum;
    }
};

// The same by springs between nodes.
struct Springs {
    const SampleNodes& left;
    const SampleNodes& right;
    double kappa;

    double energy(const Frame& a, const Frame& b) const {
        double sum = 0;
        for (std::size_t k = 0; k < left.p.size(); ++k) {
            const Vec3d gap = a.point(left, k) - b.point(right, k);
            sum += 0.5 * kappa * left.weight[k] * dot(gap, gap);
        }
        return sum;
    }
    double forceA(const Frame& a, const Frame& b, std::uint32_t i) const {
        double sum = 0;
        for (std::size_t k = 0; k < left.p.size(); ++k)
            sum -= kappa * left.weight[k] * dot(a.r * left.at(i, k), a.point(left, k) - b.point(right, k));
        return sum;
    }
    double forceB(const Frame& a, const Frame& b, std::uint32_t i) const {
        double sum = 0;
        for (std::size_t k = 0; k < left.p.size(); ++k)
            sum += kappa * left.weight[k] * dot(b.r * right.at(i, k), a.point(left, k) - b.point(right, k));
        return sum;
    }
};

class AssetTensors : public testing::Test {
  protected:
    AssetTensors() { EXPECT_TRUE(viewAsset(bytes_.bytes(), view_).ok()); }

    Coupling coupling(std::size_t i, Dice& dice) const {
        const AssetInterface& f = view_.interfaces[i];
        return {couplingOf(view_, f), static_cast<double>(f.coupling), static_cast<double>(f.area),
                randomFrame(view_.domains[f.a].rank, dice), randomFrame(view_.domains[f.b].rank, dice)};
    }
    // Content keeps its own order of interfaces.
    Springs springs(std::size_t i) const {
        const AssetInterface& f = view_.interfaces[i];
        std::size_t at = 0;
        while (sample_.content.interfaces[at].a != f.a || sample_.content.interfaces[at].b != f.b) ++at;
        return {sample_.couplings[at].first, sample_.couplings[at].second, static_cast<double>(f.coupling)};
    }

    SampleAsset sample_ = sampleAsset({.ranks = {3, 2, 0, 9, 1}, .nodes = 7});
    AssetBytes bytes_ = packAsset(sample_.content);
    AssetView view_;
};

TEST_F(AssetTensors, CouplingForcesOfBothSidesAreThoseOfTheSprings) {
    Dice dice(1);
    for (std::size_t i = 0; i < view_.interfaces.size(); ++i) {
        const Coupling c = coupling(i, dice);
        const Springs s = springs(i);
        const double unit = 1e-5 * s.kappa * c.area;
        for (std::uint32_t k = 0; k < c.rankA(); ++k)
            EXPECT_NEAR(-c.kappa * c.pressA(k), s.forceA(c.a, c.b, k), unit);
        for (std::uint32_t k = 0; k < c.rankB(); ++k)
            EXPECT_NEAR(-c.kappa * c.pressB(k), s.forceB(c.a, c.b, k), unit);
        EXPECT_NEAR(c.energy(), s.energy(c.a, c.b), 10 * unit);
    }
}

TEST_F(AssetTensors, CouplingJacobiansAreDifferencesOfForces) {
    Dice dice(2);
    for (std::size_t i = 0; i < view_.interfaces.size(); ++i) {
        const Coupling c = coupling(i, dice);
        const Springs s = springs(i);
        const double unit = 1e-5 * s.kappa * c.area;
        for (std::uint32_t row = 0; row < c.rankA(); ++row) {
            for (std::uint32_t column = 0; column < c.rankB(); ++column) {
                Frame moved = c.b;
                moved.q[column] += 1;  // forces are linear in q
                const double difference = s.forceA(c.a, moved, row) - s.forceA(c.a, c.b, row);
                EXPECT_NEAR(c.kappa * c.ab(row, column), difference, unit);
            }
            for (std::uint32_t column = 0; column < c.rankA(); ++column) {
                Frame moved = c.a;
                moved.q[column] += 1;
                const double difference = s.forceA(moved, c.b, row) - s.forceA(c.a, c.b, row);
                EXPECT_NEAR(-c.kappa * entry(c.c.aa, c.c.rowsA, row, column), difference, unit);
            }
        }
    }
}

Mat3d crossMatrix(Vec3d w) {
    return {{{0, w.z, -w.y}, {-w.z, 0, w.x}, {w.y, -w.x, 0}}};
}

// Σ m Uᵀ W (p + U q) for any matrix W: centrifugal, Coriolis and Euler forces are of this kind (numerics of
// the quadratic-velocity terms), M_tq and first moments are Σ m [U|p].
TEST_F(AssetTensors, MassTensorsAreSumsOverNodes) {
    Dice dice(3);
    for (std::size_t d = 0; d < view_.domains.size(); ++d) {
        const SampleNodes& nodes = sample_.masses[d];
        const MassView m = massOf(view_, view_.domains[d]);
        const Frame frame = randomFrame(nodes.rank(), dice);
        const Vec3d spin = dice.vector(2);
        const Mat3d w = crossMatrix(spin) * crossMatrix(spin) + crossMatrix(dice.vector(2));
        for (std::uint32_t i = 0; i <= nodes.rank(); ++i) {
            double direct = 0, summed = 0;
            for (std::size_t k = 0; k < nodes.p.size(); ++k) {
                Vec3d local = nodes.p[k];
                for (std::uint32_t j = 0; j < nodes.rank(); ++j) local += nodes.modes[j][k] * frame.q[j];
                direct += nodes.weight[k] * dot(nodes.at(i, k), w * local);
            }
            for (std::uint32_t j = 0; j <= nodes.rank(); ++j)
                summed += sandwiched(m.sandwich, m.stride, m.rows, w, i, j) * frame.at(j);
            EXPECT_NEAR(summed, direct, 1e-4);
            for (std::uint32_t j = 0; j <= nodes.rank(); ++j) {
                double product = 0;
                for (std::size_t k = 0; k < nodes.p.size(); ++k)
                    product += nodes.weight[k] * dot(nodes.at(i, k), nodes.at(j, k));
                EXPECT_NEAR(entry(m.mass, m.rows, i, j), product, 1e-5);
            }
            for (std::uint32_t c = 0; c < 3; ++c) {
                double moment = 0;
                for (std::size_t k = 0; k < nodes.p.size(); ++k)
                    moment += nodes.weight[k] * nodes.at(i, k)[static_cast<int>(c)];
                EXPECT_NEAR(entry(m.one, m.rows, i, c), moment, 1e-5);
            }
        }
    }
}

}  // namespace
}  // namespace sinew
