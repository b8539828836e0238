// Stage 8: an asset is its bytes. They are validated once and then only viewed: after validation every index
// is in range, counts agree and numbers are finite, so no other code checks again.
#pragma once

#include <cstddef>
#include <span>

#include "Asset/Problem.h"

namespace sinew {

// Spans into the bytes of the asset, which must outlive the view: one per chunk of the list in Chunks.h. The
// span of an optional chunk is empty if the file does not have it.
struct AssetView {
    const AssetHeader* header = nullptr;
    const AssetMeta* meta = nullptr;  // the only record of `metas`
    std::uint32_t lanes = 0;          // modes of all domains, each padded to kModeLanes

// A type cannot stand in parentheses: NOLINTBEGIN(bugprone-macro-parentheses)
#define SINEW_CHUNK(id, characters, Element, member, presence, meaning) std::span<const Element> member;
    SINEW_ASSET_CHUNKS(SINEW_CHUNK)
#undef SINEW_CHUNK
    // NOLINTEND(bugprone-macro-parentheses)

    const char* name(std::uint32_t offset) const {
        return text.data() + offset;
    }
};

// `view` is filled only if the result is ok(). Allocates nothing; the time is linear in the number of bytes.
AssetProblem viewAsset(std::span<const std::byte> bytes, AssetView& view) noexcept;

// Computes the sizes of an asset without reading all of it. Of the view, `meta`, `domains` and the sizes of
// the spans are checked and agree with each other, so that memory computed from them is proportional to the
// file. The elements of other chunks must not be read.
AssetProblem viewSizes(std::span<const std::byte> bytes, AssetView& view) noexcept;

// The tensors of an interface (FORMAT.md, COUP): column-major matrices, each column padded to rowsA or rowsB.
struct CouplingView {
    const float* aa;  // [U|p]_aᵀ A [U|p]_a
    const float* bb;
    const float* ab;  // nine of [U|p]_aᵀ A E^{μν} [U|p]_b, ν fastest, `stride` floats apart
    const float* a1;  // [U|p]_aᵀ A 1: three columns
    const float* b1;
    std::uint32_t rowsA, rowsB, stride;
};

// The mass tensors of a domain (FORMAT.md, MASS).
struct MassView {
    const float* mass;      // [U|p]ᵀ M [U|p]
    const float* sandwich;  // nine of [U|p]ᵀ M E^{μν} [U|p], `stride` floats apart
    const float* one;       // [U|p]ᵀ M 1: three columns
    std::uint32_t rows, stride;
};

CouplingView couplingOf(const AssetView& view, const AssetInterface& interface) noexcept;
MassView massOf(const AssetView& view, const AssetDomain& domain) noexcept;

// Nine rows of paddedModes(rank) floats: ∂F/∂q of one of the domain's cubature points; row 3·column + row of
// F.
inline const float* cubatureBasisOf(const AssetView& view, const AssetDomain& domain, std::uint32_t point) {
    return view.cubatureBasis.data() + domain.firstBasis + std::size_t{point} * basisFloats(domain.rank);
}

}  // namespace sinew
