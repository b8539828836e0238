// The door, from C++; api_is_c.c goes through it from C.
#include "Api/sinew.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "Offline/Workers.h"
#include "Support/Runtime/AssetSamples.h"
#include "Support/Runtime/Heap.h"

namespace sinew {
namespace {

// An asset of a chain of domains, as a host holds it.
class Host {
  public:
    explicit Host(bool skinned = true, std::vector<std::uint32_t> ranks = {8, 6, 0, 12})
        : bytes_(packAsset(contentOf(skinned, std::move(ranks)))) {
        std::uint64_t needed = 0;
        EXPECT_EQ(sinewAssetMeasure(bytes_.bytes().data(), bytes_.bytes().size(), &needed), SINEW_OK);
        memory_ = AssetBytes(needed);
        EXPECT_EQ(sinewAssetCreate(bytes_.bytes().data(), bytes_.bytes().size(), memory_.bytes().data(),
                                   needed, &asset),
                  SINEW_OK);
        info.structSize = sizeof info;
        EXPECT_EQ(sinewAssetInfo(asset, &info), SINEW_OK);
    }

    SinewInstance* newInstance() {
        std::uint64_t needed = 0;
        EXPECT_EQ(sinewInstanceMeasure(asset, &needed), SINEW_OK);
        instances_.emplace_back(needed);
        SinewInstance* instance = nullptr;
        EXPECT_EQ(sinewInstanceCreate(asset, instances_.back().bytes().data(), needed, &instance), SINEW_OK);
        return instance;
    }

    // The chain bent a little, more with time.
    std::vector<SinewBone> bones(double time) const {
        std::vector<SinewBone> all;
        for (std::uint32_t j = 0; j < info.joints; ++j) {
            const Quatd r = expMap(Vec3d{0, 0, 0.05 * std::sin(3 * time + j)});
            const auto f = [](double x) { return static_cast<float>(x); };
            all.push_back({{f(r.x), f(r.y), f(r.z), f(r.w)}, {f(j == 0 ? 0.0 : j - 1.0), 0, 0}, {1, 1, 1}});
        }
        return all;
    }

    static AssetContent contentOf(bool skinned, std::vector<std::uint32_t> ranks) {
        test::SampleSize size;
        size.ranks = std::move(ranks);
        size.samplesEvery = 2;
        AssetContent content = test::sampleAsset(size).content;
        std::erase_if(content.interfaces, [&](const InterfaceContent& f) {
            return content.domains[f.a].rank + content.domains[f.b].rank == 0;
        });
        if (!skinned) content.surface.influences.clear();
        content.solver.rayleighMass = 1;
        content.solver.rayleighStiffness = 0.01;
        addRoot(content);
        content.rigidParts[0].toJoint.translation = {1, 0, 0};
        return content;
    }

    // A joint without flesh before all others, so that domains and joints are not counted alike.
    static void addRoot(AssetContent& content) {
        content.joints.insert(content.joints.begin(), {"root", kNoParent, kNoDomain, {}});
        for (std::size_t j = 1; j < content.joints.size(); ++j) ++content.joints[j].parent;
        for (DomainContent& d : content.domains) ++d.joint;
        for (RigidPartContent& part : content.rigidParts) ++part.joint;
        for (auto& influences : content.surface.influences) {
            for (InfluenceContent& influence : influences) influence.joint += influence.weight > 0 ? 1 : 0;
        }
    }

    SinewAsset* asset = nullptr;
    SinewAssetInfo info{};

  private:
    AssetBytes bytes_, memory_{0};
    std::vector<AssetBytes> instances_;
};

SinewTickInput inputOf(const std::vector<SinewBone>& bones) {
    SinewTickInput input;
    sinewTickDefaults(&input, sizeof input);
    input.bones = bones.data();
    input.boneCount = static_cast<std::uint32_t>(bones.size());
    input.seconds = 1.0 / 60;
    return input;
}

TEST(Api, TellsWhatAnAssetIs) {
    Host host;
    EXPECT_EQ(host.info.domains, 4u);
    EXPECT_EQ(host.info.modes, 26u);
    EXPECT_STREQ(host.info.name, "Chain");
    EXPECT_STREQ(sinewJointName(host.asset, 2), "joint1");
    EXPECT_EQ(sinewJointName(host.asset, 99), nullptr);
    EXPECT_STREQ(sinewRigidPartName(host.asset, 0), "sword");
}

TEST(Api, TellsWhatDomainsAre) {
    Host host;
    SinewAssetInfo asset{};
    asset.structSize = sizeof asset;
    ASSERT_EQ(sinewAssetInfo(host.asset, &asset), SINEW_OK);
    std::uint32_t modes = 0;
    for (std::uint32_t d = 0; d < asset.domains; ++d) {
        SinewDomainInfo info{};
        info.structSize = sizeof info;
        ASSERT_EQ(sinewDomainInfo(host.asset, d, &info), SINEW_OK);
        EXPECT_LT(info.joint, asset.joints);
        EXPECT_EQ(info.firstMode, modes);
        modes += info.modes;
    }
    EXPECT_EQ(modes, asset.modes);
    SinewDomainInfo info{};
    info.structSize = sizeof info;
    EXPECT_EQ(sinewDomainInfo(host.asset, asset.domains, &info), SINEW_INVALID_ARGUMENT);
}

TEST(Api, TellsWhereElasticityIsEvaluated) {
    Host host;
    const AssetContent content = Host::contentOf(true, {8, 6, 0, 12});
    for (std::uint32_t d = 0; d < host.info.domains; ++d) {
        const std::vector<CubatureContent>& tets = content.domains[d].cubature;
        ASSERT_EQ(sinewDomainCubature(host.asset, d, nullptr, nullptr, 0), tets.size());
        if (tets.empty()) continue;
        std::vector<float> places(3 * tets.size(), -1), volumes(tets.size(), -1);
        const auto room = static_cast<std::uint32_t>(tets.size()) - 1;
        sinewDomainCubature(host.asset, d, places.data(), volumes.data(), room);
        for (std::uint32_t tet = 0; tet < room; ++tet) {
            EXPECT_EQ(volumes[tet], static_cast<float>(tets[tet].weight));
            EXPECT_EQ((Vec3f{places[3 * tet], places[3 * tet + 1], places[3 * tet + 2]}),
                      convert<float>(tets[tet].place));
        }
        EXPECT_EQ(volumes[room], -1) << "written beyond its room";
        EXPECT_EQ(places[3 * room], -1) << "written beyond its room";
    }
    EXPECT_EQ(sinewDomainCubature(host.asset, host.info.domains, nullptr, nullptr, 0), 0u);
}

// Turned, moved and scaled: at its bind pose a joint shows what it is bound to where that was modelled.
TEST(Api, TellsHowJointsWereBound) {
    AssetContent content = Host::contentOf(true, {8, 6, 0, 12});
    const Transformd bound{{1, 2, 3}, expMap(Vec3d{0.3, -0.5, 1.1}), {2, 0.5, 1.5}};
    content.joints[2].inverseBind = inverse(toAffine(bound));
    const AssetBytes bytes = packAsset(content);
    std::uint64_t needed = 0;
    ASSERT_EQ(sinewAssetMeasure(bytes.bytes().data(), bytes.bytes().size(), &needed), SINEW_OK);
    AssetBytes memory(needed);
    SinewAsset* asset = nullptr;
    ASSERT_EQ(
        sinewAssetCreate(bytes.bytes().data(), bytes.bytes().size(), memory.bytes().data(), needed, &asset),
        SINEW_OK);
    SinewBone bone{};
    ASSERT_EQ(sinewJointBind(asset, 2, &bone), SINEW_OK);
    const Quatf turn{bone.rotation[0], bone.rotation[1], bone.rotation[2], bone.rotation[3]};
    EXPECT_NEAR(std::abs(dot(convert<double>(turn), bound.rotation)), 1, 1e-6);
    for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(static_cast<double>(bone.translation[i]), bound.translation[i], 1e-5);
        EXPECT_NEAR(static_cast<double>(bone.scale[i]), bound.scale[i], 1e-5);
    }
    EXPECT_EQ(sinewJointBind(asset, 99, &bone), SINEW_INVALID_ARGUMENT);
    EXPECT_EQ(sinewJointBind(asset, 2, nullptr), SINEW_INVALID_ARGUMENT);
}

// A host that was compiled against an older or a newer header.
TEST(Api, StructsOfOtherSizesAreUnderstoodOrRefused) {
    Host host;
    SinewInstance* const instance = host.newInstance();
    const std::vector<SinewBone> bones = host.bones(0);
    SinewTickInput input = inputOf(bones);
    input.structSize = offsetof(SinewTickInput, workers);
    EXPECT_EQ(sinewTick(instance, &input, nullptr), SINEW_OK);
    input.structSize = sizeof input + 8;
    EXPECT_EQ(sinewTick(instance, &input, nullptr), SINEW_INVALID_ARGUMENT);
    input.structSize = 0;
    EXPECT_EQ(sinewTick(instance, &input, nullptr), SINEW_INVALID_ARGUMENT);
    // A shorter output is filled as far as it goes.
    input = inputOf(bones);
    SinewTickOutput out;
    std::memset(&out, 0x55, sizeof out);
    out.structSize = offsetof(SinewTickOutput, iterations);
    EXPECT_EQ(sinewTick(instance, &input, &out), SINEW_OK);
    EXPECT_EQ(out.subSteps, 1u);
    EXPECT_EQ(out.notConverged, 0x55555555u);
    SinewAssetInfo shortInfo;
    shortInfo.structSize = sizeof(SinewAssetInfo) + 1;
    EXPECT_EQ(sinewAssetInfo(host.asset, &shortInfo), SINEW_INVALID_ARGUMENT);
}

TEST(Api, WhatIsOutOfRangeIsRefused) {
    Host host;
    SinewInstance* const instance = host.newInstance();
    const std::vector<SinewBone> bones = host.bones(0);
    const auto refused = [&](auto spoil) {
        SinewTickInput input = inputOf(bones);
        spoil(input);
        return sinewTick(instance, &input, nullptr) != SINEW_OK;
    };
    const SinewCollider unknown{9, {0, 0, 0, 1}, {0, 0, 0}, {1, 1, 1}, {}, 0, nullptr};
    EXPECT_FALSE(refused([](SinewTickInput&) {}));
    EXPECT_TRUE(refused([](SinewTickInput& i) { i.bones = nullptr; }));
    EXPECT_TRUE(refused([](SinewTickInput& i) { --i.boneCount; }));
    EXPECT_TRUE(refused([](SinewTickInput& i) { i.colliderCount = 1; }));
    EXPECT_TRUE(refused([&](SinewTickInput& i) { i.colliderCount = 1, i.colliders = &unknown; }));
    EXPECT_TRUE(refused([](SinewTickInput& i) { i.impulseCount = 99; }));
    EXPECT_TRUE(refused([](SinewTickInput& i) { i.worldRotation[3] = 0; }));
    std::uint64_t needed = 0;
    EXPECT_EQ(sinewSurfaceMeasure(nullptr, nullptr, &needed), SINEW_INVALID_ARGUMENT);
}

// An engine's own mesh: measured, created, shown; refused where it cannot be bound.
TEST(Api, OtherMeshesAreBound) {
    Host host;
    const float positions[] = {0.5f, 0.1f, 0.02f, 1.25f, -0.1f, 0, 0.75f, 0, 0.05f};
    const float broken[] = {0.5f, NAN, 0};
    SinewMeshSource source{sizeof source, 3, positions, nullptr, nullptr};
    std::uint64_t size = 0, scratchSize = 0;
    ASSERT_EQ(sinewMeshMeasure(host.asset, &source, &size, &scratchSize), SINEW_OK);
    AssetBytes memory(size), scratch(scratchSize);
    const auto create = [&](const SinewMeshSource& from, std::uint64_t bytes, SinewMesh** mesh) {
        return sinewMeshCreate(host.asset, &from, memory.bytes().data(), bytes, scratch.bytes().data(),
                               scratchSize, mesh);
    };
    SinewMesh* mesh = nullptr;
    EXPECT_EQ(create(source, size - 1, &mesh), SINEW_OUT_OF_MEMORY);
    EXPECT_EQ(create({sizeof source, 1, broken, nullptr, nullptr}, size, &mesh), SINEW_INVALID_ARGUMENT);
    EXPECT_EQ(create({sizeof source, 3, nullptr, nullptr, nullptr}, size, &mesh), SINEW_INVALID_ARGUMENT);
    ASSERT_EQ(create(source, size, &mesh), SINEW_OK);
    EXPECT_GT(sinewMeshDistance(mesh), 0);
    EXPECT_LT(sinewMeshDistance(mesh), 0.1f);
    std::uint64_t surfaceSize = 0;
    ASSERT_EQ(sinewSurfaceMeasure(host.asset, mesh, &surfaceSize), SINEW_OK);
    AssetBytes surfaceMemory(surfaceSize);
    SinewSurface* surface = nullptr;
    ASSERT_EQ(sinewSurfaceCreate(host.asset, mesh, surfaceMemory.bytes().data(), surfaceSize, &surface),
              SINEW_OK);
    EXPECT_EQ(sinewSurfaceVertices(surface), 3u);
    Host other;
    EXPECT_EQ(sinewSurfaceMeasure(other.asset, mesh, &surfaceSize), SINEW_INVALID_ARGUMENT);
}

TEST(Api, TicksTakeNoMemory) {
    Host host;
    SinewInstance* const instance = host.newInstance();
    const std::vector<SinewBone> bones = host.bones(1);
    const SinewTickInput input = inputOf(bones);
    const std::size_t before = test::heapInUse();
    for (int i = 0; i < 100; ++i) EXPECT_EQ(sinewTick(instance, &input, nullptr), SINEW_OK);
    EXPECT_EQ(test::heapInUse(), before);
}

TEST(Api, ACrowdIsEachOfItsOwn) {
    Host host;
    constexpr std::uint32_t kCount = 12;
    const Workers workers(3);
    std::vector<SinewInstance*> crowd, alone;
    for (std::uint32_t i = 0; i < kCount; ++i)
        crowd.push_back(host.newInstance()), alone.push_back(host.newInstance());
    const SinewWorkers lent{workers.jobs().parallelFor, workers.jobs().host};
    for (int t = 0; t < 20; ++t) {
        std::vector<std::vector<SinewBone>> bones;
        for (std::uint32_t i = 0; i < kCount; ++i) bones.push_back(host.bones(t / 60.0 + i));
        std::vector<SinewTickInput> inputs;
        for (const auto& pose : bones) inputs.push_back(inputOf(pose));
        EXPECT_EQ(sinewTickMany(crowd.data(), inputs.data(), kCount, nullptr, nullptr, &lent), SINEW_OK);
        for (std::uint32_t i = 0; i < kCount; ++i)
            EXPECT_EQ(sinewTick(alone[i], &inputs[i], nullptr), SINEW_OK);
    }
    for (std::uint32_t i = 0; i < kCount; ++i) EXPECT_EQ(sinewStateHash(crowd[i]), sinewStateHash(alone[i]));
}

TEST(Api, TheFirstOfACrowdThatFailsIsTold) {
    Host host;
    std::vector<SinewInstance*> crowd{host.newInstance(), host.newInstance(), host.newInstance()};
    const std::vector<SinewBone> bones = host.bones(0);
    std::vector<SinewTickInput> inputs(3, inputOf(bones));
    inputs[1].seconds = -1;
    inputs[2].boneCount = 1;
    SinewStatus statuses[3];
    EXPECT_EQ(sinewTickMany(crowd.data(), inputs.data(), 3, nullptr, statuses, nullptr), SINEW_BAD_INPUT);
    EXPECT_EQ(statuses[0], SINEW_OK);
    EXPECT_EQ(statuses[2], SINEW_INVALID_ARGUMENT);
}

// Each field of the input goes where it belongs.
TEST(Api, EveryInputMatters) {
    Host host;
    const auto shown = [&](auto change) {
        SinewInstance* const instance = host.newInstance();
        for (int t = 0; t < 12; ++t) {
            const std::vector<SinewBone> bones = host.bones(t / 60.0);
            SinewTickInput input = inputOf(bones);
            change(input, t);
            EXPECT_EQ(sinewTick(instance, &input, nullptr), SINEW_OK);
        }
        std::vector<float> q(host.info.modes);
        sinewCoordinates(instance, q.data(), host.info.modes);
        return q;
    };
    const float stiff[] = {1, 9, 1, 1}, fields[] = {0, 0, 0, 90, 0, 0, 0, 0, 0, 0, 0, 0};
    const SinewCollider box{SINEW_BOX, {0, 0, 0, 1}, {0.5, 0, 0}, {0.3f, 0.2f, 0.3f}, {}, 0, nullptr};
    const SinewImpulse blow{{0.5, 0.1, 0}, {0, -30, 0}, 5};
    using In = SinewTickInput;
    const std::vector<float> usual = shown([](In&, int) {});
    const std::pair<const char*, std::vector<float>> all[] = {
        {"seconds", shown([](In& i, int) { i.seconds = 0.01; })},
        {"world", shown([](In& i, int t) { i.worldTranslation[1] = t * t * 0.005; })},
        {"turned", shown([](In& i, int) { i.worldRotation[0] = i.worldRotation[3] = std::sqrt(0.5f); })},
        {"gravity", shown([](In& i, int) { i.gravity[0] = 90; })},
        {"wind", shown([](In& i, int) { i.wind[2] = 90; })},
        {"stiffness", shown([&](In& i, int) { i.stiffness = stiff; })},
        {"damping", shown([](In& i, int) { i.damping = 20; })},
        {"modes", shown([](In& i, int) { i.quality.modes = 0.5f; })},
        {"rate", shown([](In& i, int) { i.quality.rate = 30; })},
        {"still", shown([](In& i, int) { i.dynamic = 0; })},
        {"teleport", shown([](In& i, int) { i.teleport = 1; })},
        {"colliders", shown([&](In& i, int) { i.colliders = &box, i.colliderCount = 1; })},
        {"blows", shown([&](In& i, int t) { i.impulses = &blow, i.impulseCount = t == 8 ? 1 : 0; })},
        {"fields", shown([&](In& i, int) { i.fields = fields; })},
    };
    for (const auto& [name, q] : all) EXPECT_NE(q, usual) << name;
}

// With the joint that is pressed, and as many as there is room for.
TEST(Api, ContactsAreTold) {
    Host host;
    const std::vector<SinewBone> bones = host.bones(0);
    const SinewCollider around{SINEW_SPHERE, {0, 0, 0, 1}, {1, 0, 0}, {9, 0, 0}, {}, 0, nullptr};
    SinewContact contacts[3];
    std::vector<SinewJointImpulse> impulses(host.info.joints);
    SinewTickInput input = inputOf(bones);
    SinewTickOutput output;
    output.structSize = sizeof output;
    input.colliders = &around, input.colliderCount = 1;
    input.contacts = contacts, input.contactCapacity = 2;
    input.jointImpulses = impulses.data();
    contacts[2].joint = 77;
    sinewTick(host.newInstance(), &input, &output);
    ASSERT_GT(output.contacts, 2u);
    EXPECT_STREQ(sinewJointName(host.asset, contacts[0].joint), "joint0");
    EXPECT_EQ(contacts[0].collider, 0u);
    EXPECT_GT(contacts[0].depth, 0.0f);
    EXPECT_EQ(contacts[2].joint, 77u);
    for (std::uint32_t j = 0; j < host.info.joints; ++j) {
        const float* const p = impulses[j].linear;
        EXPECT_EQ(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] > 0, j > 0) << j;
    }
}

// A crowd of a host whose structs are shorter lie closer together.
TEST(Api, ACrowdOfAnOlderHostIsUnderstood) {
    Host host;
    SinewInstance* const crowd[] = {host.newInstance(), host.newInstance()};
    SinewInstance* const alone = host.newInstance();
    const std::vector<SinewBone> bones = host.bones(1);
    constexpr std::uint32_t kIn = offsetof(SinewTickInput, workers),
                            kOut = offsetof(SinewTickOutput, cubatureTime);
    SinewTickInput inputs[2];
    SinewTickOutput outputs[2];
    for (std::size_t i = 0; i < 2; ++i) {
        SinewTickInput input = inputOf(bones);
        input.structSize = kIn;
        std::memcpy(reinterpret_cast<char*>(inputs) + i * kIn, &input, kIn);
        std::memcpy(reinterpret_cast<char*>(outputs) + i * kOut, &kOut, sizeof kOut);
    }
    ASSERT_EQ(sinewTickMany(crowd, inputs, 2, outputs, nullptr, nullptr), SINEW_OK);
    const SinewTickInput input = inputOf(bones);
    SinewTickOutput expected{}, second{};
    expected.structSize = sizeof expected;
    sinewTick(alone, &input, &expected);
    std::memcpy(&second, reinterpret_cast<char*>(outputs) + kOut, kOut);
    EXPECT_EQ(second.iterations, expected.iterations);
    EXPECT_EQ(sinewStateHash(crowd[1]), sinewStateHash(alone));
}

TEST(Api, WhatIsRefusedChangesNothing) {
    Host host;
    SinewInstance* const instance = host.newInstance();
    const std::vector<SinewBone> bones = host.bones(1);
    const SinewTickInput input = inputOf(bones);
    ASSERT_EQ(sinewTick(instance, &input, nullptr), SINEW_OK);
    const std::uint64_t before = sinewStateHash(instance);
    SinewTickOutput output{};  // its size forgotten
    EXPECT_EQ(sinewTick(instance, &input, &output), SINEW_INVALID_ARGUMENT);
    EXPECT_EQ(sinewStateHash(instance), before);
}

// Engines' quaternions are not always of length one.
TEST(Api, RotationsNeedNotBeOfLengthOne) {
    Host host;
    const auto shownAt = [&](float w) {
        SinewInstance* const instance = host.newInstance();
        const std::vector<SinewBone> bones = host.bones(1);
        SinewTickInput input = inputOf(bones);
        input.worldRotation[0] = input.worldRotation[3] = w;
        for (int i = 0; i < 10; ++i) EXPECT_EQ(sinewTick(instance, &input, nullptr), SINEW_OK);
        std::vector<float> q(host.info.modes);
        sinewCoordinates(instance, q.data(), host.info.modes);
        return q;
    };
    const std::vector<float> longer = shownAt(0.75f), shorter = shownAt(0.625f);
    for (std::size_t i = 0; i < longer.size(); ++i)
        EXPECT_NEAR(longer[i], shorter[i], 1e-4f * std::abs(longer[i]) + 1e-7f) << i;
}

// A newer header with this library: every call says so.
TEST(Api, DefaultsOfNewerStructsAreRefusedLater) {
    Host host;
    const std::vector<SinewBone> bones = host.bones(1);
    struct {
        SinewTickInput input;
        std::uint64_t more;
    } newer;
    std::memset(&newer, 0, sizeof newer);
    newer.input.structSize = sizeof(SinewTickInput);
    sinewTickDefaults(&newer.input, sizeof newer);
    newer.input.bones = bones.data();
    newer.input.boneCount = static_cast<std::uint32_t>(bones.size());
    EXPECT_EQ(sinewTick(host.newInstance(), &newer.input, nullptr), SINEW_INVALID_ARGUMENT);
}

// Before any tick, the bind pose.
TEST(Api, AnInstanceBeginsInTheBindPose) {
    for (const bool skinned : {true, false}) {
        Host host(skinned);
        std::uint64_t size = 0;
        ASSERT_EQ(sinewSurfaceMeasure(host.asset, nullptr, &size), SINEW_OK);
        AssetBytes memory(size);
        SinewSurface* surface = nullptr;
        ASSERT_EQ(sinewSurfaceCreate(host.asset, nullptr, memory.bytes().data(), size, &surface), SINEW_OK);
        std::vector<Vec3f> positions(host.info.vertices);
        SinewSurfaceOutput output;
        sinewSurfaceDefaults(&output, sizeof output);
        output.positions = &positions[0].x;
        ASSERT_EQ(sinewSurfaceWrite(surface, host.newInstance(), &output), SINEW_OK);
        Vec3f low = positions[0], high = low;
        for (const Vec3f& p : positions) low = min(low, p), high = max(high, p);
        for (int i = 0; i < 3; ++i) {
            EXPECT_NEAR(low[i], host.info.boundsMin[i], 1e-5) << skinned;
            EXPECT_NEAR(high[i], host.info.boundsMax[i], 1e-5) << skinned;
        }
    }
}

// Nothing but bones: no modes anywhere.
TEST(Api, FleshWithoutModesIsAtRest) {
    Host host(true, {0, 0});
    SinewInstance* const instance = host.newInstance();
    const std::vector<SinewBone> bones = host.bones(1);
    const SinewTickInput input = inputOf(bones);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(sinewTick(instance, &input, nullptr), SINEW_OK);
    EXPECT_EQ(sinewCoordinates(instance, nullptr, 0), 0u);
}

TEST(Api, RigidPartsRideOnTheirJoints) {
    Host host;
    SinewInstance* const instance = host.newInstance();
    std::vector<SinewBone> bones = host.bones(0);
    bones[1] = {{0, 0, std::sqrt(0.5f), std::sqrt(0.5f)}, {1, 2, 3}, {1, 1, 1}};  // a quarter turn about z
    const SinewTickInput input = inputOf(bones);
    sinewTick(instance, &input, nullptr);
    float m[12];
    ASSERT_EQ(sinewRigidPart(instance, 0, m), SINEW_OK);
    const float expected[12] = {0, -1, 0, 1, 1, 0, 0, 3, 0, 0, 1, 3};
    for (int i = 0; i < 12; ++i) EXPECT_NEAR(m[i], expected[i], 1e-6) << i;
    EXPECT_EQ(sinewRigidPart(instance, 5, m), SINEW_INVALID_ARGUMENT);
}

TEST(Api, HashesDoNotDependOnOrder) {
    const float p[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const std::uint32_t one[] = {0, 1, 2, 0, 2, 3}, other[] = {2, 3, 0, 1, 2, 0}, less[] = {0, 1, 2, 0, 1, 3};
    EXPECT_EQ(sinewHashMesh(p, one, 2), sinewHashMesh(p, other, 2));
    EXPECT_NE(sinewHashMesh(p, one, 2), sinewHashMesh(p, less, 2));
    const char *names[] = {"hips", "spine"}, *turned[] = {"spine", "hips"};
    const std::int32_t parents[] = {-1, 0}, turnedParents[] = {1, -1};
    const float at[] = {0, 1, 0, 0, 2, 0}, turnedAt[] = {0, 2, 0, 0, 1, 0};
    EXPECT_EQ(sinewHashSkeleton(names, parents, at, 2),
              sinewHashSkeleton(turned, turnedParents, turnedAt, 2));
    EXPECT_NE(sinewHashSkeleton(names, parents, at, 2), sinewHashSkeleton(names, parents, turnedAt, 2));
}

}  // namespace
}  // namespace sinew
