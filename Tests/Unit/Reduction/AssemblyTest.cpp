#include "Offline/Reduction/Assembly.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "Asset/Chunks.h"
#include "Material/Fibre.h"
#include "Material/Material.h"
#include "Offline/Character/Skinning.h"
#include "Offline/Reduction/Bases/Snapshots.h"
#include "Offline/Reduction/Skin/SkinBinding.h"
#include "Offline/Reduction/Twin/ReducedSolver.h"
#include "Support/Bodies/TrainedLimb.h"

namespace sinew::reduction {
namespace {

// The energy of everything, from what is in an asset.
class ContentEnergy {
  public:
    ContentEnergy(const AssetContent& content, std::span<const Affined> skinMatrices)
        : content_(content), matrices_(skinMatrices) {}

    double operator()(const ReducedSolver::Coordinates& q) const {
        double sum = 0;
        for (std::size_t d = 0; d < q.size(); ++d) {
            for (const CubatureContent& point : content_.domains[d].cubature) {
                const Eigen::VectorXd f = map(point.basis) * q[d];
                Mat3d gradient = Mat3d::identity();
                for (int j = 0; j < 3; ++j) gradient.column[j] += Vec3d{f[3 * j], f[3 * j + 1], f[3 * j + 2]};
                sum += point.weight * density(gradient, {point.mu, point.lambda});
                for (const FibreContent& fibre : point.fibres) {
                    sum += point.weight *
                           fibreEnergyDensity(gradient, fibre.direction, {fibre.stiffness, fibre.toe});
                }
            }
            const AssetMatrix& stabilisation = content_.domains[d].stabilisation;
            if (!stabilisation.values.empty()) sum += 0.5 * q[d].dot(map(stabilisation) * q[d]);
        }
        for (const InterfaceContent& interface : content_.interfaces) sum += between(interface, q);
        return sum;
    }

  private:
    double density(const Mat3d& gradient, Lame<double> lame) const {
        return withMaterial<double>(static_cast<MaterialKind>(content_.solver.material), [&](auto material) {
            return energyDensity<decltype(material)>(gradient, lame);
        });
    }
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
    for (const Trained* trained :
         withFibredLimbs({&trainedLimb(), &mergedLimb(), &quadraticLimb(), &cellLimb()})) {
        const AssetContent content = assetContent(trained->on(), trained->model, trained->learnt);
        const ReducedSolver solver(trained->mesh, trained->model);
        for (const SolvedPose& pose : trained->unseen) {
            ReducedSolver::Coordinates q = projected(trained->on(), trained->model, pose);
            for (Eigen::VectorXd& part : q) part *= 1.1;  // so that domains gape
            const double plain = solver.energy(pose.skinMatrices, q);
            EXPECT_NEAR(ContentEnergy(content, pose.skinMatrices)(q), plain, 1e-9 * plain);
        }
    }
}

// Of a vertex that is at p in the bind pose. `row`: where its rows begin, and then where the next one's do.
Vec3d placeOf(const AssetContent& content, Vec3d p, const SolvedPose& pose,
              const ReducedSolver::Coordinates& q, std::uint32_t v, std::size_t& row) {
    const SurfaceContent& surface = content.surface;
    Vec3d place;
    for (std::uint32_t b = surface.firstBinding[v]; b < surface.firstBinding[v + 1]; ++b) {
        const BindingContent& binding = surface.bindings[b];
        const DomainContent& domain = content.domains[binding.domain];
        Vec3d local = p;
        for (int axis = 0; axis < 3; ++axis) {
            for (std::uint32_t k = 0; k < domain.rank; ++k, ++row) {
                local[axis] += static_cast<double>(surface.rows[row]) * q[binding.domain][k];
            }
        }
        const RigidMotion motion = rigidMotion(pose.skinMatrices[domain.joint], domain.centre);
        place += (motion.rotation * local + motion.translation) * static_cast<double>(binding.weight);
    }
    return place;
}

TEST(Assembly, TheSkinOfAnAssetIsTheReducedSkin) {
    const Trained& t = trainedLimb();
    const AssetContent content = assetContent(t.on(), t.model, t.learnt);
    const SolvedPose& pose = t.unseen[1];
    const ReducedSolver::Coordinates q = projected(t.on(), t.model, pose);
    const auto skinned = skinPositions(t.character, pose.skinMatrices, SkinMethod::LinearBlend);
    const auto expected =
        skinPositions(t.on(), t.model, bindSkin(t.on(), t.model), pose.skinMatrices, q, skinned);
    const SurfaceContent& surface = content.surface;
    std::size_t row = 0;
    for (std::uint32_t v = 0; v < surface.positions.size(); ++v) {
        const Vec3d place = placeOf(content, t.character.surface.positions[v], pose, q, v, row);
        ASSERT_LT(length(place - expected[v]), 1e-6) << v;
    }
    EXPECT_EQ(row, surface.rows.size());
}

TEST(Assembly, BoundsHoldWhatWasLearnt) {
    const Trained& t = trainedLimb();
    const AssetContent content = assetContent(t.on(), t.model, t.learnt);
    for (const SolvedPose& pose : t.learnt) {
        const ReducedSolver::Coordinates q = projected(t.on(), t.model, pose);
        for (std::size_t d = 0; d < q.size(); ++d) {
            double squared = 0;
            for (Eigen::Index k = 0; k < q[d].size(); ++k) {
                const BoundContent& bound = content.domains[d].bounds[static_cast<std::size_t>(k)];
                EXPECT_LE(bound.min, q[d][k]);
                EXPECT_GE(bound.max, q[d][k]);
                squared += q[d][k] * q[d][k] / (bound.scale * bound.scale);
            }
            EXPECT_LE(std::sqrt(squared), content.domains[d].radius * (1 + 1e-12));
        }
    }
}

TEST(Assembly, TheHashesAreTheMeshsAndTheSkeletons) {
    const AssetContent one = assetContent(trainedLimb().on(), trainedLimb().model, trainedLimb().learnt);
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

// [U|p]ᵀ M E^{μν} [U|p], node by node.
TEST(Assembly, MassesAreThoseOfTheFlesh) {
    const Trained& t = trainedLimb();
    const AssetContent content = assetContent(t.on(), t.model, t.learnt);
    const auto map = [](const AssetMatrix& m) {
        return Eigen::Map<const Eigen::MatrixXd>(m.values.data(), m.rows, m.columns);
    };
    for (std::size_t d = 0; d < 2; ++d) {
        const ReducedDomain& domain = t.model.domains[d];
        const std::vector<double> masses = domainMasses(t.domains.domains[d], t.mesh);
        double mass = 0;
        std::vector<Eigen::MatrixXd> sums(9, Eigen::MatrixXd::Zero(domain.rank() + 1, domain.rank() + 1));
        Eigen::MatrixXd one = Eigen::MatrixXd::Zero(domain.rank() + 1, 3);
        for (std::size_t n = 0; n < domain.nodes.size(); ++n) {
            Eigen::MatrixXd h(3, domain.rank() + 1);
            const Vec3d p = t.mesh.rest[domain.nodes[n]] - domain.centre;
            h << domain.u.middleRows<3>(3 * static_cast<Eigen::Index>(n)), Eigen::Vector3d(p.x, p.y, p.z);
            mass += masses[n];
            one += masses[n] * h.transpose();
            for (Eigen::Index i = 0; i < 9; ++i) {
                sums[static_cast<std::size_t>(i)] += masses[n] * h.row(i / 3).transpose() * h.row(i % 3);
            }
        }
        const DomainContent& is = content.domains[d];
        EXPECT_NEAR(is.mass, mass, 1e-12 * mass);
        EXPECT_LT((map(is.massOne) - one).norm(), 1e-12 * one.norm());
        EXPECT_LT((map(is.massMatrix) - sums[0] - sums[4] - sums[8]).norm(), 1e-12 * sums[0].norm());
        for (std::size_t i = 0; i < 9; ++i) {
            EXPECT_LT((map(is.sandwich[i]) - sums[i]).norm(), 1e-12 * sums[0].norm()) << i;
        }
    }
}

// Half of it, and all: as flesh and skin weights say, whatever domains they come from.
TEST(Assembly, WhatFollowsTheSkeletonIsBlendedAsSkinIs) {
    Trained t;
    for (std::size_t v = 0; v < t.mesh.followsSkeleton.size(); v += 2) {
        t.mesh.followsSkeleton[v] = v % 4 == 0 ? 1.0F : 0.25F;
    }
    const AssetContent content = assetContent(t.on(), t.model, t.learnt);
    const SolvedPose& pose = t.unseen[1];
    const ReducedSolver::Coordinates q = projected(t.on(), t.model, pose);
    const auto skinned = skinPositions(t.character, pose.skinMatrices, SkinMethod::LinearBlend);
    const SurfaceContent& surface = content.surface;
    std::size_t row = 0, blended = 0;
    for (std::uint32_t v = 0; v < surface.positions.size(); ++v) {
        const Vec3d place = placeOf(content, t.character.surface.positions[v], pose, q, v, row);
        // Here only what follows; flesh by itself is tested above.
        if (t.mesh.followsSkeleton[v] == 1) {
            ASSERT_LT(length(place - skinned[v]), 1e-6) << v;
        }
        float sum = 0, ofFlesh = 0;
        for (std::uint32_t i = surface.firstBinding[v]; i < surface.firstBinding[v + 1]; ++i) {
            sum += surface.bindings[i].weight;
            if (content.domains[surface.bindings[i].domain].rank > 0) ofFlesh += surface.bindings[i].weight;
        }
        ASSERT_NEAR(sum, 1, 1e-6);
        if (t.mesh.followsSkeleton[v] != 0.25F) continue;
        ASSERT_NEAR(ofFlesh, 0.75F, 1e-6F);
        blended += surface.firstBinding[v + 1] - surface.firstBinding[v] > 2 ? 1 : 0;
    }
    EXPECT_EQ(row, surface.rows.size());
    EXPECT_GT(blended, 0u);
}

TEST(Assembly, OfTooManyInfluencesTheStrongestStay) {
    Trained t;
    Skeleton& skeleton = t.character.skeleton;
    while (skeleton.joints.size() < 12) {
        skeleton.joints.push_back({"more" + std::to_string(skeleton.joints.size()), 0, {}});
        skeleton.inverseBind.push_back(skeleton.inverseBind[0]);
    }
    SkinWeights& weights = t.character.weights;
    std::vector<SkinWeights::Influence> all;
    for (std::uint32_t j = 0; j < 10; ++j) all.push_back({11 - j, static_cast<float>(10 - j) / 55});
    const std::uint32_t had = weights.firstOfVertex[1];
    weights.influences.erase(weights.influences.begin(), weights.influences.begin() + had);
    weights.influences.insert(weights.influences.begin(), all.begin(), all.end());
    for (std::size_t v = 1; v < weights.firstOfVertex.size(); ++v) weights.firstOfVertex[v] += 10 - had;
    t.mesh.followsSkeleton[0] = 1;
    const AssetContent content = assetContent(t.on(), t.model, {});
    ASSERT_EQ(content.surface.firstBinding[1], kMaxBindings);
    for (std::uint32_t i = 0; i < kMaxBindings; ++i) {
        const BindingContent& binding = content.surface.bindings[i];
        EXPECT_EQ(content.domains[binding.domain].joint, 4 + i);  // 10/55 … 3/55, by joint
        EXPECT_NEAR(binding.weight, (3.0 + i) / 52, 1e-6);
    }
}

TEST(Assembly, ARigidPartsSphereHoldsIt) {
    Trained t;
    RigidPart sword{"sword", 1, {}};
    sword.surface.positions = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {1, 2, 2}};
    sword.surface.weldedOfFile = {0, 1, 2, 3, 3};
    t.character.rigidParts = {sword, {"nothing", 0, {}}};
    const AssetContent content = assetContent(t.on(), t.model, t.learnt);
    ASSERT_EQ(content.rigidParts.size(), 1u);
    const RigidPartContent& part = content.rigidParts[0];
    EXPECT_EQ(part.name, "sword");
    EXPECT_EQ(part.joint, 1u);
    EXPECT_EQ(part.vertices, 5u);
    EXPECT_LT(length(part.centre - Vec3d{0.5, 1, 1}), 1e-12);
    EXPECT_NEAR(part.radius, 1.5, 1e-12);
}

}  // namespace
}  // namespace sinew::reduction
