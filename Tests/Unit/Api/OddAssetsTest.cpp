// Assets that are well-formed and have nothing of something, through the door.
#include <gtest/gtest.h>

#include <functional>

#include "Api/sinew.h"
#include "Support/Runtime/AssetSamples.h"

namespace sinew {
namespace {

using Change = std::function<void(AssetContent&)>;

AssetContent oddContent(const Change& change, std::vector<std::uint32_t> ranks = {3, 2, 0}) {
    test::SampleSize size;
    size.ranks = std::move(ranks);
    AssetContent content = test::sampleAsset(size).content;
    change(content);
    return content;
}

void leaveOutTriangles(AssetContent& content) {
    content.surface.fileTriangles.clear();
    content.surface.slotOf.clear();
}

void leaveOutSkin(AssetContent& content) {
    content.surface = {};
    content.surface.firstBinding = {0};
    content.samples.clear();
}

bool areFinite(const std::vector<float>& numbers) {
    for (const float number : numbers) {
        if (!std::isfinite(number)) return false;
    }
    return true;
}

// A host that uses everything there is.
class OddHost {
  public:
    explicit OddHost(const AssetContent& content) : bytes_(packAsset(content)) {
        std::uint64_t size = 0;
        EXPECT_EQ(sinewAssetMeasure(bytes_.bytes().data(), bytes_.bytes().size(), &size), SINEW_OK);
        EXPECT_EQ(sinewAssetCreate(bytes_.bytes().data(), bytes_.bytes().size(), room(size), size, &asset_),
                  SINEW_OK);
        info_.structSize = sizeof info_;
        EXPECT_EQ(sinewAssetInfo(asset_, &info_), SINEW_OK);
        EXPECT_EQ(sinewInstanceMeasure(asset_, &size), SINEW_OK);
        EXPECT_EQ(sinewInstanceCreate(asset_, room(size), size, &instance_), SINEW_OK);
    }

    void tick() {
        std::vector<SinewBone> bones;
        for (std::uint32_t j = 0; j < info_.joints; ++j)
            bones.push_back({{0, 0, 0.1f, 1}, {static_cast<float>(j), 0, 0}, {1, 1, 1}});
        const SinewCollider floor{SINEW_PLANE, {0, 0, 0, 1}, {0, 0, 0}, {}, {}, 0, nullptr};
        const SinewImpulse blow{{0, 0, 0}, {0, 1, 0}, 1};
        SinewTickInput input;
        sinewTickDefaults(&input, sizeof input);
        input.bones = bones.data(), input.boneCount = info_.joints;
        input.seconds = 1.0 / 60;
        input.colliders = &floor, input.colliderCount = 1;
        input.impulses = &blow, input.impulseCount = 1;
        input.selfContact = 1;
        for (int i = 0; i < 3; ++i) EXPECT_EQ(sinewTick(instance_, &input, nullptr), SINEW_OK);
    }

    void write(const SinewMesh* mesh = nullptr) {
        std::uint64_t size = 0;
        SinewSurface* surface = nullptr;
        ASSERT_EQ(sinewSurfaceMeasure(asset_, mesh, &size), SINEW_OK);
        ASSERT_EQ(sinewSurfaceCreate(asset_, mesh, room(size), size, &surface), SINEW_OK);
        std::vector<float> positions(3 * sinewSurfaceVertices(surface) + 1), normals = positions,
                                                                             tangents(2 * positions.size());
        SinewSurfaceOutput output;
        sinewSurfaceDefaults(&output, sizeof output);
        output.positions = positions.data(), output.normals = normals.data();
        output.tangents = tangents.data();
        EXPECT_EQ(sinewSurfaceWrite(surface, instance_, &output), SINEW_OK);
        EXPECT_TRUE(areFinite(positions) && areFinite(normals) && areFinite(tangents));
    }

    SinewStatus bind(SinewMesh** mesh) {
        const float position[] = {0.5f, 0, 0};
        const SinewMeshSource source{sizeof source, 1, position, nullptr, nullptr};
        std::uint64_t size = 0, scratch = 0;
        const SinewStatus status = sinewMeshMeasure(asset_, &source, &size, &scratch);
        if (status != SINEW_OK) return status;
        return sinewMeshCreate(asset_, &source, room(size), size, room(scratch), scratch, mesh);
    }

  private:
    void* room(std::uint64_t size) { return memory_.emplace_back(size).bytes().data(); }

    AssetBytes bytes_;
    std::vector<AssetBytes> memory_;
    SinewAsset* asset_ = nullptr;
    SinewAssetInfo info_{};
    SinewInstance* instance_ = nullptr;
};

TEST(ApiOddAssets, AreTickedAndShown) {
    const std::pair<const char*, AssetContent> all[] = {
        {"no triangles", oddContent(leaveOutTriangles)},
        {"no samples", oddContent([](AssetContent& c) { c.samples.clear(); })},
        {"no interfaces", oddContent([](AssetContent& c) { c.interfaces.clear(); })},
        {"no weights", oddContent([](AssetContent& c) { c.surface.influences.clear(); })},
        {"no parts", oddContent([](AssetContent& c) { c.rigidParts.clear(); })},
        {"no shading", oddContent([](AssetContent& c) {
             c.surface.uvs.clear(), c.surface.tangents.clear(), c.surface.fileNormals.clear();
         })},
        {"no damping", oddContent([](AssetContent& c) {
             c.solver.rayleighMass = c.solver.rayleighStiffness = c.solver.couplingDamping = 0;
         })},
        {"one mode", oddContent([](AssetContent&) {}, {1, 0})},
        {"64 modes", oddContent([](AssetContent&) {}, {64, 1})},
    };
    for (const auto& [name, content] : all) {
        SCOPED_TRACE(name);
        OddHost host(content);
        host.write();
        host.tick();
        host.write();
        SinewMesh* mesh = nullptr;
        ASSERT_EQ(host.bind(&mesh), SINEW_OK);
        host.write(mesh);
    }
}

// There is nothing to bind to.
TEST(ApiOddAssets, WithoutSkinNoMeshIsBound) {
    OddHost host(oddContent(leaveOutSkin));
    host.tick();
    host.write();
    SinewMesh* mesh = nullptr;
    EXPECT_EQ(host.bind(&mesh), SINEW_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace sinew
