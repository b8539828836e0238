// What all instances of an asset share besides its bytes: matrices padded for the kernels, where blocks of
// the system lie, and how far coordinates may go.
#pragma once

#include "Asset/View.h"
#include "Base/Arena.h"
#include "Runtime/Contact/ContactBody.h"
#include "Runtime/Tick/Kernels.h"

namespace sinew {

inline constexpr std::uint32_t kNoPlace = ~0u;

struct BodyDomain {
    std::uint32_t rank;
    std::uint32_t lanes;      // modes, padded
    std::uint32_t firstLane;  // in arrays of all lanes
    std::uint32_t square;     // first float in arrays of lanes × lanes squares
    std::uint32_t place;      // in the order of elimination; kNoPlace where there are no modes
};

// A block of R right of the diagonal: the modes of one domain by those of another that is eliminated later.
struct BodyFill {
    std::uint32_t row, column;  // domains; rows of the block are the row's modes
    std::uint32_t first;        // float
};

struct BodyInterface {
    std::uint32_t sandwich;  // first float: columns of b's modes and rest shape, rows of a's
    std::uint32_t fill;      // the block it adds to; kNoPlace where one domain has no modes
    bool rowsAreA;           // of that block
};

struct Body {
    AssetView view;
    const RuntimeKernels* kernels = nullptr;
    std::span<BodyDomain> domains;
    std::span<BodyInterface> interfaces;
    std::span<BodyFill> fill;              // by row's place, then column's
    std::span<std::uint32_t> fillOfPlace;  // first entry of each place's row; one more at the end
    std::span<float> mass, coupling, stiff;  // squares: Uᵀ M U, Σ κ UᵀA U of all interfaces, elastic at rest
    std::span<float> couplingRest;           // lanes: Σ κ UᵀA p
    std::span<float> low, high, limit;       // lanes: where coordinates are pushed back, and how stiffly
    ContactBody contact;
    std::uint32_t squareFloats = 0, fillFloats = 0, sandwichFloats = 0;
    float forceScale = 0;  // the size of forces below which nobody sees a difference
};

// Takes from the arena what `view` needs; false where the arena only measures or is too small.
bool allocateBody(const AssetView& view, Arena& arena, Body& body) noexcept;

// After allocateBody said true.
void fillBody(Body& body) noexcept;

// Of its contact samples: parts of both.
bool allocateContactBody(const AssetView& view, Arena& arena, ContactBody& contact) noexcept;
void fillContactBody(const Body& body, ContactBody& contact) noexcept;

}  // namespace sinew
