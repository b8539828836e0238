/* The door from C: an asset's bytes in, ticks, vertices out. usage: api_is_c ASSET */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Api/sinew.h"

static int failures = 0;

static void expect(int holds, const char* what) {
    if (holds) return;
    fprintf(stderr, "failed: %s\n", what);
    ++failures;
}

/* What Windows has instead of C11's. */
#if defined(_WIN32)
#include <malloc.h>
#define aligned_alloc(alignment, size) _aligned_malloc(size, alignment)
#define free_aligned _aligned_free
#else
#define free_aligned free
#endif

static void* readFile(const char* path, uint64_t* size) {
    FILE* const file = fopen(path, "rb");
    void* bytes;
    if (file == NULL) return NULL;
    fseek(file, 0, SEEK_END);
    *size = (uint64_t)ftell(file);
    rewind(file);
    bytes = aligned_alloc(64, (size_t)((*size + 63) / 64 * 64));
    if (fread(bytes, 1, (size_t)*size, file) != *size) *size = 0;
    fclose(file);
    return bytes;
}

static void* room(uint64_t size) {
    return aligned_alloc(64, (size_t)((size + 63) / 64 * 64));
}

static void refusals(const void* bytes, uint64_t count) {
    uint64_t size = 0;
    SinewAsset* asset = NULL;
    SinewAssetProblem problem;
    problem.structSize = sizeof problem;
    expect(sinewAssetProblem(bytes, count - 64, &problem) == SINEW_OK, "problem");
    expect(problem.status == SINEW_BAD_ASSET && strstr(problem.text, "cut short") != NULL, "its words");
    expect(sinewAssetMeasure(NULL, count, &size) == SINEW_INVALID_ARGUMENT, "no bytes");
    expect(sinewAssetMeasure(bytes, count - 1, &size) == SINEW_BAD_ASSET, "one byte less");
    expect(sinewAssetMeasure(bytes, count, &size) == SINEW_OK, "measure");
    expect(sinewAssetCreate(bytes, count, NULL, size, &asset) == SINEW_OUT_OF_MEMORY, "no memory");
    expect(asset == NULL, "nothing created");
    expect(sinewTick(NULL, NULL, NULL) == SINEW_INVALID_ARGUMENT, "no instance");
    expect(strlen(sinewStatusText(12345)) > 0, "unknown statuses have a text");
}

static void play(const SinewAsset* asset, const SinewAssetInfo* info) {
    uint64_t size = 0;
    uint32_t i, frame;
    SinewInstance* instance = NULL;
    SinewSurface* surface = NULL;
    void *instanceMemory, *surfaceMemory;
    SinewBone* const bones = calloc(info->joints, sizeof *bones);
    float* const positions = calloc(info->vertices, 3 * sizeof(float));
    float* const normals = calloc(info->vertices, 3 * sizeof(float));
    SinewTickInput input;
    SinewTickOutput out;
    SinewSurfaceOutput output;

    expect(sinewInstanceMeasure(asset, &size) == SINEW_OK, "instance measure");
    instanceMemory = room(size);
    expect(sinewInstanceCreate(asset, instanceMemory, size - 1, &instance) == SINEW_OUT_OF_MEMORY,
           "too little memory");
    expect(sinewInstanceCreate(asset, instanceMemory, size, &instance) == SINEW_OK, "instance");
    expect(sinewSurfaceMeasure(asset, NULL, &size) == SINEW_OK, "surface measure");
    surfaceMemory = room(size);
    expect(sinewSurfaceCreate(asset, NULL, surfaceMemory, size, &surface) == SINEW_OK, "surface");
    expect(sinewSurfaceVertices(surface) == info->vertices, "vertices");

    for (i = 0; i < info->joints; ++i) {
        expect(sinewJointName(asset, i) != NULL, "joint's name");
        bones[i].rotation[3] = bones[i].scale[0] = bones[i].scale[1] = bones[i].scale[2] = 1;
    }
    sinewTickDefaults(&input, sizeof input);
    input.bones = bones;
    input.boneCount = info->joints;
    input.seconds = 1.0 / 60;
    out.structSize = sizeof out;
    sinewSurfaceDefaults(&output, sizeof output);
    output.positions = positions;
    output.normals = normals;
    for (frame = 0; frame < 5; ++frame) {
        expect(sinewTick(instance, &input, &out) == SINEW_OK, "tick");
        expect(sinewSurfaceWrite(surface, instance, &output) == SINEW_OK, "surface write");
    }
    for (i = 0; i < 3 * info->vertices; ++i) expect(isfinite(positions[i]) && isfinite(normals[i]), "finite");
    input.boneCount = info->joints + 1;
    expect(sinewTick(instance, &input, &out) == SINEW_INVALID_ARGUMENT, "a bone too many");
    expect(sinewCoordinates(instance, NULL, 0) == info->modes, "coordinates");
    free(bones), free(positions), free(normals);
    free_aligned(instanceMemory), free_aligned(surfaceMemory);
}

int main(int count, char** arguments) {
    uint64_t bytes = 0, size = 0;
    void* const file = count > 1 ? readFile(arguments[1], &bytes) : NULL;
    void* memory;
    SinewAsset* asset = NULL;
    SinewAssetInfo info;
    if (file == NULL || bytes == 0) {
        fprintf(stderr, "cannot read the asset\n");
        return 2;
    }
    refusals(file, bytes);
    expect(sinewAssetMeasure(file, bytes, &size) == SINEW_OK, "measure");
    memory = room(size);
    expect(sinewAssetCreate(file, bytes, memory, size, &asset) == SINEW_OK, "asset");
    info.structSize = sizeof info;
    expect(sinewAssetInfo(asset, &info) == SINEW_OK, "info");
    play(asset, &info);
    printf("%s: %u vertices, %u modes, %d failures\n", info.name, (unsigned)info.vertices,
           (unsigned)info.modes, failures);
    free_aligned(memory), free_aligned(file);
    return failures == 0 ? 0 : 1;
}
