/* The full solver's door from C: an arm of two bones in plain arrays, ticks, vertices out. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Api/sinew_full.h"

enum { RINGS = 25, AROUND = 16, VERTICES = RINGS * AROUND + 2, TRIANGLES = 2 * RINGS * AROUND };

static const float kLength = 0.8f, kRadius = 0.1f;
static int failures = 0;

static void expect(int holds, const char* what) {
    if (holds) return;
    fprintf(stderr, "failed: %s (%s)\n", what, sinewFullErrorText());
    ++failures;
}

typedef struct Arm {
    float positions[3 * VERTICES];
    uint32_t triangles[3 * TRIANGLES];
    uint32_t firstWeight[VERTICES + 1], weightJoints[2 * VERTICES];
    float weights[2 * VERTICES];
    const char* names[2];
    int32_t parents[2];
    SinewBone bind[2];
    SinewFullCharacter character;
} Arm;

static void setVertex(Arm* arm, uint32_t v, float x, float y, float z) {
    const float share = x < -0.1f ? 0 : x > 0.1f ? 1 : (x + 0.1f) / 0.2f;
    arm->positions[3 * v] = x, arm->positions[3 * v + 1] = y, arm->positions[3 * v + 2] = z;
    arm->weightJoints[2 * v] = 0, arm->weightJoints[2 * v + 1] = 1;
    arm->weights[2 * v] = 1 - share, arm->weights[2 * v + 1] = share;
}

static void addTriangle(Arm* arm, uint32_t* count, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t* const t = arm->triangles + 3 * (*count)++;
    t[0] = a, t[1] = b, t[2] = c;
}

static void makeMesh(Arm* arm) {
    uint32_t i, j, count = 0;
    const uint32_t left = RINGS * AROUND, right = left + 1;
    for (i = 0; i < RINGS; ++i) {
        for (j = 0; j < AROUND; ++j) {
            const float angle = 6.2831853f * (float)j / AROUND;
            setVertex(arm, i * AROUND + j, kLength * ((float)i / (RINGS - 1) - 0.5f), kRadius * cosf(angle),
                      kRadius * sinf(angle));
        }
    }
    setVertex(arm, left, -kLength / 2, 0, 0);
    setVertex(arm, right, kLength / 2, 0, 0);
    for (j = 0; j < AROUND; ++j) {
        const uint32_t next = (j + 1) % AROUND, last = (RINGS - 1) * AROUND;
        addTriangle(arm, &count, left, next, j);
        addTriangle(arm, &count, right, last + j, last + next);
        for (i = 0; i + 1 < RINGS; ++i) {
            const uint32_t here = i * AROUND, there = here + AROUND;
            addTriangle(arm, &count, here + j, here + next, there + j);
            addTriangle(arm, &count, here + next, there + next, there + j);
        }
    }
    expect(count == TRIANGLES, "triangles");
    for (i = 0; i <= VERTICES; ++i) arm->firstWeight[i] = 2 * i;
}

static SinewBone boneAt(float x, float angle) {
    SinewBone bone = {{0, 0, 0, 1}, {0, 0, 0}, {1, 1, 1}};
    bone.rotation[2] = sinf(angle / 2), bone.rotation[3] = cosf(angle / 2);
    bone.translation[0] = x;
    return bone;
}

static Arm* newArm(void) {
    Arm* const arm = calloc(1, sizeof *arm);
    SinewFullCharacter* const c = &arm->character;
    makeMesh(arm);
    arm->names[0] = "upper", arm->names[1] = "lower";
    arm->parents[0] = -1, arm->parents[1] = 0;
    arm->bind[0] = boneAt(-0.38f, 0), arm->bind[1] = boneAt(0, 0);
    sinewFullCharacterDefaults(c, sizeof *c);
    c->vertexCount = VERTICES, c->triangleCount = TRIANGLES, c->jointCount = 2;
    c->positions = arm->positions, c->triangles = arm->triangles;
    c->firstWeight = arm->firstWeight, c->weightJoints = arm->weightJoints, c->weights = arm->weights;
    c->names = arm->names, c->parents = arm->parents, c->bind = arm->bind;
    return arm;
}

static int32_t heard = 0;
static int32_t listen(void* host, float done) {
    ++heard;
    return done < *(const float*)host;
}

static void refusals(Arm* arm) {
    SinewFull* full = NULL;
    SinewFullCharacter* const c = &arm->character;
    const SinewFullCharacter good = *c;
    SinewFullSettings settings;
    float stopAt = 0.3f;
    SinewFullProgress progress;
    progress.report = listen, progress.host = &stopAt;
    expect(sinewFullCreate(NULL, NULL, NULL, NULL, &full) == SINEW_INVALID_ARGUMENT, "no character");
    expect(sinewFullCreate(c, NULL, NULL, &progress, &full) == SINEW_FULL_STOPPED && heard > 1,
           "stopped while creating");
    c->vertexCount = 0;
    expect(sinewFullCreate(c, NULL, NULL, NULL, &full) == SINEW_FULL_BAD_CHARACTER, "no vertices");
    *c = good, c->triangles = NULL;
    expect(sinewFullCreate(c, NULL, NULL, NULL, &full) == SINEW_INVALID_ARGUMENT, "no triangles");
    *c = good, arm->positions[0] = NAN;
    expect(sinewFullCreate(c, NULL, NULL, NULL, &full) == SINEW_FULL_BAD_CHARACTER, "a vertex at no place");
    expect(strstr(sinewFullErrorText(), "vertex 0") != NULL, "the vertex is named");
    arm->positions[0] = -kLength / 2, arm->weightJoints[5] = 2;
    expect(sinewFullCreate(c, NULL, NULL, NULL, &full) == SINEW_FULL_BAD_CHARACTER, "no such joint");
    arm->weightJoints[5] = 1, arm->parents[1] = 1;
    expect(sinewFullCreate(c, NULL, NULL, NULL, &full) == SINEW_FULL_BAD_CHARACTER, "its own parent");
    expect(strstr(sinewFullErrorText(), "lower") != NULL && strlen(sinewFullErrorRemedy()) > 0,
           "the joint is named, with a remedy");
    arm->parents[1] = 0, c->triangleCount = 1;
    expect(sinewFullCreate(c, NULL, NULL, NULL, &full) == SINEW_FULL_BAD_CHARACTER, "no flesh");
    *c = good;
    sinewFullSettingsDefaults(&settings, sizeof settings);
    settings.poisson = 0.5;
    expect(sinewFullCreate(c, &settings, NULL, NULL, &full) == SINEW_FULL_BAD_CHARACTER, "settings");
    expect(full == NULL, "nothing created");
    expect(sinewFullTick(NULL, NULL, 0, NULL) == SINEW_INVALID_ARGUMENT, "no solver");
    expect(strlen(sinewFullStatusText(12345)) > 0, "unknown statuses have a text");
}

static float distance(const float* a, const float* b, uint32_t count) {
    float most = 0;
    uint32_t i;
    for (i = 0; i < count; ++i) most = fmaxf(most, fabsf(a[i] - b[i]));
    return most;
}

/* A host that lends one worker, the last first. */
static void backwards(void* host, uint32_t count, SinewTask task, void* taskData) {
    ++*(uint32_t*)host;
    while (count-- > 0) task(taskData, count);
}

static void play(SinewFull* full, const Arm* arm) {
    static float positions[3 * VERTICES], normals[3 * VERTICES], previous[3 * VERTICES];
    static float stale[3 * VERTICES], every[8 * VERTICES];
    SinewFullSurface *surface = NULL, *other = NULL;
    SinewBone bones[2];
    SinewTickInput input;
    SinewFullTickOutput out;
    SinewSurfaceOutput output;
    SinewFullShown shown;
    SinewMeshSource lod;
    uint32_t ticks = 0, loops = 0, i;

    expect(sinewFullSurfaceCreate(full, NULL, NULL, 0, NULL, &surface) == SINEW_OK, "surface");
    expect(sinewFullSurfaceVertices(surface) == VERTICES, "vertices");
    sinewFullSurfaceDefaults(&output, sizeof output);
    output.positions = positions, output.normals = normals, output.previous = previous;
    shown.structSize = sizeof shown, out.structSize = sizeof out;
    expect(sinewFullSurfaceWrite(surface, full, &output, &shown) == SINEW_OK, "as bound");
    expect(shown.tick == 0 && shown.finished == 1, "no tick yet");
    expect(distance(positions, arm->positions, 3 * VERTICES) < 1e-5f, "the bind pose is as it was given");
    expect(distance(positions, previous, 3 * VERTICES) == 0, "nothing moved");

    sinewFullTickDefaults(&input, sizeof input);
    bones[0] = arm->bind[0], bones[1] = boneAt(0, 1.2f);
    input.bones = bones, input.boneCount = 2;
    input.workers.parallelFor = backwards, input.workers.host = &loops;
    memcpy(stale, positions, sizeof stale);
    do {
        expect(sinewFullTick(full, &input, 1e-4, &out) == SINEW_OK, "tick");
        expect(out.iterations <= 1, "a tiny budget is one step");
    } while (!out.finished && ++ticks < 500);
    expect(ticks > 1 && out.finished && out.reached == 1 && out.residual < 1e-3f, "gets there");
    expect(loops > 0, "workers are used");
    expect(sinewFullReached(full) == 1, "reached");
    expect(sinewFullSurfaceWrite(surface, full, &output, &shown) == SINEW_OK, "surface write");
    expect(shown.tick == ticks + 1 && shown.finished == 1, "what is shown");
    expect(distance(previous, stale, 3 * VERTICES) == 0, "previous");
    expect(distance(positions, stale, 3 * VERTICES) > 0.1f, "the arm is bent");
    for (i = 0; i < VERTICES; ++i) {
        const float* const n = normals + 3 * i;
        expect(fabsf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - 1) < 1e-4f, "normals have length 1");
    }

    memcpy(stale, positions, sizeof stale);
    bones[1].rotation[0] = NAN;
    expect(sinewFullTick(full, &input, 0, &out) == SINEW_BAD_INPUT, "a bone that is no number");
    expect(strstr(sinewFullErrorText(), "lower") != NULL, "the bone is named");
    bones[1] = boneAt(0, 0.5f), input.boneCount = 3;
    expect(sinewFullTick(full, &input, 0, &out) == SINEW_INVALID_ARGUMENT, "a bone too many");
    input.boneCount = 2;
    sinewFullCancel(full, 1);
    expect(sinewFullTick(full, &input, 0, &out) == SINEW_FULL_STOPPED, "cancelled");
    expect(sinewFullSurfaceWrite(surface, full, &output, NULL) == SINEW_OK, "surface write");
    expect(distance(positions, stale, 3 * VERTICES) == 0, "a bad frame is a stale frame");
    sinewFullCancel(full, 0);
    input.weight = 0;
    expect(sinewFullTick(full, &input, 0, &out) == SINEW_OK && out.iterations == 0, "plain skinning");
    input.weight = 1, input.reset = 1;
    expect(sinewFullTick(full, &input, 0, &out) == SINEW_OK && out.finished, "anew");

    memset(&lod, 0, sizeof lod);
    lod.structSize = sizeof lod, lod.vertexCount = VERTICES, lod.positions = arm->positions;
    expect(sinewFullSurfaceCreate(full, &lod, NULL, 0, NULL, &other) == SINEW_OK, "another mesh");
    expect(sinewFullSurfaceDistance(other) < 1e-6f, "it is the same");
    expect(sinewFullSurfaceWrite(surface, full, &output, NULL) == SINEW_OK, "surface write");
    output.positions = every, output.positionStride = 32, output.normals = output.previous = NULL;
    expect(sinewFullSurfaceWrite(other, full, &output, NULL) == SINEW_OK, "with strides");
    for (i = 0; i < VERTICES; ++i)
        expect(distance(every + 8 * i, positions + 3 * i, 3) < 1e-4f, "the same place");
    output.positionStride = 8;
    expect(sinewFullSurfaceWrite(other, full, &output, NULL) == SINEW_INVALID_ARGUMENT, "a stride too small");
    sinewFullSurfaceDestroy(other);
    sinewFullSurfaceDestroy(surface);
}

int main(void) {
    Arm* const arm = newArm();
    SinewFull* full = NULL;
    SinewFullSettings settings;
    SinewFullInfo info;
    float low[3], high[3];
    refusals(arm);
    sinewFullSettingsDefaults(&settings, sizeof settings);
    settings.cells = 1500;
    expect(sinewFullCreate(&arm->character, &settings, NULL, NULL, &full) == SINEW_OK, "create");
    if (full == NULL) return 1;
    info.structSize = sizeof info;
    expect(sinewFullInfo(full, &info) == SINEW_OK && info.vertices == VERTICES && info.joints == 2, "info");
    expect(info.cells > 1000 && info.volume > 0.02f && info.volume < 0.03f && info.notes != NULL, "flesh");
    expect(sinewFullBounds(full, low, high) == SINEW_OK && low[0] < -0.38f && high[0] > 0.38f, "bounds");
    play(full, arm);
    printf("version %u: %u cells, %d failures\n", (unsigned)sinewFullVersion(), (unsigned)info.cells,
           failures);
    sinewFullDestroy(full);
    sinewFullDestroy(NULL);
    free(arm);
    return failures == 0 ? 0 : 1;
}
