#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <vector>

#include "Asset/Writer.h"
#include "Material/Fibre.h"
#include "Material/Material.h"
#include "Runtime/Tick/Kernels.h"
#include "Support/Dice.h"
#include "Support/Materials.h"

namespace sinew {
namespace {

using test::Dice;
using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

// Numbers in memory that kernels may read, and the same for Eigen.
class Rows {
  public:
    Rows(std::uint32_t rows, std::uint32_t lanes)
        : rows_(rows), lanes_(lanes), bytes_(4 * std::size_t{rows} * lanes + 64) {}

    float* data() { return reinterpret_cast<float*>(bytes_.bytes().data()); }
    void roll(Dice& dice, std::uint32_t used) {
        for (std::uint32_t i = 0; i < rows_; ++i) {
            for (std::uint32_t j = 0; j < used; ++j)
                data()[i * lanes_ + j] = static_cast<float>(dice.between(-1, 1));
        }
    }
    void set(const Matrix& m) {
        for (std::uint32_t i = 0; i < rows_; ++i) {
            for (std::uint32_t j = 0; j < lanes_; ++j) data()[i * lanes_ + j] = static_cast<float>(m(i, j));
        }
    }
    Matrix matrix() {
        Matrix m(rows_, lanes_);
        for (std::uint32_t i = 0; i < rows_; ++i) {
            for (std::uint32_t j = 0; j < lanes_; ++j) m(i, j) = static_cast<double>(data()[i * lanes_ + j]);
        }
        return m;
    }

  private:
    std::uint32_t rows_, lanes_;
    AssetBytes bytes_;
};

// A domain of random tets.
struct KernelDomain {
    std::uint32_t rank, stride, tets;
    std::vector<AssetCubature> blocks;
    std::vector<AssetFibres> fibres;
    Rows basis, q;

    KernelDomain(std::uint32_t modes, std::uint32_t count, double bent)
        : rank(modes),
          stride(paddedModes(modes)),
          tets(count),
          blocks(blocksOf(count)),
          basis(9 * count, stride),
          q(1, stride) {
        Dice dice(modes * 100 + count);
        for (std::uint32_t i = 0; i < count; ++i) {
            AssetCubature& block = blocks[i / kAssetLanes];
            block.weight[i % kAssetLanes] = static_cast<float>(dice.between(0.5, 2));
            block.mu[i % kAssetLanes] = static_cast<float>(dice.between(1, 2));
            block.lambda[i % kAssetLanes] = static_cast<float>(dice.between(5, 10));
        }
        basis.roll(dice, rank);
        q.roll(dice, rank);
        for (std::uint32_t j = 0; j < rank; ++j) q.data()[j] *= static_cast<float>(bent / std::sqrt(rank));
    }

    CubatureTask task(MaterialKind kind, float* force, float* stiffness, bool definite = true) {
        return {blocks.data(), basis.data(),  tets,
                stride,        stride,        static_cast<std::uint32_t>(kind),
                q.data(),      force,         stiffness,
                definite,      fibres.data(), static_cast<std::uint32_t>(fibres.size()),
                kFirstBlock};
    }

    // None in every third block, two records in others; a third of the points have none.
    static constexpr std::uint32_t kFirstBlock = 7;
    void addFibres() {
        Dice dice(rank);
        for (std::uint32_t block = 0; block < blocks.size(); ++block) {
            for (std::uint32_t record = 0; record < (block % 3 == 1 ? 0u : 2u); ++record) {
                AssetFibres& f = fibres.emplace_back();
                f.block = kFirstBlock + block;
                for (std::uint32_t lane = 0; lane < kAssetLanes; ++lane) {
                    f.toe[lane] = static_cast<float>(dice.between(0.05, 0.5));
                    if (block * kAssetLanes + lane >= tets || dice.below(3) == 0) continue;
                    const Vec3d w = normalized(dice.vector(1), Vec3d{1, 0, 0});
                    for (int i = 0; i < 3; ++i) f.direction[i][lane] = static_cast<float>(w[i]);
                    f.stiffness[lane] = static_cast<float>(dice.between(20, 80));
                }
            }
        }
    }
};

struct Sums {
    double energy = 0;
    Vector force;
    Matrix stiffness;
};

// Tet by tet in double precision.
Sums plainSums(KernelDomain& d, MaterialKind kind, bool definite = true) {
    const Matrix basis = d.basis.matrix();
    const Vector q = d.q.matrix().row(0);
    Sums sums{0, Vector::Zero(d.stride), Matrix::Zero(d.stride, d.stride)};
    withMaterial<double>(kind, [&](auto energy) {
        using Energy = decltype(energy);
        for (std::uint32_t t = 0; t < d.tets; ++t) {
            const AssetCubature& block = d.blocks[t / kAssetLanes];
            const double w = static_cast<double>(block.weight[t % kAssetLanes]);
            const Lame<double> m{static_cast<double>(block.mu[t % kAssetLanes]),
                                 static_cast<double>(block.lambda[t % kAssetLanes])};
            const Matrix b = basis.middleRows(9 * t, 9);
            const auto unflat = [](const Vector& v) {
                Mat3d f;
                for (int i = 0; i < 9; ++i) f(i % 3, i / 3) = v[i];
                return f;
            };
            const auto flat = [](const Mat3d& f) {
                Vector v(9);
                for (int i = 0; i < 9; ++i) v[i] = f(i % 3, i / 3);
                return v;
            };
            const Mat3d f = Mat3d::identity() + unflat(b * q);
            sums.energy += w * energyDensity<Energy>(f, m);
            sums.force += w * b.transpose() * flat(firstPiola<Energy>(f, m));
            const Svd3<double> svd = svd3Scalar(f);
            const Principal<double> p = Energy::principal(svd.sigma, m);
            const PrincipalStiffness<double> h = definite ? projectedStiffness(p) : trueStiffness(p);
            Matrix dp(9, d.stride);
            for (Eigen::Index c = 0; c < dp.cols(); ++c) {
                const Mat3d df = transpose(svd.u) * unflat(b.col(c)) * svd.v;
                dp.col(c) = flat(svd.u * stressDifferential(h, df) * transpose(svd.v));
            }
            sums.stiffness += w * b.transpose() * dp;
        }
    });
    return sums;
}

// Fibre by fibre in double precision.
void addPlainFibres(KernelDomain& d, Sums& sums) {
    const Matrix basis = d.basis.matrix();
    const Vector q = d.q.matrix().row(0);
    for (const AssetFibres& record : d.fibres) {
        for (std::uint32_t lane = 0; lane < kAssetLanes; ++lane) {
            const std::uint32_t block = record.block - KernelDomain::kFirstBlock,
                                t = block * kAssetLanes + lane;
            if (record.stiffness[lane] == 0) continue;
            const double w = static_cast<double>(d.blocks[block].weight[lane]);
            const FibreLaw<double> law{static_cast<double>(record.stiffness[lane]),
                                       static_cast<double>(record.toe[lane])};
            Matrix rows = Matrix::Zero(3, d.stride);
            Vec3d y;
            for (int c = 0; c < 3; ++c) {
                const double along = static_cast<double>(record.direction[c][lane]);
                rows += along * basis.middleRows(9 * t + 3 * c, 3);
                y[c] += along;
            }
            const Vector moved = rows * q;
            for (int i = 0; i < 3; ++i) y[i] += moved[i];
            const FibreResponse<double> r = fibreResponse(y, law);
            Matrix h(3, 3);
            for (int i = 0; i < 3; ++i) {
                for (int j = 0; j < 3; ++j)
                    h(i, j) = (i == j ? r.across : 0) + (r.along - r.across) * r.axis[i] * r.axis[j];
            }
            sums.energy += w * r.energy;
            sums.force += w * r.tension * rows.transpose() * Eigen::Vector3d(y.x, y.y, y.z);
            sums.stiffness += w * rows.transpose() * h * rows;
        }
    }
}

class KernelsOf : public testing::TestWithParam<InstructionSet> {
  protected:
    const RuntimeKernels& kernels = runtimeKernels(GetParam());
};

// All materials, all widths, blocks that are partly filled, shapes with inverted tets among them.
TEST_P(KernelsOf, CubatureIsTheSumTetByTet) {
    for (const MaterialKind kind : test::kMaterials) {
        for (const std::uint32_t rank : {3u, 8u, 13u, 20u, 30u, 40u, 44u, 51u, 64u}) {
            for (const double bent : {0.1, 1.5}) {
                KernelDomain d(rank, 16 + rank, bent);
                Rows force(1, d.stride), definite(d.stride, d.stride), exact(d.stride, d.stride);
                const float energy = kernels.cubatureForces(d.task(kind, force.data(), nullptr));
                kernels.cubatureStiffness(d.task(kind, nullptr, definite.data(), true));
                kernels.cubatureStiffness(d.task(kind, nullptr, exact.data(), false));
                const Sums plain = plainSums(d, kind, true);
                const Matrix expected = plainSums(d, kind, false).stiffness;
                EXPECT_NEAR(energy, plain.energy, 2e-5 * plain.energy);
                EXPECT_LT((force.matrix().row(0).transpose() - plain.force).norm(),
                          2e-5 * plain.force.norm());
                EXPECT_LT((definite.matrix() - plain.stiffness).norm(), 1e-4 * plain.stiffness.norm())
                    << static_cast<int>(kind) << " rank " << rank << " bent " << bent;
                EXPECT_LT((exact.matrix() - expected).norm(), 1e-4 * expected.norm())
                    << static_cast<int>(kind) << " rank " << rank << " bent " << bent;
            }
        }
    }
}

TEST_P(KernelsOf, FibresAreTheSumOneByOne) {
    for (const MaterialKind kind : test::kMaterials) {
        for (const std::uint32_t rank : {3u, 20u, 64u}) {
            for (const bool isDefinite : {true, false}) {
                KernelDomain d(rank, 40 + rank, 0.5);
                d.addFibres();
                Rows force(1, d.stride), stiffness(d.stride, d.stride);
                const float energy = kernels.cubatureForces(d.task(kind, force.data(), nullptr));
                kernels.cubatureStiffness(d.task(kind, nullptr, stiffness.data(), isDefinite));
                Sums plain = plainSums(d, kind, isDefinite);
                const Sums without = plain;
                addPlainFibres(d, plain);
                EXPECT_GT(plain.energy, 1.05 * without.energy);
                EXPECT_NEAR(energy, plain.energy, 2e-5 * plain.energy);
                EXPECT_LT((force.matrix().row(0).transpose() - plain.force).norm(),
                          3e-5 * plain.force.norm());
                EXPECT_LT((stiffness.matrix() - plain.stiffness).norm(), 1e-4 * plain.stiffness.norm());
            }
        }
    }
}

// Points of skin: fibres without flesh.
TEST_P(KernelsOf, FibresNeedNoFleshAboutThem) {
    KernelDomain d(13, 40, 0.5);
    d.addFibres();
    for (AssetCubature& block : d.blocks) {
        std::fill_n(block.mu, kAssetLanes, 0.0f);
        std::fill_n(block.lambda, kAssetLanes, 0.0f);
    }
    Rows force(1, d.stride), definite(d.stride, d.stride), exact(d.stride, d.stride);
    Sums plain{0, Vector::Zero(d.stride), Matrix::Zero(d.stride, d.stride)};
    addPlainFibres(d, plain);
    for (const MaterialKind kind : test::kMaterials) {
        EXPECT_NEAR(kernels.cubatureForces(d.task(kind, force.data(), nullptr)), plain.energy,
                    2e-5 * plain.energy);
        kernels.cubatureStiffness(d.task(kind, nullptr, definite.data(), true));
        kernels.cubatureStiffness(d.task(kind, nullptr, exact.data(), false));
        EXPECT_LT((force.matrix().row(0).transpose() - plain.force).norm(), 2e-5 * plain.force.norm());
        EXPECT_LT((definite.matrix() - plain.stiffness).norm(), 1e-4 * plain.stiffness.norm());
        EXPECT_LT((exact.matrix() - plain.stiffness).norm(), 1e-4 * plain.stiffness.norm());
    }
}

// A share of the modes is the same as their first rows and columns.
TEST_P(KernelsOf, FewerLanesAreTheFirstOnes) {
    KernelDomain d(40, 50, 0.3);
    d.addFibres();
    for (std::uint32_t j = 16; j < 40; ++j) d.q.data()[j] = 0;
    Rows force(1, 16), stiffness(16, 16);
    CubatureTask task = d.task(MaterialKind::StableNeoHookean, force.data(), stiffness.data());
    task.lanes = 16;
    kernels.cubatureForces(task);
    kernels.cubatureStiffness(task);
    Sums plain = plainSums(d, MaterialKind::StableNeoHookean);
    addPlainFibres(d, plain);
    EXPECT_LT((force.matrix().row(0).transpose() - plain.force.head(16)).norm(), 2e-5 * plain.force.norm());
    EXPECT_LT((stiffness.matrix() - plain.stiffness.topLeftCorner(16, 16)).norm(),
              1e-4 * plain.stiffness.norm());
}

TEST_P(KernelsOf, NotANumberComesOutAsOne) {
    KernelDomain d(13, 20, 0.3);
    d.q.data()[4] = std::numeric_limits<float>::quiet_NaN();
    Rows force(1, d.stride);
    EXPECT_TRUE(
        std::isnan(kernels.cubatureForces(d.task(MaterialKind::StableNeoHookean, force.data(), nullptr))));
}

Matrix positive(std::uint32_t lanes, Dice& dice) {
    Rows a(2 * lanes, lanes);
    a.roll(dice, lanes);
    return a.matrix().transpose() * a.matrix() + 0.1 * Matrix::Identity(lanes, lanes);
}

TEST_P(KernelsOf, ABlockSystemIsSolvedAsEigenDoes) {
    Dice dice(3);
    for (const std::uint32_t n : {8u, 24u, 40u, 64u}) {
        for (const std::uint32_t m : {8u, 16u, 40u}) {
            // [A B; Bᵀ C], definite by construction.
            const Matrix whole = positive(n + m, dice);
            Rows a(n, n), b(n, m), c(m, m), x(1, n), y(1, m);
            a.set(whole.topLeftCorner(n, n));
            b.set(whole.topRightCorner(n, m));
            c.set(whole.bottomRightCorner(m, m));
            x.roll(dice, n), y.roll(dice, m);
            Vector right(n + m);
            right << x.matrix().row(0).transpose(), y.matrix().row(0).transpose();
            ASSERT_TRUE(kernels.factorBlock(a.data(), n));
            kernels.divideBlock(a.data(), n, b.data(), m);
            kernels.subtractSquareBlock(b.data(), m, n, c.data());
            ASSERT_TRUE(kernels.factorBlock(c.data(), m));
            kernels.forwardBlock(a.data(), n, x.data());
            kernels.addTransposed(b.data(), m, n, m, x.data(), -1, y.data());
            kernels.forwardBlock(c.data(), m, y.data());
            kernels.backwardBlock(c.data(), m, y.data());
            kernels.addTimes(b.data(), m, n, m, y.data(), -1, x.data());
            kernels.backwardBlock(a.data(), n, x.data());
            Vector solution(n + m);
            solution << x.matrix().row(0).transpose(), y.matrix().row(0).transpose();
            EXPECT_LT((whole * solution - right).norm(), 2e-4 * right.norm()) << n << " " << m;
        }
    }
}

TEST_P(KernelsOf, ProductsAreThoseOfMatrices) {
    Dice dice(4);
    for (const std::uint32_t n : {8u, 24u, 64u}) {
        for (const std::uint32_t m : {8u, 16u, 24u, 32u, 40u}) {
            Rows a(11, n), b(11, m), to(n, m), square(n, n);
            a.roll(dice, n), b.roll(dice, m), to.roll(dice, m), square.roll(dice, n);
            const Matrix expected = to.matrix() - a.matrix().transpose() * b.matrix();
            kernels.subtractBlock(a.data(), n, b.data(), m, 11, to.data());
            EXPECT_LT((to.matrix() - expected).norm(), 1e-5 * expected.norm());
            const Matrix more = square.matrix() + a.matrix().transpose() * a.matrix();
            kernels.addSquareBlock(a.data(), n, 11, square.data());
            for (std::uint32_t i = 0; i < n; ++i) {
                for (std::uint32_t j = i; j < n; ++j) EXPECT_NEAR(square.matrix()(i, j), more(i, j), 1e-5);
            }
        }
    }
}

TEST_P(KernelsOf, WhatIsNotDefiniteIsRefused) {
    Dice dice(5);
    Matrix a = positive(24, dice);
    a.row(17).setZero();
    a.col(17).setZero();
    Rows block(24, 24);
    block.set(a);
    EXPECT_FALSE(kernels.factorBlock(block.data(), 24));
    block.set(-Matrix::Identity(24, 24));
    EXPECT_FALSE(kernels.factorBlock(block.data(), 24));
}

TEST_P(KernelsOf, WeightedSumsAddUp) {
    Dice dice(6);
    Rows arrays(9, 40), to(1, 40);
    arrays.roll(dice, 40);
    WeightedArrays weighted{};
    Vector weights(9);
    for (std::uint32_t i = 0; i < 9; ++i) {
        weighted.array[i] = arrays.data() + 40 * i;
        weighted.weight[i] = static_cast<float>(weights[i] = dice.between(-1, 1));
    }
    for (weighted.count = 1; weighted.count <= 9; ++weighted.count) {
        kernels.weightedSum(weighted, 40, to.data());
        const auto used = static_cast<Eigen::Index>(weighted.count);
        const Vector expected = arrays.matrix().topRows(used).transpose() * weights.head(used);
        EXPECT_LT((to.matrix().row(0).transpose() - expected).norm(), 1e-5);
    }
}

INSTANTIATE_TEST_SUITE_P(All, KernelsOf,
                         testing::ValuesIn(supportedInstructionSets().begin(),
                                           supportedInstructionSets().end()),
                         [](const auto& set) { return std::string(instructionSetName(set.param)); });

}  // namespace
}  // namespace sinew
