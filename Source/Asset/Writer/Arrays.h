// The arrays of an asset before they are put one after the other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "Asset/Layout.h"
#include "Asset/Writer/Content.h"

namespace sinew {

struct Places;

struct AssetArrays {
    AssetMeta meta{};
    std::string recipe, text;
    std::vector<AssetJoint> joints;
    std::vector<AssetDomain> domains;
    std::vector<float> bounds;
    std::vector<std::uint32_t> order;
    std::vector<AssetFill> fill;
    std::vector<AssetCubature> cubature;
    std::vector<float> cubatureBasis, mass;
    std::vector<Vec3f> cubaturePlaces;
    std::vector<AssetInterface> interfaces;
    std::vector<float> coupling;
    std::vector<AssetRun> runs;
    std::vector<AssetBlock> blocks;
    std::vector<AssetWeights> weights;
    std::vector<AssetInfluences> influences;
    std::vector<float> scales;
    std::vector<AssetRow> rows;
    std::vector<AssetTriangle> triangles, fileTriangles;
    std::vector<std::uint32_t> fileMap;
    std::vector<AssetUv> uvs;
    std::vector<AssetNormal> normals;
    std::vector<AssetTangent> tangents;
    std::vector<AssetSlot> slots;
    std::vector<AssetSample> samples;
    std::vector<AssetRigidPart> rigidParts;

    // The offset of the name that was put at the end.
    std::uint32_t addName(std::string_view name);
};

// Throw Error(Failed) where shapes do not fit; whether values do is the view's to say.
void packDomains(const AssetContent& content, AssetArrays& arrays);
void packInterfaces(const AssetContent& content, AssetArrays& arrays);
// Blocks of vertices; after the domains, whose scales and reach it fills in.
void packSurface(const AssetContent& content, const Places& places, AssetArrays& arrays);
// And what is made of the vertices: triangles, slots, samples.
void packTriangles(const AssetContent& content, const Places& places, AssetArrays& arrays);

// Throws Error(Failed): "asset: " + what + " do not fit".
void requireFits(bool fits, const std::string& what);

}  // namespace sinew
