/* The part of a host that all examples share: aligned memory, an asset file, and the bind pose. */
#ifndef SINEW_EXAMPLES_HOST_H
#define SINEW_EXAMPLES_HOST_H

#include <math.h>
#include <sinew.h>
#include <stdio.h>
#include <stdlib.h>

/* Sinew wants all memory aligned to 64 bytes, which C99 cannot allocate. The address that malloc returned is
   stored in front of the aligned block, for freeAligned. Returns null if there is no memory. */
static inline void* allocateAligned(uint64_t size) {
    const uintptr_t alignment = 64;
    char* const raw = size < SIZE_MAX / 2 ? malloc((size_t)size + sizeof(void*) + alignment - 1) : NULL;
    void** aligned;
    if (raw == NULL) return NULL;
    aligned = (void**)(((uintptr_t)raw + sizeof(void*) + alignment - 1) / alignment * alignment);
    aligned[-1] = raw;
    return aligned;
}

static inline void freeAligned(void* memory) {
    if (memory != NULL) free(((void**)memory)[-1]);
}

/* Prints why a call failed. Returns 0, so that callers can write `return failed(...)`. */
static inline int failed(const char* what, SinewStatus status) {
    fprintf(stderr, "%s: %s\n", what, sinewStatusText(status));
    return 0;
}

/* An asset with everything that must stay in memory while it is used. */
typedef struct LoadedAsset {
    void* bytes;  /* the content of the file */
    void* memory; /* what sinewAssetCreate was given */
    SinewAsset* asset;
    SinewAssetInfo info;
} LoadedAsset;

/* Reads a whole file. Returns null if that fails. */
static inline void* readFile(const char* path, uint64_t* size) {
    FILE* const file = fopen(path, "rb");
    void* bytes = NULL;
    long end = -1;
    if (file == NULL) return NULL;
    if (fseek(file, 0, SEEK_END) == 0) end = ftell(file);
    if (end > 0 && fseek(file, 0, SEEK_SET) == 0) bytes = allocateAligned((uint64_t)end);
    if (bytes != NULL && fread(bytes, 1, (size_t)end, file) != (size_t)end) {
        freeAligned(bytes);
        bytes = NULL;
    }
    fclose(file);
    *size = (uint64_t)end;
    return bytes;
}

/* Loads an asset. `loaded` must be zero. Returns 1, or 0 after printing the reason. Call unloadAsset in
   either case. */
static inline int loadAsset(const char* path, LoadedAsset* loaded) {
    uint64_t byteCount = 0, memorySize = 0;
    SinewStatus status;
    loaded->bytes = readFile(path, &byteCount);
    if (loaded->bytes == NULL) {
        fprintf(stderr, "%s cannot be read\n", path);
        return 0;
    }
    status = sinewAssetMeasure(loaded->bytes, byteCount, &memorySize);
    if (status != SINEW_OK) return failed(path, status);
    loaded->memory = allocateAligned(memorySize);
    status = sinewAssetCreate(loaded->bytes, byteCount, loaded->memory, memorySize, &loaded->asset);
    if (status != SINEW_OK) return failed(path, status);
    loaded->info.structSize = sizeof loaded->info;
    status = sinewAssetInfo(loaded->asset, &loaded->info);
    return status == SINEW_OK ? 1 : failed(path, status);
}

/* Nothing that was created from the asset may be in use. */
static inline void unloadAsset(LoadedAsset* loaded) {
    freeAligned(loaded->memory);
    freeAligned(loaded->bytes);
}

/* Creates a character. *memory belongs to the caller, who frees it with freeAligned after use. Returns null
   after printing the reason. */
static inline SinewInstance* createInstance(const LoadedAsset* loaded, void** memory) {
    uint64_t size = 0;
    SinewInstance* instance = NULL;
    SinewStatus status = sinewInstanceMeasure(loaded->asset, &size);
    *memory = allocateAligned(size);
    if (status == SINEW_OK) status = sinewInstanceCreate(loaded->asset, *memory, size, &instance);
    if (status != SINEW_OK) failed("the instance cannot be created", status);
    return instance;
}

/* Creates the surface that writes the mesh of the asset's file, in the same way. */
static inline SinewSurface* createSurface(const LoadedAsset* loaded, void** memory) {
    uint64_t size = 0;
    SinewSurface* surface = NULL;
    SinewStatus status = sinewSurfaceMeasure(loaded->asset, NULL, &size);
    *memory = allocateAligned(size);
    if (status == SINEW_OK) status = sinewSurfaceCreate(loaded->asset, NULL, *memory, size, &surface);
    if (status != SINEW_OK) failed("the surface cannot be created", status);
    return surface;
}

/* Allocates one bone per joint, in the bind pose. The caller frees them. Returns null if that fails. */
static inline SinewBone* createBindPose(const LoadedAsset* loaded) {
    SinewBone* const bones = calloc(loaded->info.joints, sizeof *bones);
    uint32_t joint;
    for (joint = 0; bones != NULL && joint < loaded->info.joints; ++joint) {
        const SinewStatus status = sinewJointBind(loaded->asset, joint, &bones[joint]);
        if (status == SINEW_OK) continue;
        failed("a joint has no bind pose", status);
        free(bones);
        return NULL;
    }
    return bones;
}

/* Turns a bone about the character's x axis and its own origin, by an angle in radians. A bone with children
   would have to move them, too, because bones are not relative to their parents. */
static inline void turnBone(SinewBone* bone, const SinewBone* bind, float angle) {
    const float c = cosf(angle / 2), s = sinf(angle / 2);
    const float* const q = bind->rotation;
    *bone = *bind;
    /* The product of the quaternions (s, 0, 0, c) and q. */
    bone->rotation[0] = c * q[0] + s * q[3];
    bone->rotation[1] = c * q[1] - s * q[2];
    bone->rotation[2] = c * q[2] + s * q[1];
    bone->rotation[3] = c * q[3] - s * q[0];
}

#endif
