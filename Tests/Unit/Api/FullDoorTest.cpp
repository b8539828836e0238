// The full solver's door, from C++ and several threads; full_is_c.c goes through it from C.
#include "Api/sinew_full.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <thread>

#include "Api/sinew_full/LentWorkers.h"
#include "Offline/Workers.h"
#include "Support/Bodies/FleshSamples.h"
#include "Support/Characters/CharacterArrays.h"
#include "Support/Characters/PosedCharacters.h"

namespace sinew {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

SinewWorkers lent(const Workers& workers) {
    return {workers.jobs().parallelFor, workers.jobs().host};
}

// A solver of a character, and its own surface.
class Host {
  public:
    explicit Host(const Character& character, double cells, const SinewWorkers* workers = nullptr)
        : arrays(character) {
        SinewFullSettings settings;
        sinewFullSettingsDefaults(&settings, sizeof settings);
        settings.cells = cells;
        EXPECT_EQ(sinewFullCreate(&arrays.given, &settings, workers, nullptr, &full), SINEW_OK)
            << sinewFullErrorText();
        EXPECT_EQ(sinewFullSurfaceCreate(full, nullptr, nullptr, 0, workers, &surface), SINEW_OK);
    }
    ~Host() {
        sinewFullSurfaceDestroy(surface);
        sinewFullDestroy(full);
    }
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;

    SinewTickInput inputFor(const std::vector<SinewBone>& bones) const {
        SinewTickInput input;
        sinewFullTickDefaults(&input, sizeof input);
        input.bones = bones.data();
        input.boneCount = static_cast<std::uint32_t>(bones.size());
        return input;
    }
    SinewFullTickOutput tick(const std::vector<SinewBone>& bones, double budget = 0) const {
        const SinewTickInput input = inputFor(bones);
        SinewFullTickOutput output;
        output.structSize = sizeof output;
        EXPECT_EQ(sinewFullTick(full, &input, budget, &output), SINEW_OK) << sinewFullErrorText();
        return output;
    }
    std::vector<float> written(SinewFullSurface* of, float* normals = nullptr,
                               SinewFullShown* shown = nullptr) const {
        std::vector<float> positions(3 * sinewFullSurfaceVertices(of));
        SinewSurfaceOutput output;
        sinewFullSurfaceDefaults(&output, sizeof output);
        output.positions = positions.data();
        output.normals = normals;
        EXPECT_EQ(sinewFullSurfaceWrite(of, full, &output, shown), SINEW_OK);
        return positions;
    }

    test::CharacterArrays arrays;
    SinewFull* full = nullptr;
    SinewFullSurface* surface = nullptr;
};

std::vector<SinewBone> bentBy(double angle) {
    const Affined elbow{toMatrix(fromAxisAngle(Vec3d{0, 0, 1}, angle)), {}};
    return test::bonesOf(std::vector<Affined>{{Mat3d::identity(), {-1, 0, 0}}, elbow});
}

bool allFinite(const std::vector<float>& numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](float x) { return std::isfinite(x); });
}

// A task of an editor solves, and the game's thread draws whatever is there.
TEST(FullDoor, OneThreadSolvesWhileAnotherDraws) {
    const Host host(test::fleshArm(), 600);
    std::atomic<bool> isOver{false};
    std::thread solving([&] {
        for (int i = 1; i <= 25; ++i) host.tick(bentBy(0.05 * i), i % 3 == 0 ? 0 : 1e-4);
        isOver = true;
    });
    SinewFullShown shown{};
    shown.structSize = sizeof shown;
    std::uint64_t last = 0;
    std::vector<float> before;
    int drawn = 0;
    while (!isOver || drawn < 3) {
        std::vector<float> positions = host.written(host.surface, nullptr, &shown);
        ASSERT_TRUE(allFinite(positions));
        ASSERT_GE(shown.tick, last);
        if (drawn > 0 && shown.tick == last) {
            ASSERT_EQ(positions, before);
        }
        const float reached = sinewFullReached(host.full);
        ASSERT_TRUE(reached >= 0 && reached <= 1);
        last = shown.tick;
        before = std::move(positions);
        ++drawn;
    }
    solving.join();
    host.written(host.surface, nullptr, &shown);
    EXPECT_EQ(shown.tick, 25u);
}

TEST(FullDoor, ATickIsCancelledFromAnotherThreadWithinASecond) {
    const Host host(test::fleshArm(), 8000);
    const std::vector<SinewBone> bones = bentBy(1.4);
    const SinewTickInput input = host.inputFor(bones);
    std::atomic<SinewStatus> status{SINEW_OK};
    std::thread solving([&] { status = sinewFullTick(host.full, &input, 0, nullptr); });
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    const auto told = Clock::now();
    sinewFullCancel(host.full, 1);
    solving.join();
    EXPECT_LT(secondsSince(told), 1);
    EXPECT_EQ(status, SINEW_FULL_STOPPED);
    sinewFullCancel(host.full, 0);
    EXPECT_GT(host.tick(bones, 1e-3).iterations, 0u);
}

TEST(FullDoor, OnlyOneThreadTicks) {
    const Host host(test::fleshArm(), 4000);
    const std::vector<SinewBone> bones = bentBy(1.4);
    const SinewTickInput input = host.inputFor(bones);
    std::atomic<bool> isOver{false};
    std::thread solving([&] {
        sinewFullTick(host.full, &input, 0, nullptr);
        isOver = true;
    });
    while (!isOver && sinewFullReached(host.full) == 1) std::this_thread::yield();
    const bool wasRefused = sinewFullTick(host.full, &input, 1e-6, nullptr) == SINEW_INVALID_ARGUMENT;
    solving.join();
    EXPECT_TRUE(wasRefused);
    EXPECT_STREQ(sinewFullErrorText(), "another thread is ticking this solver");
}

TEST(FullDoor, ABudgetEndsATickBeforeItsPoseIsReached) {
    const Host host(test::fleshArm(), 3000);
    const std::vector<SinewBone> bones = bentBy(2.2);
    std::uint32_t ticks = 0, steps = 0;
    for (SinewFullTickOutput out{}; out.finished == 0 && ticks < 200; ++ticks) {
        out = host.tick(bones, 0.02);
        steps += out.iterations;
    }
    EXPECT_GT(ticks, 1u);
    EXPECT_GE(steps, ticks);
}

TEST(FullDoor, BadInputLeavesTheLastShape) {
    const Host host(test::fleshArm(), 600);
    host.tick(bentBy(0.5));
    const std::vector<float> before = host.written(host.surface);
    const float nan = std::nanf("");
    const auto refused = [&](auto&& spoil, const char* word) {
        std::vector<SinewBone> bones = bentBy(0.9);
        SinewTickInput input = host.inputFor(bones);
        SinewCollider collider{};
        collider.rotation[3] = 1;
        input.colliders = &collider;
        input.colliderCount = 1;
        spoil(bones, input, collider);
        EXPECT_EQ(sinewFullTick(host.full, &input, 0, nullptr), SINEW_BAD_INPUT) << word;
        EXPECT_NE(std::strstr(sinewFullErrorText(), word), nullptr) << sinewFullErrorText();
        EXPECT_EQ(host.written(host.surface), before);
    };
    refused([&](auto& bones, auto&, auto&) { bones[1].translation[2] = nan; }, "lower");
    refused([&](auto& bones, auto&, auto&) { bones[0].rotation[3] = 7; }, "upper");
    refused([&](auto& bones, auto&, auto&) { bones[1].scale[0] = 0; }, "scale of 0");
    refused([&](auto&, auto& input, auto&) { input.gravity[1] = nan; }, "gravity");
    refused([&](auto&, auto& input, auto&) { input.worldTranslation[1] = HUGE_VAL; }, "world");
    refused([&](auto&, auto&, auto& collider) { collider.halfSize[0] = -1; }, "collider 0");
    EXPECT_EQ(host.tick(bentBy(0.9)).finished, 1u);
    EXPECT_NE(host.written(host.surface), before);
}

TEST(FullDoor, OtherMeshesLieOnTheSameSkin) {
    const Character arm = test::fleshArm();
    const Host host(arm, 1500);
    // The engine's copy: its own order, corners that are not shared.
    std::vector<float> positions;
    std::vector<std::uint32_t> from, triangles;
    for (std::size_t t = arm.surface.triangles.size(); t-- > 0;) {
        for (const std::uint32_t v : arm.surface.triangles[t]) {
            triangles.push_back(static_cast<std::uint32_t>(from.size()));
            from.push_back(v);
            for (int i = 0; i < 3; ++i) positions.push_back(static_cast<float>(arm.surface.positions[v][i]));
        }
    }
    SinewMeshSource source{};
    source.structSize = sizeof source;
    source.vertexCount = static_cast<std::uint32_t>(from.size());
    source.positions = positions.data();
    SinewFullSurface *copy = nullptr, *bare = nullptr;
    ASSERT_EQ(sinewFullSurfaceCreate(host.full, &source, triangles.data(),
                                     static_cast<std::uint32_t>(triangles.size() / 3), nullptr, &copy),
              SINEW_OK);
    ASSERT_EQ(sinewFullSurfaceCreate(host.full, &source, nullptr, 0, nullptr, &bare), SINEW_OK);
    host.tick(bentBy(1));
    std::vector<float> ownNormals(3 * host.arrays.vertices()), normals(positions.size()),
        bareNormals(positions.size());
    const std::vector<float> own = host.written(host.surface, ownNormals.data());
    const std::vector<float> other = host.written(copy, normals.data());
    host.written(bare, bareNormals.data());
    double across = 0;
    for (std::size_t v = 0; v < from.size(); ++v) {
        float cosine = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            EXPECT_NEAR(other[3 * v + i], own[3 * from[v] + i], 1e-4f);
            EXPECT_NEAR(normals[3 * v + i], ownNormals[3 * from[v] + i], 2e-2f);
            cosine += bareNormals[3 * v + i] * ownNormals[3 * from[v] + i];
        }
        across += static_cast<double>(cosine);
    }
    EXPECT_GT(across / static_cast<double>(from.size()), 0.97);  // without triangles about the same
    sinewFullSurfaceDestroy(copy);
    sinewFullSurfaceDestroy(bare);
}

TEST(FullDoor, MoreThanAllOfTheWeightIsAll) {
    const Host host(test::fleshArm(), 1500);
    SinewMeshSource source{};
    source.structSize = sizeof source;
    source.vertexCount = host.arrays.vertices();
    source.positions = host.arrays.given.positions;
    SinewFullSurface* bare = nullptr;  // without triangles normals turn with the flesh
    ASSERT_EQ(sinewFullSurfaceCreate(host.full, &source, nullptr, 0, nullptr, &bare), SINEW_OK);
    const std::vector<SinewBone> bones = bentBy(1);
    std::vector<float> positions[2], normals[2];
    for (int i = 0; i < 2; ++i) {
        SinewTickInput input = host.inputFor(bones);
        input.weight = static_cast<float>(1 + i);
        ASSERT_EQ(sinewFullTick(host.full, &input, 0, nullptr), SINEW_OK);
        normals[i].resize(3 * source.vertexCount);
        positions[i] = host.written(bare, normals[i].data());
    }
    EXPECT_EQ(positions[0], positions[1]);
    EXPECT_EQ(normals[0], normals[1]);
    sinewFullSurfaceDestroy(bare);
}

TEST(FullDoor, NormalsStandOnTheTriangles) {
    const Host host(test::fleshArm(), 1500);
    host.tick(bentBy(1.2));
    std::vector<float> normals(3 * host.arrays.vertices());
    const std::vector<float> p = host.written(host.surface, normals.data());
    const auto at = [](const std::vector<float>& all, std::uint32_t v) {
        return Vec3f{all[3 * v], all[3 * v + 1], all[3 * v + 2]};
    };
    const std::uint32_t* const t = host.arrays.given.triangles;
    for (std::uint32_t i = 0; i < host.arrays.given.triangleCount; ++i) {
        const Vec3f a = at(p, t[3 * i]), b = at(p, t[3 * i + 1]), c = at(p, t[3 * i + 2]);
        const Vec3f face = normalized(cross(b - a, c - a));
        for (std::uint32_t corner = 0; corner < 3; ++corner)
            EXPECT_GT(dot(face, at(normals, t[3 * i + corner])), 0.3f);
    }
}

TEST(FullDoor, ContactsAreToldInTheWorld) {
    const Host host(test::fleshArm(), 1500);
    const std::vector<SinewBone> bones = bentBy(0);
    SinewTickInput input = host.inputFor(bones);
    SinewCollider ball{};
    ball.kind = SINEW_SPHERE;
    ball.rotation[3] = 1;
    ball.halfSize[0] = 0.2f;
    ball.translation[0] = 10, ball.translation[1] = 0.45;
    input.worldTranslation[0] = 10;
    SinewContact contacts[4];
    input.colliders = &ball;
    input.colliderCount = 1;
    input.contacts = contacts;
    input.contactCapacity = 4;
    SinewFullTickOutput output;
    output.structSize = sizeof output;
    ASSERT_EQ(sinewFullTick(host.full, &input, 0, &output), SINEW_OK);
    ASSERT_GT(output.contacts, 4u);
    EXPECT_NEAR(contacts[0].point[0], 10, 0.3);
    EXPECT_LT(contacts[0].normal[1], -0.5f);
    EXPECT_EQ(contacts[0].collider, 0u);
    EXPECT_LT(contacts[0].joint, 2u);
}

TEST(FullDoor, GravityIsWhatTheMeshWasModelledIn) {
    const Host host(test::fleshArm(), 600);
    const std::vector<SinewBone> bones = host.arrays.bind();
    EXPECT_EQ(host.tick(bones).iterations, 0u);
    SinewTickInput lying = host.inputFor(bones);
    lying.worldRotation[0] = lying.worldRotation[3] = std::sqrt(0.5f);
    const std::vector<float> before = host.written(host.surface);
    EXPECT_EQ(sinewFullTick(host.full, &lying, 0, nullptr), SINEW_OK);
    EXPECT_NE(host.written(host.surface), before);
}

TEST(LentWorkers, ExceptionsGoRoundTheHost) {
    // Stands for an engine compiled without exceptions: one that came through would end the program.
    const SinewWorkers engine{[](void*, std::uint32_t count, SinewTask task, void* data) noexcept {
                                  for (std::uint32_t i = 0; i < count; ++i) task(data, i);
                              },
                              nullptr};
    LentWorkers workers(&engine);
    int done = 0;
    const auto work = [&](std::uint32_t i) {
        if (i == 1) throw std::runtime_error("one");
        ++done;
    };
    EXPECT_THROW(parallelFor(workers.jobs(), 4, work), std::runtime_error);
    EXPECT_EQ(done, 3);
    EXPECT_EQ(LentWorkers(nullptr).jobs().parallelFor, nullptr);
}

// As an editor previews a character: every frame of a clip within reach of the one before.
void followClip(double cells, double every) {
    const Character& mannequin = test::mannequin();
    const Workers workers;
    const SinewWorkers given = lent(workers);
    const Host host(mannequin, cells, &given);
    const auto walk = std::find_if(mannequin.clips.begin(), mannequin.clips.end(),
                                   [](const Clip& clip) { return clip.name == "walk"; });
    ASSERT_NE(walk, mannequin.clips.end());
    for (double time = 0; time < walk->duration; time += every) {
        const std::vector<SinewBone> bones =
            test::bonesOf(jointFrames(mannequin.skeleton, samplePose(mannequin.skeleton, *walk, time)));
        SinewTickInput input = host.inputFor(bones);
        input.workers = given;
        SinewFullTickOutput output;
        output.structSize = sizeof output;
        ASSERT_EQ(sinewFullTick(host.full, &input, 0, &output), SINEW_OK) << sinewFullErrorText();
        EXPECT_EQ(output.finished, 1u) << time;
        EXPECT_LE(output.iterations, 16u) << time;
        EXPECT_TRUE(allFinite(host.written(host.surface)));
    }
}

TEST(FullDoor, APreviewFollowsAClip) {
    followClip(2000, 0.2);
}

TEST(FullDoor, APreviewOfTenThousandCellsFollowsAClipLong) {
    followClip(10000, 1.0 / 30);
}

}  // namespace
}  // namespace sinew
