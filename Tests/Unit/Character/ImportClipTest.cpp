#include <cmath>

#include <gtest/gtest.h>

#include "Offline/Character/Import.h"
#include "Offline/Error.h"
#include "Support/Characters/GltfBuilder.h"
#include "Support/Characters/Posed.h"

namespace sinew {
namespace {

using test::json;
using test::makeTube;
using test::Tube;

void addChannel(Tube& tube, int node, const char* path, const std::vector<float>& times,
                const std::vector<float>& values, const char* interpolation) {
    json& root = tube.gltf.root;
    if (!root.contains("animations")) {
        root["animations"] = {{{"name", "move"}, {"channels", json::array()}, {"samplers", json::array()}}};
    }
    const int input = tube.gltf.accessor(times, "SCALAR");
    const int output = tube.gltf.accessor(values, std::string(path) == "rotation" ? "VEC4" : "VEC3");
    json& animation = root["animations"][0];
    const std::size_t sampler = animation["samplers"].size();
    animation["samplers"].push_back({{"input", input}, {"output", output}, {"interpolation", interpolation}});
    animation["channels"].push_back({{"sampler", sampler}, {"target", {{"node", node}, {"path", path}}}});
}

Character imported(const Tube& tube) {
    return importCharacter(tube.gltf.glb(), "test.glb", {.metresPerUnit = 1.0, .up = UpAxis::Y});
}

TEST(ImportClip, StepAndLinearKeysArriveAsStored) {
    Tube tube = makeTube();
    addChannel(tube, tube.upper, "translation", {0, 0.5f, 2}, {0, 1, 0, 0, 2, 0, 0, 3, 0}, "STEP");
    addChannel(tube, tube.upper, "rotation", {0, 1}, {0, 0, 0, 2, 0, 0, 2, 0}, "LINEAR");
    addChannel(tube, tube.lower, "scale", {1}, {1, 2, 3}, "LINEAR");
    const Character character = imported(tube);
    ASSERT_EQ(character.clips.size(), 1u);
    const Clip& clip = character.clips[0];
    EXPECT_EQ(clip.name, "move");
    EXPECT_EQ(clip.duration, 2);
    ASSERT_EQ(clip.joints.size(), 2u);
    EXPECT_EQ(clip.joints[1].translation.interpolation, Interpolation::Step);
    EXPECT_EQ(clip.joints[1].translation.values[1], (Vec3d{0, 2, 0}));
    EXPECT_EQ(clip.joints[1].rotation.values[1], (Quatd{0, 0, 1, 0})) << "normalised";
    EXPECT_NE(test::findFinding(character, "rotations-not-unit"), nullptr);
    EXPECT_EQ(clip.joints[0].scale.values[0], (Vec3d{1, 2, 3}));
    EXPECT_TRUE(clip.joints[0].rotation.times.empty());
}

// The definition, evaluated in the file's own frames: ancestor · joint(t) · inverse bind.
TEST(ImportClip, CubicKeysUnderAScaledAndTurnedAncestorMoveTheSurfaceAsDefined) {
    Tube tube = makeTube();
    const std::vector<float> t{1, 2, 3, 0, 1, 0, 4, 5, 6, /**/ -3, 1, 2, 2, 0, 1, 0, 0, 1};
    const std::vector<float> r{0,      0, 0, 0, 0, 0, 0,    1,    0.5f, 0, 0, 0.25f,
                               /**/ 0, 1, 0, 0, 0, 0, 0.6f, 0.8f, 0,    0, 0, 0};
    addChannel(tube, tube.lower, "translation", {0, 2}, t, "CUBICSPLINE");
    addChannel(tube, tube.lower, "rotation", {0, 2}, r, "CUBICSPLINE");
    addChannel(tube, tube.upper, "translation", {0, 2}, t, "CUBICSPLINE");
    const Transformd above{{7, 1, -2}, normalized(Quatd{0.3, 0.5, -0.2, 0.8}), {4, 4, 4}};
    tube.gltf.add("nodes",
                  {{"translation", {7, 1, -2}},
                   {"rotation", {above.rotation.x, above.rotation.y, above.rotation.z, above.rotation.w}},
                   {"scale", {4, 4, 4}},
                   {"children", {tube.lower}}});
    const Character character = imported(tube);
    ASSERT_EQ(character.skeleton.joints.size(), 2u);
    for (const double time : {0.0, 0.5, 1.0, 1.7, 2.0}) {
        const double u = time / 2, h00 = 2 * u * u * u - 3 * u * u + 1, h10 = u * u * u - 2 * u * u + u;
        const double h01 = 1 - h00, h11 = u * u * u - u * u;
        const auto spline = [&](const std::vector<float>& k, std::size_t n, std::size_t i) {
            const auto at = [&](std::size_t which) { return static_cast<double>(k[which * n + i]); };
            return h00 * at(1) + h10 * 2 * at(2) + h01 * at(4) + h11 * 2 * at(3);
        };
        const Vec3d move{spline(t, 3, 0), spline(t, 3, 1), spline(t, 3, 2)};
        const Quatd turn =
            normalized(Quatd{spline(r, 4, 0), spline(r, 4, 1), spline(r, 4, 2), spline(r, 4, 3)});
        const Affined lower = toAffine(above) * toAffine(Transformd{move, turn, {1, 1, 1}});
        const Affined upper = lower * Affined{Mat3d::identity(), move - Vec3d{0, 1, 0}};
        const std::vector<Vec3d> posed =
            test::posedSurface(character, samplePose(character.skeleton, character.clips[0], time));
        for (std::size_t f = 0; f < 20; ++f) {
            const Vec3d p =
                convert<double>(Vec3f{tube.points[3 * f], tube.points[3 * f + 1], tube.points[3 * f + 2]});
            const Vec3d expected = transformPoint(p.y > 1 ? upper : lower, p);
            EXPECT_LT(length(posed[character.surface.weldedOfFile[f]] - expected), 1e-5) << time << " " << f;
        }
    }
}

TEST(ImportClip, AMovingAncestorBecomesAJointThatMoves) {
    Tube tube = makeTube();
    const int above =
        tube.gltf.add("nodes", {{"name", "mover"}, {"scale", {2, 2, 2}}, {"children", {tube.lower}}});
    addChannel(tube, above, "translation", {0, 1}, {0, 0, 0, 8, 0, 0}, "LINEAR");
    const Character character = imported(tube);
    ASSERT_EQ(character.skeleton.joints.size(), 3u);
    EXPECT_EQ(character.skeleton.joints[0].name, "mover");
    const auto posed = test::posedSurface(character, samplePose(character.skeleton, character.clips[0], 0.5));
    EXPECT_NEAR(posed[0].x, 4 - 0.4, 1e-6);
}

TEST(ImportClip, AMovingNodeBetweenAJointAndItsPropIsAJoint) {
    Tube tube = makeTube();
    const int prop = tube.gltf.add(
        "meshes",
        {{"primitives", {{{"attributes", {{"POSITION", tube.positions}}}, {"indices", tube.indices}}}}});
    tube.gltf.root["nodes"][tube.upper]["children"] = {3};
    tube.gltf.add("nodes", {{"name", "holder"}, {"children", {4}}});
    const int sword = tube.gltf.add("nodes", {{"name", "sword"}, {"mesh", prop}});
    addChannel(tube, sword, "translation", {0, 1}, {0, 0, 0, 1, 0, 0}, "LINEAR");
    const Character character = imported(tube);
    ASSERT_EQ(character.skeleton.joints.size(), 4u);
    ASSERT_EQ(character.rigidParts.size(), 1u);
    EXPECT_EQ(character.skeleton.joints[character.rigidParts[0].joint].name, "sword");
}

TEST(ImportClip, ChannelsOfOtherNodesAndOfMorphsAreNoted) {
    Tube tube = makeTube();
    addChannel(tube, tube.meshNode, "translation", {0, 1}, {0, 0, 0, 1, 0, 0}, "LINEAR");
    addChannel(tube, tube.upper, "scale", {0, 1}, {1, 1, 1, 1, 1, 1}, "LINEAR");
    addChannel(tube, tube.upper, "scale", {0, 1}, {2, 2, 2, 2, 2, 2}, "LINEAR");
    json& channels = tube.gltf.root["animations"][0]["channels"];
    channels.push_back({{"sampler", 0}, {"target", {{"node", tube.meshNode}, {"path", "weights"}}}});
    channels.push_back({{"sampler", 0}, {"target", {{"path", "pointer"}}}});
    const Character character = imported(tube);
    EXPECT_NE(test::findFinding(character, "channels-ignored"), nullptr);
    EXPECT_NE(test::findFinding(character, "channels-repeated"), nullptr);
    EXPECT_EQ(character.clips[0].joints[1].scale.values[0], (Vec3d{1, 1, 1}));
}

TEST(ImportClip, ClipsGetNamesOfTheirOwn) {
    Tube tube = makeTube();
    const json empty{{"channels", json::array()}, {"samplers", json::array()}};
    json named = empty;
    named["name"] = "clip_1";
    tube.gltf.root["animations"] = {named, empty, named};
    const Character character = imported(tube);
    ASSERT_EQ(character.clips.size(), 3u);
    EXPECT_EQ(character.clips[0].name, "clip_1");
    EXPECT_EQ(character.clips[1].name, "clip_1_2");
    EXPECT_EQ(character.clips[2].name, "clip_1_3");
}

TEST(ImportClip, KeysThatMakeNoSenseAreRefused) {
    const auto refused = [](const char* path, const std::vector<float>& times,
                            const std::vector<float>& values, const char* how) {
        Tube tube = makeTube();
        addChannel(tube, tube.upper, path, times, values, how);
        EXPECT_THROW(imported(tube), Error) << path << how;
    };
    refused("translation", {0, 0}, {0, 0, 0, 0, 0, 0}, "LINEAR");
    refused("translation", {1, 0.5f}, {0, 0, 0, 0, 0, 0}, "LINEAR");
    refused("translation", {-1, 0}, {0, 0, 0, 0, 0, 0}, "LINEAR");
    refused("translation", {NAN, 1}, {0, 0, 0, 0, 0, 0}, "LINEAR");
    refused("translation", {0, 1}, {0, 0, 0, 0, 0, INFINITY}, "LINEAR");
    refused("translation", {0, 1}, {0, 0, 0}, "LINEAR");
    refused("translation", {0, 1}, {0, 0, 0, 0, 0, 0}, "CUBICSPLINE");
    refused("translation", {0, 1}, {0, 0, 0, 0, 0, 0}, "WOBBLE");
    refused("rotation", {0, 1}, {0, 0, 0, 0, 0, 0, 0, 1}, "LINEAR");
    refused("sideways", {0, 1}, {0, 0, 0, 0, 0, 0}, "LINEAR");
}

}  // namespace
}  // namespace sinew
