// The structs behind the opaque handles of sinew.h, and helpers for memory that the host passes in.
#pragma once

#include "Api/Structs.h"
#include "Runtime/Surface/Texture.h"

// A handle points to the first bytes of the memory that the host passed in.
struct SinewAsset {
    sinew::Body body;
    sinew::SkinMesh skin;
    sinew::BoundMesh mesh;  // the mesh that the asset was built from
};

struct SinewMesh {
    sinew::BoundMesh mesh;
};

struct SinewInstance {
    sinew::Instance instance;
};

struct SinewSurface {
    sinew::ShownSurface surface;
};

struct SinewTexture {
    sinew::SkinTexture texture;
};

namespace sinew {

inline SinewStatus codeOf(Status status) {
    return static_cast<SinewStatus>(status);
}

inline bool isAligned(const void* memory) {
    return memory != nullptr && reinterpret_cast<std::uintptr_t>(memory) % Arena::kAlignment == 0;
}

inline Arena arenaOf(void* memory, std::uint64_t size) {
    return Arena(std::span(static_cast<std::byte*>(memory), static_cast<std::size_t>(size)));
}

// Allocates a handle and its arrays, or, in an arena without memory, measures them in `measured`. Returns
// null when measuring and if the memory is too small.
template <class Handle, class Allocate>
Handle* allocateHandle(Arena& arena, Handle& measured, Allocate&& allocate) {
    const std::span<Handle> placed = arena.take<Handle>(1);
    allocate(placed.empty() ? measured : placed[0]);
    return placed.empty() || !arena.ok() ? nullptr : placed.data();
}

inline Jobs jobsOf(const SinewWorkers& workers) {
    return {workers.host, workers.parallelFor};
}

inline const Body* bodyOf(const ShownSurface& surface) {
    return surface.mesh->skin->body;
}

}  // namespace sinew
