// Stage 8: an asset is its bytes. They are validated once, then only viewed: after that every index in them
// is in range, counts agree, numbers are finite, and nobody checks again.
#pragma once

#include <cstddef>
#include <span>

#include "Asset/Problem.h"

namespace sinew {

// Spans into the bytes it was made of, which must outlive it.
struct AssetView {
    const AssetHeader* header = nullptr;
    const AssetMeta* meta = nullptr;
    std::span<const char> recipe;
    std::span<const char> text;  // names, each ended by a zero
    std::span<const AssetJoint> joints;
    std::span<const AssetDomain> domains;
    std::span<const float> bounds;  // three rows of `lanes`: least q, largest q, inverse scale
    std::span<const std::uint32_t> order;
    std::span<const AssetFill> fill;
    std::span<const AssetCubature> cubature;
    std::span<const float> cubatureBasis;
    std::span<const Vec3f> cubaturePlaces;  // kAssetLanes per block: middles of tets in the bind pose
    std::span<const float> mass;
    std::span<const AssetInterface> interfaces;
    std::span<const float> coupling;
    std::span<const AssetRun> runs;
    std::span<const AssetBlock> blocks;
    std::span<const AssetWeights> weights;
    std::span<const AssetInfluences> influences;  // per block, or none
    std::span<const float> scales;                // one row of `lanes`
    std::span<const AssetRow> rows;
    std::span<const AssetTriangle> triangles;      // corners are places: block · kAssetLanes + lane
    std::span<const AssetTriangle> fileTriangles;  // the same triangles, of file vertices
    std::span<const std::uint32_t> fileMap;        // file vertex → place
    std::span<const AssetUv> uvs;                  // per file vertex, or none
    std::span<const AssetNormal> normals;          // per file vertex, or none
    std::span<const AssetTangent> tangents;        // per file vertex, or none
    std::span<const AssetSlot> slots;
    std::span<const AssetSample> samples;
    std::span<const AssetRigidPart> rigidParts;
    std::uint32_t lanes = 0;  // modes of all domains, each padded to kModeLanes

    const char* name(std::uint32_t offset) const { return text.data() + offset; }
};

// `view` is filled only where the answer is ok(). Allocates nothing; time is linear in the bytes.
AssetProblem viewAsset(std::span<const std::byte> bytes, AssetView& view) noexcept;

// What a view's spans hold, on top of what viewAsset checks of the file around them: the rule set for tools
// that make arrays by other ways.
AssetProblem validateContent(const AssetView& view) noexcept;

// One interface's tensors (FORMAT.md, COUP): matrices of columns, each padded to rowsA or rowsB.
struct CouplingView {
    const float* aa;  // [U|p]_aᵀ A [U|p]_a
    const float* bb;
    const float* ab;  // nine of [U|p]_aᵀ A E^{μν} [U|p]_b, ν fastest, `stride` floats apart
    const float* a1;  // [U|p]_aᵀ A 1: three columns
    const float* b1;
    std::uint32_t rowsA, rowsB, stride;
};

// One domain's (FORMAT.md, MASS).
struct MassView {
    const float* mass;      // [U|p]ᵀ M [U|p]
    const float* sandwich;  // nine of [U|p]ᵀ M E^{μν} [U|p], `stride` floats apart
    const float* one;       // [U|p]ᵀ M 1: three columns
    std::uint32_t rows, stride;
};

CouplingView couplingOf(const AssetView& view, const AssetInterface& interface) noexcept;
MassView massOf(const AssetView& view, const AssetDomain& domain) noexcept;

// Nine rows of paddedModes(rank) floats: ∂F/∂q of one of the domain's tets; row 3·column + row of F.
inline const float* cubatureBasisOf(const AssetView& view, const AssetDomain& domain, std::uint32_t tet) {
    return view.cubatureBasis.data() + domain.firstBasis + std::size_t{tet} * basisFloats(domain.rank);
}

}  // namespace sinew
