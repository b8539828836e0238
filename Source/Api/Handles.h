// What the door's functions share: what handles point to, memory from the host.
#pragma once

#include "Api/Structs.h"
#include "Runtime/Surface/Texture.h"

// What handles point to: the first bytes of the memory that the host gave.
struct SinewAsset {
    sinew::Body body;
    sinew::SkinMesh skin;
    sinew::BoundMesh mesh;  // the one that it was built from
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

// The same layout code measures and hands out. Returns the handle, or null where nothing was handed out.
template <class Handle, class Lay>
Handle* allocateHandle(Arena& arena, Handle& here, Lay&& lay) {
    const std::span<Handle> placed = arena.take<Handle>(1);
    lay(placed.empty() ? here : placed[0]);
    return placed.empty() || !arena.ok() ? nullptr : placed.data();
}

inline Jobs jobsOf(const SinewWorkers& workers) {
    return {workers.host, workers.parallelFor};
}

inline const Body* bodyOf(const ShownSurface& surface) {
    return surface.mesh->skin->body;
}

}  // namespace sinew
