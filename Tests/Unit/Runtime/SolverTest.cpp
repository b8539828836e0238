#include "Runtime/Tick/Solver.h"

#include <gtest/gtest.h>

#include "Offline/Reduction/Assembly.h"
#include "Offline/Reduction/Twin/ReducedSolver.h"
#include "Offline/Workers.h"
#include "Runtime/Tick/Forces.h"
#include "Support/Bodies/TrainedLimb.h"
#include "Support/Runtime/AssetSamples.h"
#include "Support/Runtime/RuntimeBodies.h"

namespace sinew {
namespace {

using test::framesOf;
using test::HeldBody;
using test::HeldSolver;

const SolveSettings kThorough{1e-4f, 30, true, 0.25f};  // 1e-5 is where float's rounding begins to show

void put(const reduction::ReducedSolver::Coordinates& q, const Body& body, std::span<float> lanes) {
    for (std::size_t d = 0; d < q.size(); ++d) {
        for (Eigen::Index k = 0; k < q[d].size(); ++k) {
            lanes[body.domains[d].firstLane + static_cast<std::size_t>(k)] = static_cast<float>(q[d][k]);
        }
    }
}

Eigen::VectorXd gather(std::span<const float> lanes, std::span<const BodyDomain> domains, std::size_t count) {
    std::vector<double> all;
    for (std::size_t d = 0; d < count; ++d) {
        for (std::uint32_t k = 0; k < domains[d].rank; ++k)
            all.push_back(static_cast<double>(lanes[domains[d].firstLane + k]));
    }
    return Eigen::Map<Eigen::VectorXd>(all.data(), static_cast<Eigen::Index>(all.size()));
}

Eigen::VectorXd joined(const reduction::ReducedSolver::Coordinates& q) {
    std::vector<double> all;
    for (const Eigen::VectorXd& part : q) all.insert(all.end(), part.begin(), part.end());
    return Eigen::Map<Eigen::VectorXd>(all.data(), static_cast<Eigen::Index>(all.size()));
}

// In float, with tensors instead of sums over nodes, over two domains, over one with a carried bone, over
// cells with their hourglasses, and with fibres.
TEST(Solver, TheGradientIsThePlainSolvers) {
    for (const Trained* trained : withFibredLimbs({&trainedLimb(), &mergedLimb(), &cellLimb()})) {
        const HeldBody body(reduction::assetContent(trained->on(), trained->model, trained->learnt));
        HeldSolver fast(body.body);
        const reduction::ReducedSolver plain(trained->mesh, trained->model);
        for (const reduction::SolvedPose& pose : trained->unseen) {
            reduction::ReducedSolver::Coordinates q =
                reduction::projected(trained->on(), trained->model, pose);
            for (Eigen::VectorXd& part : q) part *= 1.1;  // so that domains gape
            put(q, body.body, fast.solver.q);
            const auto frames = framesOf(body.body.view, pose.skinMatrices);
            const SolveReport report = solve(fast.solver, frames, {}, {1e-9f, 0}, {});
            EXPECT_EQ(report.iterations, 0u);
            Eigen::VectorXd gradient;
            Eigen::MatrixXd stiffness;
            plain.linearise(pose.skinMatrices, q, gradient, stiffness);
            const Eigen::VectorXd mine = gather(fast.solver.gradient, fast.solver.domains, q.size());
            EXPECT_LT((mine - gradient).norm(), 1e-4 * gradient.norm());
        }
    }
}

TEST(Solver, RestsWhereThePlainSolverRests) {
    for (const Trained* trained : withFibredLimbs({&trainedLimb(), &mergedLimb(), &cellLimb()})) {
        const HeldBody body(reduction::assetContent(trained->on(), trained->model, trained->learnt));
        HeldSolver fast(body.body);
        const reduction::ReducedSolver plain(trained->mesh, trained->model);
        reduction::ReducedSolver::Coordinates q = plain.restCoordinates();
        for (const reduction::SolvedPose& pose : trained->unseen) {
            const reduction::ReducedReport slow = plain.solve(pose.skinMatrices, q);
            ASSERT_TRUE(slow.converged)
                << slow.iterations << " iterations, " << slow.force << " of " << slow.allowed;
            const SolveReport report =
                solve(fast.solver, framesOf(body.body.view, pose.skinMatrices), {}, kThorough, {});
            EXPECT_TRUE(report.converged) << report.residual;
            const Eigen::VectorXd mine = gather(fast.solver.q, fast.solver.domains, q.size());
            EXPECT_LT((mine - joined(q)).norm(), 1e-3 * joined(q).norm());
        }
    }
}

// What Rayleigh damping is proportional to, too.
void expectStiffnessOfThePlainSolver(const Trained& t) {
    const HeldBody body(reduction::assetContent(t.on(), t.model, t.learnt));
    HeldSolver fast(body.body);
    const std::vector<Affined> bind(t.character.skeleton.joints.size());
    const reduction::ReducedSolver::Coordinates q = reduction::projected(t.on(), t.model, t.learnt[2]);
    put(q, body.body, fast.solver.q);
    const auto expectPlain = [&](std::size_t d, const Eigen::VectorXd& at) {
        const reduction::ReducedModel alone{{t.model.domains[d]}, {}, {}, 0};
        Eigen::VectorXd unused;
        Eigen::MatrixXd expected;
        reduction::ReducedSolver(t.mesh, alone).linearise(bind, {at}, unused, expected);
        const BodyDomain& domain = fast.solver.domains[d];
        Eigen::MatrixXd mine(domain.rank, domain.rank);
        for (Eigen::Index i = 0; i < mine.rows(); ++i) {
            for (Eigen::Index j = 0; j < mine.cols(); ++j)
                mine(i, j) = static_cast<double>(
                    fast.solver.stiffness[domain.square + static_cast<std::size_t>(i * domain.lanes + j)]);
        }
        EXPECT_LT((mine - expected).norm(), 1e-4 * expected.norm());
    };
    for (std::size_t d = 0; d < 2; ++d) expectPlain(d, Eigen::VectorXd::Zero(q[d].size()));
    const Integration none;
    const SolveSettings settings;
    const SolveCall call{fast.solver, body.body, {}, none, settings, {}};
    fast.solver.definite = 1;
    ASSERT_EQ(markStale(call, 0), 2u);
    remakeStale(call);
    for (std::size_t d = 0; d < 2; ++d) expectPlain(d, q[d]);
}

TEST(Solver, TheStiffnessIsThePlainSolversWithItsStabilisation) {
    expectStiffnessOfThePlainSolver(cellLimb());
    for (const reduction::ReducedDomain& domain : cellLimb().model.domains)
        EXPECT_GT(domain.stabilisation.norm(), 0);
}

// Where limbs are bent, skin and fibres are stretched.
TEST(Solver, TheStiffnessIsThePlainSolversWithItsFibres) {
    for (const Trained* const t : fibredLimbs()) {
        expectStiffnessOfThePlainSolver(*t);
        const AssetContent content = reduction::assetContent(t->on(), t->model, t->learnt);
        const HeldBody body(content);
        EXPECT_GT(body.body.view.fibres.size(), 10u);
    }
}

// [U|p] with the first modes only.
AssetMatrix cut(const AssetMatrix& m, std::uint32_t rows, std::uint32_t columns) {
    const auto from = [](std::uint32_t i, std::uint32_t kept, std::uint32_t all) {
        return i + 1 < kept ? i : all - 1;
    };
    AssetMatrix out(rows, columns);
    for (std::uint32_t i = 0; i < rows; ++i) {
        for (std::uint32_t j = 0; j < columns; ++j)
            out(i, j) = m(from(i, rows, m.rows), columns == 3 ? j : from(j, columns, m.columns));
    }
    return out;
}

AssetMatrix firstOf(const AssetMatrix& square, std::uint32_t count) {
    AssetMatrix out(count, count);
    for (std::uint32_t i = 0; i < count; ++i) {
        for (std::uint32_t j = 0; j < count; ++j) out(i, j) = square(i, j);
    }
    return out;
}

// The domains of an asset with fewer modes, without its skin.
AssetContent withModes(AssetContent content, std::uint32_t limit) {
    for (DomainContent& d : content.domains) {
        d.rank = std::min(d.rank, limit);
        d.bounds.resize(d.rank);
        for (CubatureContent& tet : d.cubature) {
            tet.basis.columns = d.rank;
            tet.basis.values.resize(std::size_t{9} * d.rank);
        }
        d.massMatrix = cut(d.massMatrix, d.rank + 1, d.rank + 1);
        for (AssetMatrix& m : d.sandwich) m = cut(m, d.rank + 1, d.rank + 1);
        d.massOne = cut(d.massOne, d.rank + 1, 3);
        d.stabilisation = firstOf(d.stabilisation, d.rank);
    }
    for (InterfaceContent& f : content.interfaces) {
        const std::uint32_t a = content.domains[f.a].rank + 1, b = content.domains[f.b].rank + 1;
        f.aa = cut(f.aa, a, a);
        f.bb = cut(f.bb, b, b);
        for (AssetMatrix& m : f.ab) m = cut(m, a, b);
        f.aOne = cut(f.aOne, a, 3);
        f.bOne = cut(f.bOne, b, 3);
    }
    return content;
}

AssetContent withoutSkin(AssetContent content) {
    content.surface = {};
    content.surface.firstBinding = {0};
    content.samples.clear();
    return content;
}

// What is left out is left out as if it had never been learnt.
TEST(Solver, AShareOfTheModesIsASmallerModel) {
    test::SampleSize size;
    size.ranks = {20, 30, 0, 7, 26};
    AssetContent whole = withoutSkin(test::sampleAsset(size).content);
    test::stabilise(whole);
    const HeldBody large(whole), small(withModes(whole, 16));
    HeldSolver cut(large.body), plain(small.body);
    setModes(cut.solver, 0.5f);
    test::Dice dice(9);
    std::vector<Frame> frames;
    for (std::size_t d = 0; d < large.body.domains.size(); ++d) {
        ASSERT_EQ(cut.solver.domains[d].rank, small.body.domains[d].rank) << d;
        frames.push_back({expMap(dice.vector(0.1)),
                          dice.vector(0.01) + convert<double>(large.body.view.domains[d].centre)});
        for (std::uint32_t k = 0; k < small.body.domains[d].rank; ++k) {
            const auto q = static_cast<float>(dice.between(-0.01, 0.01));
            cut.solver.q[large.body.domains[d].firstLane + k] = q;
            plain.solver.q[small.body.domains[d].firstLane + k] = q;
        }
    }
    solve(cut.solver, frames, {}, {1e-9f, 1, true, 0}, {});
    solve(plain.solver, frames, {}, {1e-9f, 1, true, 0}, {});
    const Eigen::VectorXd expected = gather(plain.solver.q, plain.solver.domains, frames.size());
    EXPECT_GT(expected.norm(), 0);
    EXPECT_LT((gather(cut.solver.q, cut.solver.domains, frames.size()) - expected).norm(),
              1e-4 * expected.norm());
}

// Stiffness of earlier poses leads to the same rest, at less cost.
TEST(Solver, OldStiffnessConvergesToTheSamePlace) {
    const Trained& trained = trainedLimb();
    const HeldBody body(reduction::assetContent(trained.on(), trained.model, trained.learnt));
    HeldSolver fresh(body.body), lazy(body.body);
    const auto from = framesOf(body.body.view, trained.learnt.front().skinMatrices);
    const auto to = framesOf(body.body.view, trained.learnt.back().skinMatrices);
    std::uint32_t always = 0, seldom = 0;
    for (int i = 1; i <= 60; ++i) {
        std::vector<Frame> frames;
        for (std::size_t d = 0; d < from.size(); ++d) frames.push_back(between(from[d], to[d], i / 60.0));
        const SolveReport a = solve(fresh.solver, frames, {}, {1e-3f, 30, true, 0}, {});
        const SolveReport b = solve(lazy.solver, frames, {}, {1e-3f, 30, true, 0.25f}, {});
        EXPECT_TRUE(a.converged && b.converged) << a.residual << " " << b.residual;
        always += a.remade;
        seldom += b.remade;
        const Eigen::VectorXd one = gather(fresh.solver.q, fresh.solver.domains, 2);
        EXPECT_LE((gather(lazy.solver.q, lazy.solver.domains, 2) - one).norm(), 1e-2 * one.norm() + 1e-5);
    }
    EXPECT_LT(10 * seldom, 7 * always);
}

TEST(Solver, SameBitsForAnyWorkerCount) {
    const Trained& trained = trainedLimb();
    const HeldBody body(reduction::assetContent(trained.on(), trained.model, trained.learnt));
    HeldSolver serial(body.body);
    for (const reduction::SolvedPose& pose : trained.learnt) {
        solve(serial.solver, framesOf(body.body.view, pose.skinMatrices), {}, {}, {});
    }
    for (const std::uint32_t workers : {1u, 2u, 3u, 8u}) {
        Workers threads(workers);
        HeldSolver parallel(body.body);
        for (const reduction::SolvedPose& pose : trained.learnt) {
            solve(parallel.solver, framesOf(body.body.view, pose.skinMatrices), {}, {}, threads.jobs());
        }
        EXPECT_EQ(std::vector<float>(serial.solver.q.begin(), serial.solver.q.end()),
                  std::vector<float>(parallel.solver.q.begin(), parallel.solver.q.end()));
    }
}

}  // namespace
}  // namespace sinew
