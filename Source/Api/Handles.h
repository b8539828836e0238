// What the door's functions share: what handles point to, structs of other versions, memory from the host.
#pragma once

#include <cstring>
#include <type_traits>

#include "Api/sinew.h"
#include "Runtime/Texture.h"

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

// False where it is newer than this library.
template <class Struct>
bool isKnown(const Struct* given) {
    return given != nullptr && given->structSize >= sizeof(std::uint32_t) &&
           given->structSize <= sizeof(Struct);
}

// A struct as the caller's header had it, over the defaults of this one.
template <class Struct>
bool readStruct(const Struct* from, Struct& to) {
    if (!isKnown(from)) return false;
    std::memcpy(&to, from, from->structSize);
    return true;
}

template <class Struct>
bool writeStruct(const Struct& from, Struct* to) {
    if (!isKnown(to)) return false;
    const std::uint32_t size = to->structSize;
    std::memcpy(to, &from, size);
    to->structSize = size;
    return true;
}

// As much of the defaults as the caller's header knows. A struct that is newer than this library gets its
// size alone, with which every call refuses it.
template <class Struct>
void writeDefaults(const Struct& defaults, Struct* to, std::uint32_t structSize) {
    if (to == nullptr || structSize < sizeof(std::uint32_t)) return;
    to->structSize = structSize;
    writeStruct(defaults, to);
}

inline bool isAligned(const void* memory) {
    return memory != nullptr && reinterpret_cast<std::uintptr_t>(memory) % Arena::kAlignment == 0;
}

inline Arena arenaOf(void* memory, std::uint64_t size) {
    return Arena(std::span(static_cast<std::byte*>(memory), static_cast<std::size_t>(size)));
}

// The same layout code measures and hands out. Returns the handle, or null where nothing was handed out.
template <class Handle, class Lay>
Handle* layHandle(Arena& arena, Handle& here, Lay&& lay) {
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
