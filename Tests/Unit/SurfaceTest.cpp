#include "Runtime/Surface.h"

#include <gtest/gtest.h>

#include "Offline/Character/Skinning.h"
#include "Offline/Geometry/Measure.h"
#include "Offline/Reduction/Assembly.h"
#include "Offline/Reduction/SkinBinding.h"
#include "Offline/Workers.h"
#include "Support/AssetSamples.h"
#include "Support/RuntimeBodies.h"
#include "Support/TrainedLimb.h"

namespace sinew {
namespace {

using test::HeldBody;
using test::HeldInstance;

class HeldSurface {
  public:
    explicit HeldSurface(const Body& body, std::uint32_t lod = kWholeMesh) {
        EXPECT_TRUE(sharedMemory_.place([&](Arena& arena) { laySurfaceBody(body, arena, shared_); }));
        fillSurfaceBody(shared_);
        EXPECT_TRUE(memory_.place([&](Arena& arena) { laySurface(shared_, lod, arena, surface); }));
        resetSurface(surface);
        positions.resize(verticesOf(surface));
        normals = previous = positions;
    }
    HeldSurface(const HeldSurface&) = delete;

    void write(const Instance& instance, const Jobs& jobs = {}) {
        writeSurface(surface, instance, {&positions[0].x, &normals[0].x, &previous[0].x}, jobs);
    }

    ShownSurface surface;
    std::vector<Vec3f> positions, normals, previous;

  private:
    SurfaceBody shared_;
    test::HeldMemory sharedMemory_, memory_;
};

// What an instance would show in a solved pose, without ticking.
void show(const SolvedPose& pose, const ReducedSolver::Coordinates& q, Instance& instance) {
    const Body& body = *instance.body;
    const std::vector<Frame> frames = test::framesOf(body.view, pose.skinMatrices);
    std::copy(frames.begin(), frames.end(), instance.frames.begin());
    instance.weight = 1;
    for (std::size_t d = 0; d < q.size(); ++d) {
        for (Eigen::Index k = 0; k < q[d].size(); ++k) {
            instance.shown[body.domains[d].firstLane + static_cast<std::size_t>(k)] =
                static_cast<float>(q[d][k]);
        }
    }
}

struct Shown {
    HeldBody body;
    HeldInstance instance;
    HeldSurface surface;
    std::vector<Vec3d> expected;  // of welded vertices

    explicit Shown(const Trained& t, std::size_t pose = 1)
        : body(assetContent(t.on(), t.model, t.learnt)), instance(body.body), surface(body.body) {
        const SolvedPose& at = t.unseen[pose];
        const ReducedSolver::Coordinates q = projected(t.on(), t.model, at);
        show(at, q, instance.instance);
        expected = skinPositions(t.on(), t.model, bindSkin(t.on(), t.model), at.skinMatrices, q,
                                 skinPositions(t.character, at.skinMatrices, SkinMethod::LinearBlend));
        surface.write(instance.instance);
    }
};

TEST(ShownSurface, IsTheReducedSkin) {
    for (const Trained* const t : {&limb(), &mergedLimb()}) {
        Shown shown(*t);
        const std::vector<std::uint32_t>& welded = t->character.surface.weldedOfFile;
        ASSERT_EQ(shown.surface.positions.size(), welded.size());
        for (std::size_t i = 0; i < welded.size(); ++i) {
            ASSERT_LT(length(convert<double>(shown.surface.positions[i]) - shown.expected[welded[i]]), 5e-5)
                << i;
        }
    }
}

// From four places about a vertex instead of all its triangles, and yet nearly the same.
TEST(ShownSurface, NormalsAreThoseOfItsTriangles) {
    const Trained& t = limb();
    Shown shown(t);
    const auto exact = vertexNormals({shown.expected, t.character.surface.triangles});
    double sum = 0, worst = 0;
    for (std::size_t i = 0; i < shown.surface.normals.size(); ++i) {
        const Vec3d n = convert<double>(shown.surface.normals[i]);
        ASSERT_NEAR(length(n), 1, 1e-5);
        const double off = length(n - exact[t.character.surface.weldedOfFile[i]]);
        sum += off;
        worst = std::max(worst, off);
    }
    EXPECT_LT(sum / static_cast<double>(shown.surface.normals.size()), 0.02);
    EXPECT_LT(worst, 0.25);
}

TEST(ShownSurface, NormalsOfTheBindPoseAreTheAssets) {
    const Trained& t = limb();
    const HeldBody body(assetContent(t.on(), t.model, t.learnt));
    HeldInstance instance(body.body);
    HeldSurface surface(body.body);
    SolvedPose bind = t.learnt[0];
    for (Affined& m : bind.skinMatrices) m = {};
    show(bind, {}, instance.instance);
    surface.write(instance.instance);
    const AssetView& view = body.body.view;
    for (std::size_t i = 0; i < surface.normals.size(); ++i) {
        const AssetBlock& block = view.blocks[view.fileMap[i] / kAssetLanes];
        const std::uint32_t lane = view.fileMap[i] % kAssetLanes;
        const Vec3f rest{block.normal[0][lane], block.normal[1][lane], block.normal[2][lane]};
        ASSERT_LT(length(surface.normals[i] - rest), 1e-4f) << i;
    }
}

TEST(ShownSurface, SameBitsForAnyWorkerCount) {
    Shown serial(limb()), parallel(limb());
    const Workers workers(3);
    parallel.surface.write(parallel.instance.instance, workers.jobs());
    EXPECT_EQ(parallel.surface.positions, serial.surface.positions);
    EXPECT_EQ(parallel.surface.normals, serial.surface.normals);
}

TEST(ShownSurface, RemembersWhereItWas) {
    Shown shown(limb());
    EXPECT_EQ(shown.surface.previous, shown.surface.positions);  // there was nothing before
    const std::vector<Vec3f> first = shown.surface.positions;
    shown.instance.instance.frames[1].translation.x += 0.01;
    shown.surface.write(shown.instance.instance);
    EXPECT_EQ(shown.surface.previous, first);
    EXPECT_NE(shown.surface.positions, first);
    ++shown.instance.instance.breaks;
    shown.surface.write(shown.instance.instance);
    EXPECT_EQ(shown.surface.previous, shown.surface.positions);
}

// With less weight it goes towards what an engine shows without us, and arrives there.
TEST(ShownSurface, FadesToLinearBlendSkinning) {
    const Trained& t = limb();
    Shown shown(t);
    const SolvedPose& pose = t.unseen[1];
    const std::vector<Affined> bind = bindFrames(t.character.skeleton);
    for (std::size_t j = 0; j < bind.size(); ++j) {
        shown.instance.instance.joints[j] = convert<float>(pose.skinMatrices[j] * bind[j]);
    }
    const auto blended = skinPositions(t.character, pose.skinMatrices, SkinMethod::LinearBlend);
    const auto farthest = [&](float weight) {
        shown.instance.instance.weight = weight;
        shown.surface.write(shown.instance.instance);
        double most = 0;
        for (std::size_t i = 0; i < shown.surface.positions.size(); ++i) {
            const Vec3d from = blended[t.character.surface.weldedOfFile[i]];
            most = std::max(most, length(convert<double>(shown.surface.positions[i]) - from));
        }
        return most;
    };
    const double all = farthest(1);
    EXPECT_GT(all, 0.005);
    EXPECT_NEAR(farthest(0.5f), 0.5 * all, 1e-4);
    EXPECT_LT(farthest(1e-6f), 1e-4);
}

TEST(ShownSurface, OtherMeshesFollow) {
    const HeldBody body(test::sampleAsset().content);
    HeldInstance instance(body.body);
    for (std::size_t d = 0; d < body.body.domains.size(); ++d) {
        instance.instance.frames[d] = {{},
                                       convert<double>(body.body.view.domains[d].centre) + Vec3d{0, 2, 0}};
    }
    HeldSurface whole(body.body), lod(body.body, 1);
    whole.write(instance.instance);
    lod.write(instance.instance);
    const AssetView& view = body.body.view;
    for (std::uint32_t i = 0; i < lod.positions.size(); ++i) {
        const AssetLodVertex& v = view.lodVertices[view.lods[1].firstVertex + i];
        const std::uint32_t* const c = view.fileTriangles[v.triangle].corner;
        const Vec3f on = whole.positions[c[0]] * (1 - v.u - v.v) + whole.positions[c[1]] * v.u +
                         whole.positions[c[2]] * v.v;
        EXPECT_LT(length(lod.positions[i] - on), v.offset * 1.01f + 1e-6f);
    }
}

}  // namespace
}  // namespace sinew
