#include "Runtime/Surface/Surface.h"

#include <gtest/gtest.h>

#include "Asset/Rows.h"
#include "Offline/Character/Skinning.h"
#include "Offline/Geometry/Measure.h"
#include "Offline/Geometry/Spatial.h"
#include "Offline/Reduction/Assembly.h"
#include "Offline/Reduction/Skin/SkinBinding.h"
#include "Offline/Reduction/Twin/ReducedSolver.h"
#include "Offline/Tets/ElasticBody.h"
#include "Offline/Workers.h"
#include "Support/Bodies/TrainedLimb.h"
#include "Support/Runtime/AssetSamples.h"
#include "Support/Runtime/RuntimeBodies.h"
#include "Support/Runtime/Ticker.h"

namespace sinew {
namespace {

using test::HeldBody;
using test::HeldInstance;

class HeldSurface {
  public:
    explicit HeldSurface(const Body& body) : HeldSurface(body, ownMesh(body.view)) {}
    HeldSurface(const Body& body, const MeshSource& source) {
        SkinSearch search;
        EXPECT_TRUE(sharedMemory_.place([&](Arena& arena) {
            allocateSkinMesh(body, arena, skin_);
            allocateSkinSearch(body.view, arena, search);
            allocateMesh(skin_, source, arena, mesh);
        }));
        fillSkinMesh(skin_);
        fillSkinSearch(search);
        fillMesh(source, &search, mesh);
        EXPECT_TRUE(memory_.place([&](Arena& arena) { allocateSurface(mesh, arena, surface); }));
        resetSurface(surface);
        positions.resize(mesh.vertices);
        normals = previous = positions;
        tangents.resize(mesh.vertices);
    }
    HeldSurface(const HeldSurface&) = delete;

    void write(const Instance& instance, const Jobs& jobs = {}) {
        writeSurface(surface, instance,
                     {{&positions[0].x, 12}, {&normals[0].x, 12}, {&tangents[0].x, 16}, {&previous[0].x, 12}},
                     jobs);
    }

    BoundMesh mesh;
    ShownSurface surface;
    std::vector<Vec3f> positions, normals, previous;
    std::vector<Place4> tangents;

  private:
    SkinMesh skin_;
    test::HeldMemory sharedMemory_, memory_;
};

// What an instance would show in a solved pose, without ticking.
void show(const reduction::SolvedPose& pose, const reduction::ReducedSolver::Coordinates& q,
          Instance& instance) {
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
        : body(reduction::assetContent(t.on(), t.model, t.learnt)), instance(body.body), surface(body.body) {
        const reduction::SolvedPose& at = t.unseen[pose];
        const reduction::ReducedSolver::Coordinates q = reduction::projected(t.on(), t.model, at);
        show(at, q, instance.instance);
        expected = skinPositions(t.on(), t.model, bindSkin(t.on(), t.model), at.skinMatrices, q,
                                 skinPositions(t.character, at.skinMatrices, SkinMethod::LinearBlend));
        surface.write(instance.instance);
    }
};

TEST(ShownSurface, IsTheReducedSkin) {
    for (const Trained* const t : {&trainedLimb(), &mergedLimb()}) {
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
    const Trained& t = trainedLimb();
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
    const Trained& t = trainedLimb();
    const HeldBody body(reduction::assetContent(t.on(), t.model, t.learnt));
    HeldInstance instance(body.body);
    HeldSurface surface(body.body);
    reduction::SolvedPose bind = t.learnt[0];
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
    Shown serial(trainedLimb()), parallel(trainedLimb());
    const Workers workers(3);
    parallel.surface.write(parallel.instance.instance, workers.jobs());
    EXPECT_EQ(parallel.surface.positions, serial.surface.positions);
    EXPECT_EQ(parallel.surface.normals, serial.surface.normals);
}

TEST(ShownSurface, RemembersWhereItWas) {
    Shown shown(trainedLimb());
    EXPECT_EQ(shown.surface.previous, shown.surface.positions);  // there was nothing before
    const std::vector<Vec3f> first = shown.surface.positions;
    shown.instance.instance.frames[1].translation.x += 0.01;
    shown.surface.write(shown.instance.instance);
    EXPECT_EQ(shown.surface.previous, first);
    EXPECT_NE(shown.surface.positions, first);
    ++shown.instance.instance.breaks;
    shown.instance.instance.frames[1].translation.x += 0.01;
    shown.surface.write(shown.instance.instance);
    EXPECT_EQ(shown.surface.previous, shown.surface.positions);
}

TEST(ShownSurface, GrowsWithTheCharacter) {
    Shown shown(trainedLimb());
    const std::vector<Vec3f> usual = shown.surface.positions;
    shown.instance.instance.pose.scale = 2;
    shown.surface.write(shown.instance.instance);
    for (std::size_t i = 0; i < usual.size(); ++i)
        ASSERT_LT(length(shown.surface.positions[i] - usual[i] * 2), 1e-5f) << i;
}

// With less weight it goes towards what an engine shows without us, and arrives there.
TEST(ShownSurface, FadesToLinearBlendSkinning) {
    const Trained& t = trainedLimb();
    Shown shown(t);
    const reduction::SolvedPose& pose = t.unseen[1];
    const std::vector<Affined> bind = bindFrames(t.character.skeleton);
    for (std::size_t j = 0; j < bind.size(); ++j) {
        shown.instance.instance.joints[j] = convert<float>(pose.skinMatrices[j] * bind[j]);
    }
    const auto blended = skinPositions(t.character, pose.skinMatrices, SkinMethod::LinearBlend);
    const auto farthest = [&](float weight) {
        shown.instance.instance.weight = weight;
        shown.surface.write(shown.instance.instance);
        double largest = 0;
        for (std::size_t i = 0; i < shown.surface.positions.size(); ++i) {
            const Vec3d from = blended[t.character.surface.weldedOfFile[i]];
            largest = std::max(largest, length(convert<double>(shown.surface.positions[i]) - from));
        }
        return largest;
    };
    const double all = farthest(1);
    EXPECT_GT(all, 0.005);
    EXPECT_NEAR(farthest(0.5f), 0.5 * all, 1e-4);
    EXPECT_LT(farthest(1e-6f), 1e-4);
}

// Nothing is solved, yet bones move the skin as an engine would.
TEST(ShownSurface, WithoutWeightIsLinearBlendSkinning) {
    const Trained& t = trainedLimb();
    test::Ticker ticker;
    HeldSurface surface(test::tickedLimb().body);
    ticker.tick(test::bentLimb(0.2), 1.0 / 60);
    ticker.input.weight = 0;
    ASSERT_EQ(ticker.tick(test::bentLimb(0.7), 1.0 / 60), Status::Ok);
    surface.write(ticker.held.instance);
    std::vector<Affined> frames = bindFrames(t.character.skeleton), skin;
    frames[1].linear = toMatrix(fromAxisAngle(Vec3d{0, 0, 1}, 0.7)) * frames[1].linear;
    for (std::size_t j = 0; j < frames.size(); ++j)
        skin.push_back(frames[j] * t.character.skeleton.inverseBind[j]);
    const auto blended = skinPositions(t.character, skin, SkinMethod::LinearBlend);
    for (std::size_t i = 0; i < surface.positions.size(); ++i) {
        const Vec3d from = blended[t.character.surface.weldedOfFile[i]];
        ASSERT_LT(length(convert<double>(surface.positions[i]) - from), 1e-4) << i;
    }
}

TEST(ShownSurface, IsWithinItsBounds) {
    test::Ticker ticker;
    HeldSurface surface(test::tickedLimb().body);
    test::Dice dice(2);
    for (const double angle : {0.0, 0.6, 1.2}) {
        ticker.tick(test::bentLimb(angle), 1.0 / 60);
        for (float& q : ticker.held.instance.shown) q += static_cast<float>(dice.between(-0.01, 0.01));
        surface.write(ticker.held.instance);
        const Bounds bounds = boundsOf(ticker.held.instance);
        Vec3f low = surface.positions[0], high = low;
        for (const Vec3f& x : surface.positions) low = min(low, x), high = max(high, x);
        EXPECT_EQ(min(low, bounds.low), bounds.low);
        EXPECT_EQ(max(high, bounds.high), bounds.high);
        EXPECT_LT(length(bounds.high - bounds.low), 5 * length(high - low));
    }
}

// The files' own normals and tangents, not those of the welded skin.
TEST(ShownSurface, ShadesTheBindPoseAsTheFileDoes) {
    const HeldBody body(test::sampleAsset().content);
    const AssetView& view = body.body.view;
    HeldInstance instance(body.body);
    HeldSurface surface(body.body);
    instance.instance.weight = 1;
    for (std::size_t d = 0; d < body.body.domains.size(); ++d)
        instance.instance.frames[d] = {{}, convert<double>(view.domains[d].centre)};
    surface.write(instance.instance);
    for (std::size_t i = 0; i < surface.normals.size(); ++i) {
        const Vec3f file{0, i % 3 == 0 ? 0.6f : 0, i % 3 == 0 ? 0.8f : 1};
        EXPECT_LT(length(surface.normals[i] - file), 1e-3f) << i;
        const Place4& t = surface.tangents[i];
        EXPECT_LT(length(Vec3f{t.x, t.y, t.z} - Vec3f{1, 0, 0}), 1e-3f) << i;
        EXPECT_EQ(t.w, i % 2 == 0 ? 1 : -1);
    }
}

// A sheet that is turned and sheared: tangents go with it, normals stay upright on it.
TEST(ShownSurface, ShadingFollowsTheSurface) {
    test::SampleAsset sample = test::sampleAsset();
    for (Vec3f& p : sample.content.surface.positions) p.z = 0;
    for (Vec3f& n : sample.content.surface.fileNormals) n = {0, 0, 1};
    const HeldBody body(sample.content);
    HeldSurface surface(body.body);
    const Mat3f turn = convert<float>(toMatrix(expMap(Vec3d{0.3, -1.2, 0.7})));
    for (std::uint32_t p = 0; p < surface.surface.now.size(); ++p) {
        const Vec3f x = restPlace(body.body.view, p), to = turn * Vec3f{x.x, x.y + 0.5f * x.x, x.z};
        surface.surface.now[p] = {to.x, to.y, to.z, 0};
    }
    const ShadeTask task{surface.mesh.normalBlocks.data(),
                         surface.mesh.tangentBlocks.data(),
                         surface.surface.now.data(),
                         0,
                         surface.mesh.vertices,
                         {&surface.normals[0].x, 12},
                         {&surface.tangents[0].x, 16}};
    body.body.kernels->surfaceShade(task);
    const Vec3f normal = turn * Vec3f{0, 0, 1}, tangent = turn * normalized(Vec3f{1, 0.5f, 0});
    for (std::size_t i = 0; i < surface.normals.size(); ++i) {
        EXPECT_LT(length(surface.normals[i] - normal), 1e-4f) << i;
        const Place4& t = surface.tangents[i];
        EXPECT_LT(length(Vec3f{t.x, t.y, t.z} - tangent), 1e-3f) << i;
    }
}

// Every instruction set against sums as they are written down.
TEST(ShownSurface, KernelsAreTheirTwins) {
    const Trained& t = mergedLimb();
    Shown shown(t);
    const AssetView& view = shown.body.body.view;
    const ShownSurface& surface = shown.surface.surface;
    std::vector<Place4> twin(surface.now.size());
    for (const AssetRun& run : view.runs) {
        const AssetRow* rows = view.rows.data() + run.firstRow;
        for (std::uint32_t b = 0; b < run.blocks; ++b) {
            for (std::uint32_t i = 0; i < run.bindings; ++i) {
                const AssetDomain& d = view.domains[run.domain[i]];
                const Mat3d rotation = toMatrix(shown.instance.instance.frames[run.domain[i]].rotation);
                float scaled[kMaxRank], moved[3][kAssetLanes]{};
                for (std::uint32_t k = 0; k < d.rank; ++k)
                    scaled[k] = shown.instance.instance.shown[d.firstLane + k] * view.scales[d.firstLane + k];
                addRows(rows, d.rank, scaled, moved);
                rows += rowsOf(d.rank);
                for (std::uint32_t lane = 0; lane < kAssetLanes; ++lane) {
                    const std::uint32_t place = (run.firstBlock + b) * kAssetLanes + lane;
                    const Vec3f local = restPlace(view, place) - d.centre +
                                        Vec3f{moved[0][lane], moved[1][lane], moved[2][lane]};
                    const Vec3f x = convert<float>(rotation * convert<double>(local) +
                                                   shown.instance.instance.frames[run.domain[i]].translation);
                    const float w = view.weights[run.firstWeight + b * run.bindings + i].lane[lane];
                    twin[place].x += w * x.x, twin[place].y += w * x.y, twin[place].z += w * x.z;
                }
            }
        }
    }
    for (const InstructionSet set : supportedInstructionSets()) {
        std::vector<Place4> places(twin.size());
        for (const AssetRun& run : view.runs) {
            runtimeKernels(set).surfacePositions({&run, view.blocks.data(), view.weights.data(),
                                                  view.rows.data(), surface.domains.data(), 0, run.blocks,
                                                  places.data()});
        }
        for (std::size_t i = 0; i < places.size(); ++i) {
            const Vec3f off{places[i].x - twin[i].x, places[i].y - twin[i].y, places[i].z - twin[i].z};
            ASSERT_LT(length(off), 1e-5f) << i;
            const Vec3f other{places[i].x - surface.now[i].x, places[i].y - surface.now[i].y,
                              places[i].z - surface.now[i].z};
            ASSERT_LT(length(other), 1e-6f) << i;
        }
        std::vector<Vec3f> normals(shown.surface.normals.size());
        runtimeKernels(set).surfaceShade({shown.surface.mesh.normalBlocks.data(),
                                          nullptr,
                                          surface.now.data(),
                                          0,
                                          shown.surface.mesh.vertices,
                                          {&normals[0].x, 12},
                                          {}});
        for (std::size_t i = 0; i < normals.size(); ++i)
            ASSERT_LT(length(normals[i] - shown.surface.normals[i]), 1e-5f) << i;
    }
}

// The same vertices in another order, as engines have them: the same bits.
TEST(BoundMesh, ACopyInAnotherOrderIsTheSame) {
    const Trained& t = trainedLimb();
    Shown shown(t);
    const AssetView& view = shown.body.body.view;
    std::vector<Vec3f> positions, normals;
    std::vector<std::uint32_t> from;
    for (auto i = static_cast<std::uint32_t>(view.fileMap.size()); i-- > 0;) {
        positions.push_back(restPlace(view, view.fileMap[i]));
        normals.push_back(restNormal(view, view.fileMap[i]));
        from.push_back(i);
    }
    HeldSurface copy(shown.body.body,
                     {static_cast<std::uint32_t>(positions.size()), &positions[0].x, &normals[0].x, nullptr});
    EXPECT_TRUE(copy.mesh.exact);
    EXPECT_LT(copy.mesh.farthest, 1e-6f);
    copy.write(shown.instance.instance);
    for (std::size_t i = 0; i < from.size(); ++i)
        ASSERT_EQ(copy.positions[i], shown.surface.positions[from[i]]) << i;
}

// A mesh beside the skin keeps its distance from it, wherever the skin goes.
TEST(BoundMesh, WhatIsBesideTheSkinFollowsIt) {
    const Trained& t = trainedLimb();
    Shown shown(t);
    const AssetView& view = shown.body.body.view;
    constexpr float kOff = 0.004f;
    std::vector<Vec3f> beside;
    for (std::uint32_t i = 0; i < view.triangles.size(); i += 3) {
        const std::uint32_t* const c = view.triangles[i].corner;
        const Vec3f a = restPlace(view, c[0]), b = restPlace(view, c[1]), d = restPlace(view, c[2]);
        beside.push_back(a * 0.2f + b * 0.3f + d * 0.5f + normalized(cross(b - a, d - a)) * kOff);
    }
    HeldSurface lod(shown.body.body,
                    {static_cast<std::uint32_t>(beside.size()), &beside[0].x, nullptr, nullptr});
    EXPECT_FALSE(lod.mesh.exact);
    EXPECT_NEAR(lod.mesh.farthest, kOff, 1e-5f);
    lod.write(shown.instance.instance);
    double worst = 0;
    for (std::uint32_t k = 0; k < beside.size(); ++k) {
        const std::uint32_t* const c = view.fileTriangles[3 * k].corner;
        const Vec3f a = shown.surface.positions[c[0]], b = shown.surface.positions[c[1]],
                    d = shown.surface.positions[c[2]];
        const Vec3f expected = a * 0.2f + b * 0.3f + d * 0.5f + normalized(cross(b - a, d - a)) * kOff;
        worst = std::max(worst, static_cast<double>(length(lod.positions[k] - expected)));
        ASSERT_NEAR(length(lod.normals[k]), 1, 1e-4f);
    }
    EXPECT_LT(worst, 0.0015);
}

// Against a look at every triangle.
TEST(SkinSearch, FindsTheNearestPoint) {
    const Trained& t = trainedLimb();
    const HeldBody body(reduction::assetContent(t.on(), t.model, t.learnt));
    const AssetView& view = body.body.view;
    SkinSearch search;
    test::HeldMemory memory;
    ASSERT_TRUE(memory.place([&](Arena& arena) { allocateSkinSearch(view, arena, search); }));
    fillSkinSearch(search);
    test::Dice dice(5);
    int worse = 0;
    for (int i = 0; i < 300; ++i) {
        const auto at = [&](int c) {
            const auto low = static_cast<double>(view.meta->boundsMin[c]),
                       high = static_cast<double>(view.meta->boundsMax[c]);
            return static_cast<float>(dice.between(low - 0.2 * (high - low), high + 0.2 * (high - low)));
        };
        const Vec3f point{at(0), at(1), at(2)};
        double nearest = 1e9;
        for (const AssetTriangle& tri : view.triangles) {
            const TrianglePoints corners{convert<double>(restPlace(view, tri.corner[0])),
                                         convert<double>(restPlace(view, tri.corner[1])),
                                         convert<double>(restPlace(view, tri.corner[2]))};
            nearest = std::min(
                nearest, length(closestPoint(corners, convert<double>(point)) - convert<double>(point)));
        }
        const OnSkin on = findOnSkin(search, point, {});
        EXPECT_GE(static_cast<double>(on.distance), nearest - 1e-5);
        if (static_cast<double>(on.distance) > nearest + 1e-5) ++worse;
        EXPECT_LT(static_cast<double>(on.distance), nearest * 1.05 + 1e-5);
    }
    EXPECT_LE(worse,
              15);  // it goes downhill from the nearest vertex, and may end beside the nearest triangle
}

// A sheet of two sides: each vertex goes to the side that faces as it does.
TEST(SkinSearch, ThinPartsKeepTheirSides) {
    test::SampleAsset sample = test::sampleAsset();
    SurfaceContent& s = sample.content.surface;
    for (std::size_t v = 0; v < s.positions.size(); ++v) {
        s.positions[v].z = v % 2 == 0 ? 0.001f : -0.001f;
        s.positions[v].y = 0;
        s.normals[v] = {0, 0, v % 2 == 0 ? 1.0f : -1.0f};
    }
    for (std::uint32_t i = 0; i < s.fileTriangles.size(); ++i)
        s.fileTriangles[i] = {i % 36, i % 36 + 2, i % 36 + 4};
    const HeldBody body(sample.content);
    const AssetView& view = body.body.view;
    std::vector<Vec3f> points, normals;
    for (int i = 0; i < 20; ++i) {
        points.push_back({0.1f * static_cast<float>(i), 0, 0});
        normals.push_back({0, 0, i % 3 == 0 ? 1.0f : -1.0f});
    }
    const HeldSurface bound(body.body, {20, &points[0].x, &normals[0].x, nullptr});
    for (std::size_t i = 0; i < points.size(); ++i)
        EXPECT_GT(dot(restNormal(view, bound.mesh.place[i]), normals[i]), 0) << i;
}

// Where both sides of a thin part meet, the nearest triangle may be the wrong one.
TEST(SkinSearch, RimsKeepTheirSides) {
    test::SampleAsset sample = test::sampleAsset();
    SurfaceContent& s = sample.content.surface;
    for (std::size_t v = 0; v < s.positions.size(); ++v) {
        const bool rim = v % 3 == 0;
        s.positions[v].y = rim ? 0.1f : 0;
        s.positions[v].z = rim ? 0 : v % 3 == 1 ? 0.001f : -0.001f;
        s.normals[v] = rim ? Vec3f{0, 1, 0} : Vec3f{0, 0, v % 3 == 1 ? 1.0f : -1.0f};
    }
    for (std::uint32_t i = 0; i < s.fileTriangles.size(); ++i) {
        const std::uint32_t rim = 3 * (i / 2 % 12), side = 1 + i % 2;
        s.fileTriangles[i] = {rim, rim + 3, rim + side};
    }
    const HeldBody body(sample.content);
    const AssetView& view = body.body.view;
    SkinSearch search;
    test::HeldMemory memory;
    ASSERT_TRUE(memory.place([&](Arena& arena) { allocateSkinSearch(view, arena, search); }));
    fillSkinSearch(search);
    for (const float z : {1.0f, -1.0f}) {
        for (int i = 1; i < 18; ++i) {
            const OnSkin on =
                findOnSkin(search, {0.1f * static_cast<float>(i), 0.098f, -0.0004f * z}, {0, 0, z});
            ASSERT_NE(on.triangle, ~0u);
            float facing = 0;
            for (const std::uint32_t corner : view.triangles[on.triangle].corner)
                facing += restNormal(view, corner).z;
            EXPECT_GT(facing * z, 0) << i;
        }
    }
}

}  // namespace
}  // namespace sinew
