#include "Api/Handles.h"

using namespace sinew;

namespace {

constexpr std::uint32_t kMaxTexels = 8192;  // a side

bool hasTexture(const SinewAsset& asset, std::uint32_t width, std::uint32_t height) {
    const AssetView& view = asset.body.view;
    return !view.uvs.empty() && !view.influences.empty() && width > 0 && height > 0 && width <= kMaxTexels &&
           height <= kMaxTexels;
}

SinewTexture* allocateOneTexture(const SinewAsset& asset, std::uint32_t width, std::uint32_t height,
                                 Arena& arena) {
    SinewTexture measured{};
    return allocateHandle(arena, measured, [&](SinewTexture& texture) {
        allocateTexture(asset.body, width, height, arena, texture.texture);
    });
}

}  // namespace

SinewStatus sinewTextureMeasure(const SinewAsset* asset, uint32_t width, uint32_t height,
                                uint64_t* memorySize) {
    if (asset == nullptr || memorySize == nullptr || !hasTexture(*asset, width, height))
        return SINEW_INVALID_ARGUMENT;
    Arena measure;
    allocateOneTexture(*asset, width, height, measure);
    *memorySize = measure.size();
    return SINEW_OK;
}

SinewStatus sinewTextureCreate(const SinewAsset* asset, uint32_t width, uint32_t height, void* memory,
                               uint64_t memorySize, SinewTexture** texture) {
    if (asset == nullptr || texture == nullptr || !hasTexture(*asset, width, height))
        return SINEW_INVALID_ARGUMENT;
    if (!isAligned(memory)) return SINEW_OUT_OF_MEMORY;
    Arena arena = arenaOf(memory, memorySize);
    SinewTexture* const created = allocateOneTexture(*asset, width, height, arena);
    if (created == nullptr) return SINEW_OUT_OF_MEMORY;
    fillTexture(created->texture);
    *texture = created;
    return SINEW_OK;
}

void sinewTextureDefaults(SinewTextureOutput* output, uint32_t structSize) {
    writeDefaults(SinewTextureOutput{}, output, structSize);
}

SinewStatus sinewTextureWrite(SinewTexture* texture, const SinewSurface* surface,
                              const SinewInstance* instance, const SinewTextureOutput* output) {
    SinewTextureOutput known;
    sinewTextureDefaults(&known, sizeof known);
    if (texture == nullptr || surface == nullptr || instance == nullptr || !readStruct(output, known) ||
        known.pixels == nullptr || known.format > SINEW_FLOAT4 || !surface->surface.written ||
        texture->texture.body != bodyOf(surface->surface) ||
        bodyOf(surface->surface) != instance->instance.body) {
        return SINEW_INVALID_ARGUMENT;
    }
    const std::uint32_t row = texture->texture.width * (known.format == SINEW_FLOAT4 ? 16u : 8u);
    if (known.rowBytes < row || (known.previous != nullptr && known.previousRowBytes < row)) {
        return SINEW_INVALID_ARGUMENT;
    }
    writeTexture(texture->texture, surface->surface, instance->instance,
                 {static_cast<TexelFormat>(known.format), known.pixels, known.rowBytes, known.previous,
                  known.previousRowBytes},
                 jobsOf(known.workers));
    return SINEW_OK;
}
