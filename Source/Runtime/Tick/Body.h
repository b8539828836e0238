// Data that all instances of an asset share besides its bytes: matrices padded for the kernels, the places of
// the system's blocks, and the range of the coordinates.
#pragma once

#include "Asset/View.h"
#include "Base/Arena.h"
#include "Runtime/Contact/ContactBody.h"
#include "Runtime/Tick/Kernels.h"

namespace sinew {

inline constexpr std::uint32_t kNoPlace = ~0u;

struct BodyDomain {
    std::uint32_t rank;
    std::uint32_t lanes;      // number of modes, padded to kModeLanes
    std::uint32_t firstLane;  // index in arrays of all lanes
    std::uint32_t square;     // index of the first float in arrays of lanes × lanes squares
    std::uint32_t place;      // position in the order of elimination; kNoPlace if the domain has no modes
};

// An off-diagonal block of the factor R. Its rows are the modes of one domain, its columns those of a domain
// that is eliminated later.
struct BodyFill {
    std::uint32_t row, column;  // domain indices
    std::uint32_t first;        // float
};

struct BodyInterface {
    std::uint32_t sandwich;  // index of the first float; columns are b's modes and rest shape, rows are a's
    std::uint32_t fill;      // index of the block it adds to; kNoPlace if one domain has no modes
    bool rowsAreA;           // whether the rows of that block are the modes of a
};

struct Body {
    AssetView view;
    const RuntimeKernels* kernels = nullptr;
    std::span<BodyDomain> domains;
    std::span<BodyInterface> interfaces;
    std::span<BodyFill> fill;              // sorted by the row's place, then the column's
    std::span<std::uint32_t> fillOfPlace;  // index of the first entry of each place, and one more at the end
    std::span<std::uint32_t> firstFibre;   // of each domain, and one more at the end; empty if there is none
    std::span<float> mass, coupling, stiff;  // squares: Uᵀ M U, Σ κ UᵀA U of all interfaces, elastic at rest
    std::span<float> couplingRest;           // lanes: Σ κ UᵀA p
    std::span<float> low, high, limit;  // lanes: limits of the coordinates, and the stiffness beyond them
    ContactBody contact;
    std::uint32_t squareFloats = 0, fillFloats = 0, sandwichFloats = 0;
    float forceScale = 0;  // forces below this size have no visible effect
};

// S of a domain in the energy ½ qᵀ S q that its cubature leaves out, in rows of its lanes; null if there is
// none.
inline const float* stabilisationOf(const Body& body, std::size_t domain) {
    if (body.view.stabilisation.empty()) return nullptr;
    return body.view.stabilisation.data() + body.domains[domain].square;
}

// Adds the part of S of the first `lanes` modes to a square of as many lanes.
void addStabilisation(const Body& body, std::size_t domain, std::uint32_t lanes, float* square) noexcept;

// Takes the memory that `view` needs from the arena. Returns false if the arena only measures or is too
// small.
bool allocateBody(const AssetView& view, Arena& arena, Body& body) noexcept;

// Call after allocateBody has returned true.
void fillBody(Body& body) noexcept;

// The same two steps for the contact samples. allocateBody and fillBody call them.
bool allocateContactBody(const AssetView& view, Arena& arena, ContactBody& contact) noexcept;
void fillContactBody(const Body& body, ContactBody& contact) noexcept;

}  // namespace sinew
