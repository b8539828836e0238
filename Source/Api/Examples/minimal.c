/* The shortest complete host: it loads an asset, animates a joint for a second and writes the deformed mesh.

   usage: minimal ASSET.sinew MESH.obj */
#include "host.h"

enum { kFrames = 60 };

/* Ticks an instance through an animation. Returns 0 if the host made a mistake. */
static int play(SinewInstance* instance, const LoadedAsset* loaded, const SinewBone* bind, SinewBone* bones) {
    const uint32_t last =
        loaded->info.joints - 1; /* Parents come first, so the last joint has no children. */
    int frame;
    for (frame = 1; frame <= kFrames; ++frame) {
        SinewTickInput input;
        SinewStatus status;
        turnBone(&bones[last], &bind[last], 0.5f * (float)frame / kFrames);

        sinewTickDefaults(&input, sizeof input);
        input.bones = bones;
        input.boneCount = loaded->info.joints;
        input.seconds = 1.0 / 60;
        status = sinewTick(instance, &input, NULL);

        /* After a bad frame the instance keeps its last good shape, which a game simply draws. */
        if (status == SINEW_BAD_INPUT || status == SINEW_NOT_CONVERGED) {
            fprintf(stderr, "frame %d: %s\n", frame, sinewStatusText(status));
        } else if (status != SINEW_OK) {
            return failed("tick", status);
        }
    }
    return 1;
}

/* Writes a mesh as a Wavefront OBJ file, whose indices begin with 1. */
static int writeObj(const char* path, const LoadedAsset* loaded, const float* positions,
                    const float* normals) {
    const uint32_t* const triangles = sinewTriangles(loaded->asset);
    FILE* const file = fopen(path, "w");
    uint32_t i;
    int written;
    if (file == NULL) return 0;
    for (i = 0; i < loaded->info.vertices; ++i) {
        const float *const p = positions + 3 * (size_t)i, *const n = normals + 3 * (size_t)i;
        fprintf(file, "v %g %g %g\nvn %g %g %g\n", (double)p[0], (double)p[1], (double)p[2], (double)n[0],
                (double)n[1], (double)n[2]);
    }
    for (i = 0; triangles != NULL && i < loaded->info.triangles; ++i) {
        const uint32_t* const t = triangles + 3 * (size_t)i;
        const unsigned a = t[0] + 1, b = t[1] + 1, c = t[2] + 1;
        fprintf(file, "f %u//%u %u//%u %u//%u\n", a, a, b, b, c, c);
    }
    written = !ferror(file);
    return fclose(file) == 0 && written;
}

/* Reads the deformed vertices of an instance and writes them to a file. */
static int show(SinewSurface* surface, const SinewInstance* instance, const LoadedAsset* loaded,
                const char* path) {
    const size_t count = loaded->info.vertices;
    float* const positions = malloc(3 * count * sizeof *positions);
    float* const normals = malloc(3 * count * sizeof *normals);
    int done = 0;
    if (positions != NULL && normals != NULL) {
        SinewSurfaceOutput output;
        SinewStatus status;
        sinewSurfaceDefaults(&output, sizeof output);
        output.positions = positions;
        output.normals = normals;
        status = sinewSurfaceWrite(surface, instance, &output);
        done = status == SINEW_OK ? writeObj(path, loaded, positions, normals) : failed("surface", status);
        if (status == SINEW_OK && !done) fprintf(stderr, "%s cannot be written\n", path);
    }
    free(positions);
    free(normals);
    return done;
}

int main(int argumentCount, char** arguments) {
    LoadedAsset loaded = {0};
    void *instanceMemory = NULL, *surfaceMemory = NULL;
    SinewBone *bind = NULL, *bones = NULL;
    int done = 0;
    if (argumentCount != 3) {
        fprintf(stderr, "usage: minimal ASSET.sinew MESH.obj\n");
        return 2;
    }
    if (loadAsset(arguments[1], &loaded)) {
        SinewInstance* const instance = createInstance(&loaded, &instanceMemory);
        SinewSurface* const surface = createSurface(&loaded, &surfaceMemory);
        bind = createBindPose(&loaded);
        bones = createBindPose(&loaded);
        done = instance != NULL && surface != NULL && bind != NULL && bones != NULL &&
               play(instance, &loaded, bind, bones) && show(surface, instance, &loaded, arguments[2]);
        if (done) printf("%s: %u vertices\n", arguments[2], (unsigned)loaded.info.vertices);
    }
    free(bones);
    free(bind);
    freeAligned(surfaceMemory);
    freeAligned(instanceMemory);
    unloadAsset(&loaded);
    return done ? 0 : 1;
}
