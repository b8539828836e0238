#include "Offline/Reduction/Training.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "Offline/Character/Pose.h"
#include "Offline/Character/Skinning.h"
#include "Offline/Reduction/Assembly.h"
#include "Offline/Reduction/Judgement.h"
#include "Offline/Reduction/SkinBinding.h"
#include "Offline/Solve/CharacterSolver.h"
#include "Samples.h"

namespace sinew {
namespace {

// The limb bent by some angles, solved in full; five poses to learn from and two to judge by.
struct Solved {
    Character character = makeSamples()[0];
    Volume volume;
    std::vector<SolvedPose> learnt, unseen;

    Solved() {
        VolumeSettings wanted;
        wanted.tets = 1200;
        volume = buildVolume(character, wanted);
        PoseSettings settings;
        settings.newton.relative = 1e-5;
        CharacterSolver solver(character, volume, Flesh{}, settings, {});
        const auto solve = [&](double angle, std::uint32_t start) -> SolvedPose {
            std::vector<Affined> frames = bindFrames(character.skeleton);
            frames[1].linear = toMatrix(fromAxisAngle(Vec3d{0, 0, 1}, angle)) * frames[1].linear;
            EXPECT_TRUE(solver.moveTo(frames).converged);
            return {std::to_string(angle), skinMatrices(character.skeleton, frames), solver.shape().x, start};
        };
        for (int i = 0; i < 5; ++i) learnt.push_back(solve(0.25 * i, 0));
        unseen = {solve(0.4, 1), solve(0.9, 3)};
    }
};

struct Trained : Solved {
    std::unique_ptr<ElasticBody> elastic;
    Domains domains;
    ReducedModel model;
    std::vector<BasisReport> reports;

    explicit Trained(const DomainSettings& settings = {}, const BasisSettings& bases = {.vibrations = 0})
        : Solved(solved()),
          elastic(std::make_unique<ElasticBody>(volume.tets, Flesh{})),
          domains(divideIntoDomains(character, volume, settings)) {
        const auto rows = 3 * static_cast<Eigen::Index>(volume.tets.nodes.size());
        model = makeBases(on(), learnt, Eigen::MatrixXd(rows, 0), bases, reports);
    }

    static const Solved& solved() {
        static const Solved once;
        return once;
    }
    TrainingBody on() const { return {character, volume, *elastic, domains}; }
};

const Trained& limb() {
    static const Trained trained;
    return trained;
}

// Its lower bone is carried by the one domain that is left.
const Trained& mergedLimb() {
    static const Trained trained([] {
        DomainSettings settings;
        settings.merged = {"lower"};
        return settings;
    }());
    return trained;
}

double rmsDistance(std::span<const Vec3d> a, std::span<const Vec3d> b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += dot(a[i] - b[i], a[i] - b[i]);
    return std::sqrt(sum / static_cast<double>(a.size()));
}

TEST(Training, WhatWasLearntIsShownAsItWas) {
    for (const Trained* trained : {&limb(), &mergedLimb()}) {
        const ReducedSolver solver(*trained->elastic, trained->model);
        for (const SolvedPose& pose : trained->learnt) {
            const auto nodes =
                solver.nodes(pose.skinMatrices, projected(trained->on(), trained->model, pose));
            EXPECT_LT(rmsDistance(nodes, pose.nodes), 1e-7) << pose.name;
        }
        for (const BasisReport& report : trained->reports) EXPECT_GT(report.captured, 1 - 1e-9);
    }
}

// Four bent poses have four shapes, wherever the modes could go.
TEST(Training, ModesAreSharedByWhatDomainsNeed) {
    EXPECT_EQ(limb().model.domains.size(), 2u);
    for (const ReducedDomain& domain : limb().model.domains) EXPECT_EQ(domain.rank(), 4);
    const Trained few({}, {.rank = 3, .vibrations = 0});
    EXPECT_EQ(few.model.domains[0].rank() + few.model.domains[1].rank(), 6);
    const Trained even({}, {.rank = 2, .even = true, .vibrations = 0});
    for (const ReducedDomain& domain : even.model.domains) EXPECT_EQ(domain.rank(), 2);
}

TEST(Training, JudgementIsThatOfThePosesGiven) {
    const Trained& t = limb();
    const Judgement judgement = judge(t.on(), t.model, t.learnt, t.unseen, {});
    const SkinBinding skin = bindSkin(t.on(), t.model);
    ASSERT_EQ(judgement.poses.size(), 2u);
    const ReducedSolver solver(*t.elastic, t.model);
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < 2; ++i) {
        const SolvedPose& pose = t.unseen[i];
        const PoseError& error = judgement.poses[i];
        const auto skinned = skinPositions(t.character, pose.skinMatrices, SkinMethod::LinearBlend);
        const auto full = skinPositions(t.volume, pose.nodes, skinned);
        EXPECT_NEAR(error.skinning.rms, rmsDistance(skinned, full), 1e-12);
        ReducedSolver::Coordinates q = projected(t.on(), t.model, pose);
        EXPECT_NEAR(error.projection.rms,
                    rmsDistance(skinPositions(t.on(), t.model, skin, pose.skinMatrices, q, skinned), full),
                    1e-12);
        EXPECT_TRUE(solver.solve(pose.skinMatrices, q).converged);
        EXPECT_NEAR(error.reduced.rms,
                    rmsDistance(skinPositions(t.on(), t.model, skin, pose.skinMatrices, q, skinned), full),
                    1e-3 * error.reduced.rms);
        EXPECT_TRUE(error.converged);
        EXPECT_LE(error.projection.rms, error.reduced.rms);
        EXPECT_LT(error.reduced.rms, 0.5 * error.skinning.rms);
        EXPECT_LE(error.skinning.percentile95, error.skinning.most);
        for (std::size_t v = 0; v < full.size(); ++v, ++count) sum += length(skinned[v] - full[v]);
    }
    EXPECT_NEAR(judgement.skinning.mean, sum / count, 1e-12);
    // The limb is a tube about its bones.
    for (const double radius : judgement.limbRadii) EXPECT_NEAR(radius, 0.05, 0.02);
    const PoseError& worst = judgement.poses[judgement.worstPose];
    for (const PoseError& error : judgement.poses) {
        for (std::size_t d = 0; d < 2; ++d) {
            EXPECT_LE(
                error.reducedOfDomain[d] / judgement.limbRadii[d],
                worst.reducedOfDomain[judgement.worstDomain] / judgement.limbRadii[judgement.worstDomain]);
        }
    }
    EXPECT_NEAR(rmsDistance(judgement.worst.reduced, judgement.worst.full), worst.reduced.rms, 1e-12);
}

// The energy of everything, from what is in an asset.
class ContentEnergy {
  public:
    ContentEnergy(const AssetContent& content, std::span<const Affined> skinMatrices)
        : content_(content), matrices_(skinMatrices) {}

    double operator()(const ReducedSolver::Coordinates& q) const {
        double sum = 0;
        for (std::size_t d = 0; d < q.size(); ++d) {
            for (const CubatureContent& tet : content_.domains[d].cubature) {
                const Eigen::VectorXd f = map(tet.basis) * q[d];
                Mat3d gradient = Mat3d::identity();
                for (int j = 0; j < 3; ++j) gradient.column[j] += Vec3d{f[3 * j], f[3 * j + 1], f[3 * j + 2]};
                sum += tet.weight *
                       energyDensity<StableNeoHookean<double>>(gradient, Lame<double>{tet.mu, tet.lambda});
            }
        }
        for (const InterfaceContent& interface : content_.interfaces) sum += between(interface, q);
        return sum;
    }

  private:
    static Eigen::Map<const Eigen::MatrixXd> map(const AssetMatrix& m) {
        return {m.values.data(), m.rows, m.columns};
    }
    Eigen::VectorXd homogeneous(std::uint32_t d, const ReducedSolver::Coordinates& q) const {
        const Eigen::Index rank = content_.domains[d].rank;
        Eigen::VectorXd h = Eigen::VectorXd::Ones(rank + 1);
        if (rank > 0) h.head(rank) = q[d];
        return h;
    }
    RigidMotion motionOf(std::uint32_t d) const {
        const DomainContent& domain = content_.domains[d];
        const RigidMotion motion = rigidMotion(matrices_[domain.joint], domain.centre);
        return {motion.rotation, motion.rotation * domain.centre + motion.translation};
    }

    // ½ κ ∫ |x_a − x_b|², multiplied out.
    double between(const InterfaceContent& i, const ReducedSolver::Coordinates& q) const {
        const Eigen::VectorXd a = homogeneous(i.a, q), b = homogeneous(i.b, q);
        const RigidMotion ma = motionOf(i.a), mb = motionOf(i.b);
        const Mat3d turn = transpose(ma.rotation) * mb.rotation;
        double gap = a.dot(map(i.aa) * a) + b.dot(map(i.bb) * b);
        for (std::size_t row = 0; row < 3; ++row) {
            for (std::size_t column = 0; column < 3; ++column) {
                gap -=
                    2 * turn.column[column][static_cast<int>(row)] * a.dot(map(i.ab[3 * row + column]) * b);
            }
        }
        const Eigen::Vector3d sumA = map(i.aOne).transpose() * a, sumB = map(i.bOne).transpose() * b;
        const Vec3d away = ma.translation - mb.translation;
        gap += 2 * dot(away, ma.rotation * Vec3d{sumA[0], sumA[1], sumA[2]} -
                                 mb.rotation * Vec3d{sumB[0], sumB[1], sumB[2]});
        return 0.5 * i.coupling * (gap + i.area * dot(away, away));
    }

    const AssetContent& content_;
    std::span<const Affined> matrices_;
};

TEST(Assembly, AnAssetHasTheEnergyOfThePlainSolver) {
    for (const Trained* trained : {&limb(), &mergedLimb()}) {
        const AssetContent content = assetContent(trained->on(), trained->model, trained->learnt);
        const ReducedSolver solver(*trained->elastic, trained->model);
        for (const SolvedPose& pose : trained->unseen) {
            ReducedSolver::Coordinates q = projected(trained->on(), trained->model, pose);
            for (Eigen::VectorXd& part : q) part *= 1.1;  // so that domains gape
            const double plain = solver.energy(pose.skinMatrices, q);
            EXPECT_NEAR(ContentEnergy(content, pose.skinMatrices)(q), plain, 1e-9 * plain);
        }
    }
}

// Over seams too: what domains say about flesh beyond them is what that flesh did.
TEST(SkinBinding, SkinThatWasLearntIsShownAsItWas) {
    for (const Trained* trained : {&limb(), &mergedLimb()}) {
        const SkinBinding skin = bindSkin(trained->on(), trained->model);
        for (const SolvedPose& pose : trained->learnt) {
            const auto skinned =
                skinPositions(trained->character, pose.skinMatrices, SkinMethod::LinearBlend);
            const auto shown = skinPositions(trained->on(), trained->model, skin, pose.skinMatrices,
                                             projected(trained->on(), trained->model, pose), skinned);
            EXPECT_LT(rmsDistance(shown, skinPositions(trained->volume, pose.nodes, skinned)), 1e-6);
        }
    }
}

TEST(SkinBinding, NearASeamTwoDomainsShareTheSkin) {
    const Trained& t = limb();
    const SkinBinding skin = bindSkin(t.on(), t.model);
    std::size_t shared = 0;
    for (const auto& shares : skin.ofVertex) {
        double sum = 0;
        for (const SkinBinding::Share& share : shares) sum += share.weight;
        EXPECT_NEAR(sum, 1, 1e-12);
        shared += shares.size() == 2 ? 1 : 0;
    }
    EXPECT_GT(shared, skin.ofVertex.size() / 20);
    EXPECT_LT(shared, skin.ofVertex.size() / 2);
}

TEST(Assembly, TheSkinOfAnAssetIsTheReducedSkin) {
    const Trained& t = limb();
    const AssetContent content = assetContent(t.on(), t.model, t.learnt);
    const SolvedPose& pose = t.unseen[1];
    const ReducedSolver::Coordinates q = projected(t.on(), t.model, pose);
    const auto skinned = skinPositions(t.character, pose.skinMatrices, SkinMethod::LinearBlend);
    const auto expected =
        skinPositions(t.on(), t.model, bindSkin(t.on(), t.model), pose.skinMatrices, q, skinned);
    const SurfaceContent& surface = content.surface;
    std::size_t row = 0;
    for (std::uint32_t v = 0; v < surface.positions.size(); ++v) {
        Vec3d place;
        for (std::uint32_t b = surface.firstBinding[v]; b < surface.firstBinding[v + 1]; ++b) {
            const BindingContent& binding = surface.bindings[b];
            const DomainContent& domain = content.domains[binding.domain];
            Vec3d local = t.character.surface.positions[v];
            for (int axis = 0; axis < 3; ++axis) {
                for (std::uint32_t k = 0; k < domain.rank; ++k, ++row) {
                    local[axis] += static_cast<double>(surface.rows[row]) * q[binding.domain][k];
                }
            }
            const RigidMotion motion = rigidMotion(pose.skinMatrices[domain.joint], domain.centre);
            place += (motion.rotation * local + motion.translation) * static_cast<double>(binding.weight);
        }
        ASSERT_LT(length(place - expected[v]), 1e-6) << v;
    }
    EXPECT_EQ(row, surface.rows.size());
}

TEST(Assembly, BoundsHoldWhatWasLearnt) {
    const Trained& t = limb();
    const AssetContent content = assetContent(t.on(), t.model, t.learnt);
    for (const SolvedPose& pose : t.learnt) {
        const ReducedSolver::Coordinates q = projected(t.on(), t.model, pose);
        for (std::size_t d = 0; d < q.size(); ++d) {
            double squared = 0;
            for (Eigen::Index k = 0; k < q[d].size(); ++k) {
                const BoundContent& bound = content.domains[d].bounds[static_cast<std::size_t>(k)];
                EXPECT_LE(bound.least, q[d][k]);
                EXPECT_GE(bound.most, q[d][k]);
                squared += q[d][k] * q[d][k] / (bound.scale * bound.scale);
            }
            EXPECT_LE(std::sqrt(squared), content.domains[d].radius * (1 + 1e-12));
        }
    }
}

TEST(Assembly, TheHashesAreTheMeshsAndTheSkeletons) {
    const AssetContent one = assetContent(limb().on(), limb().model, limb().learnt);
    Trained other;
    EXPECT_NE(one.meshHash, 0u);
    EXPECT_NE(one.skeletonHash, 0u);
    std::reverse(other.character.surface.triangles.begin(), other.character.surface.triangles.end());
    AssetContent reordered = assetContent(other.on(), other.model, other.learnt);
    EXPECT_EQ(reordered.meshHash, one.meshHash);
    EXPECT_EQ(reordered.skeletonHash, one.skeletonHash);
    other.character.surface.positions[5].x += 0.001;
    other.character.skeleton.joints[1].name = "else";
    reordered = assetContent(other.on(), other.model, other.learnt);
    EXPECT_NE(reordered.meshHash, one.meshHash);
    EXPECT_NE(reordered.skeletonHash, one.skeletonHash);
}

}  // namespace
}  // namespace sinew
