/* Sinew's door for editors: the full lattice solver, for characters that no asset was built for yet. It has
   the same bones, colliders and surfaces as sinew.h, but takes plain arrays instead of an asset, seconds to
   create, and up to seconds for a pose: every tick gets a budget, shows the best shape so far, and the next
   one goes on from there. Plain C99, opaque handles, no exception, no log, no thread of its own; memory is
   its own, so what was created must be destroyed.

   Metres, kilograms, seconds, radians, right-handed, Y up. Flesh is at rest in every pose: without inertia,
   jiggle or delay.

   Threads: one thread at a time may tick. While it does, others may cancel, ask how far it is, and create and
   write surfaces, each surface by one thread at a time: what they see is the shape of the last tick that
   ended, and they wait for nothing longer than a pointer's exchange. Nothing of a solver may run while it is
   destroyed; its surfaces may be destroyed before or after it.

       SinewFullCharacter character;
       sinewFullCharacterDefaults(&character, sizeof character);
       character.positions = positions; character.vertexCount = vertexCount; ...
       SinewFull* full;
       if (sinewFullCreate(&character, NULL, NULL, NULL, &full) != SINEW_OK)
           show(sinewFullErrorText(), sinewFullErrorRemedy());
       SinewFullSurface* surface;
       sinewFullSurfaceCreate(full, NULL, NULL, 0, NULL, &surface);
       ... then again and again, in a background task:
       SinewTickInput input;
       sinewFullTickDefaults(&input, sizeof input);
       input.bones = bones; input.boneCount = count;
       sinewFullTick(full, &input, 0.05, NULL);
       ... and every frame, in the thread that draws:
       SinewSurfaceOutput output;
       sinewFullSurfaceDefaults(&output, sizeof output);
       output.positions = positions; output.normals = normals;
       sinewFullSurfaceWrite(surface, full, &output, NULL);
*/
#ifndef SINEW_FULL_H
#define SINEW_FULL_H

#include "sinew.h"

#if defined(SINEW_FULL_STATIC)
#define SINEW_FULL_API
#elif defined(_WIN32)
#if defined(SINEW_FULL_BUILDING)
#define SINEW_FULL_API __declspec(dllexport)
#else
#define SINEW_FULL_API __declspec(dllimport)
#endif
#else
#define SINEW_FULL_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* This is C: NOLINTBEGIN(modernize-use-using, readability-identifier-naming) */

typedef struct SinewFull SinewFull;
typedef struct SinewFullSurface SinewFullSurface;

/* Besides those of SinewStatus; SINEW_BAD_ASSET, SINEW_WRONG_VERSION and SINEW_NOT_CONVERGED do not
   occur. */
enum {
    SINEW_FULL_STOPPED = 64,       /* as the host asked */
    SINEW_FULL_BAD_CHARACTER = 65, /* a character, or settings for it, that cannot be solved */
    SINEW_FULL_FAILED = 66         /* something unforeseen; the last good state is kept */
};

/* One sentence in English, never null. */
SINEW_FULL_API const char* sinewFullStatusText(SinewStatus status);

/* What was wrong in the last call of this thread that did not return SINEW_OK, naming the joint, vertex or
   field, and what to do about it; empty where there is nothing to say. Good until this thread's next call. */
SINEW_FULL_API const char* sinewFullErrorText(void);
SINEW_FULL_API const char* sinewFullErrorRemedy(void);

/* Of the library: major · 10000 + minor · 100 + patch. */
SINEW_FULL_API uint32_t sinewFullVersion(void);

/* ---- characters: plain arrays, read while creating and not needed later ---- */

typedef struct SinewFullCharacter {
    uint32_t structSize;
    uint32_t vertexCount, triangleCount, jointCount;
    const float* positions;      /* x y z each, in the bind pose and the character's space */
    const uint32_t* triangles;   /* three vertices each, counter-clockwise from outside */
    const float* normals;        /* what vertices are shaded with; null: as the triangles turn */
    const float* tangents;       /* x y z and the bitangent's side, 1 or -1; null: none */
    const float* colours;        /* r g b a each, 0 to 1, for SinewFullSettings' paint; null: none */
    const uint32_t* firstWeight; /* vertexCount + 1 of them: where each vertex' weights begin */
    const uint32_t* weightJoints;
    const float* weights;     /* any number per vertex; they need not be sorted or sum to 1 */
    const char* const* names; /* of joints, all different */
    const int32_t* parents;   /* an earlier joint, or -1 for a root */
    const SinewBone* bind;    /* joints in the bind pose, in the character's space: ticking with these bones
                                 gives the positions above */
    const char* name;         /* of the character, for messages; null: none */
} SinewFullCharacter;

SINEW_FULL_API void sinewFullCharacterDefaults(SinewFullCharacter* character, uint32_t structSize);

/* How flesh is held to the bones in it: what is inside them moves with them exactly, or on springs; or flesh
   ends at them and slides over them. */
enum { SINEW_FULL_HARD = 0, SINEW_FULL_SOFT = 1, SINEW_FULL_SLIDING = 2 };

typedef struct SinewFullSettings {
    uint32_t structSize;
    uint32_t hold;
    double cells;         /* about so many; 10000 follow a walk live */
    double cellWidth;     /* metres; 0: as `cells` asks */
    double young;         /* Pa */
    double poisson;       /* above 0, below 0.5 */
    double density;       /* kg/m³ */
    double holdStiffness; /* unless held hard, in units of Young's modulus times the cells' width */
    double tolerance;     /* forces left over, of all, where a shape counts as finished */
    double largestTurn;   /* radians that a bone may turn in one sub-step on the way to a pose */
    int32_t paintChannel; /* 0 to 3 of the vertex colours: where flesh is stiffer or softer; -1: none */
    uint32_t selfContact; /* 1: made ready, so that ticks can have it */
    double paintAtZero, paintAtOne; /* factors on Young's modulus where that channel is 0 and where it is 1 */
    double
        grip; /* of flesh that slides, drawing it back, in units of Young's modulus over the bone's radius */
} SinewFullSettings;

SINEW_FULL_API void sinewFullSettingsDefaults(SinewFullSettings* settings, uint32_t structSize);

/* ---- solvers: one character each ---- */

/* Called from the thread that creates, with what is done, 0 to 1; returning 0 stops it within a second. */
typedef struct SinewFullProgress {
    int32_t (*report)(void* host, float done);
    void* host;
} SinewFullProgress;

/* Settings, workers and progress may be null: the usual; the calling thread alone; nobody listens. Lent
   threads need 256 KiB of stack. */
SINEW_FULL_API SinewStatus sinewFullCreate(const SinewFullCharacter* character,
                                           const SinewFullSettings* settings, const SinewWorkers* workers,
                                           const SinewFullProgress* progress, SinewFull** full);
SINEW_FULL_API void sinewFullDestroy(SinewFull* full);

typedef struct SinewFullInfo {
    uint32_t structSize; /* set it before asking */
    uint32_t joints, vertices, cells, nodes;
    float cellWidth;   /* metres */
    float volume;      /* m³, of the flesh */
    float farthest;    /* metres from the flesh to the skin vertex that is farthest from it */
    const char* notes; /* what was noticed while creating, a sentence per line, for whoever made the
                          character; there as long as the solver */
} SinewFullInfo;

SINEW_FULL_API SinewStatus sinewFullInfo(const SinewFull* full, SinewFullInfo* info);

/* As sinewTickDefaults, but for dynamic flesh, of which there is none here. */
SINEW_FULL_API void sinewFullTickDefaults(SinewTickInput* input, uint32_t structSize);

typedef struct SinewFullTickOutput {
    uint32_t structSize; /* set it before asking */
    uint32_t finished;   /* 1: at rest in the pose asked for, or as near to that as it gets; 0: not yet, tick
                            again with the same bones */
    float reached;       /* of the way to the pose, 0 to 1 */
    float residual;      /* forces left over, of all */
    uint32_t subSteps;
    uint32_t steps;            /* of Newton's method */
    uint32_t linearIterations; /* in them */
    uint32_t contacts;         /* skin vertices pressed in; those above contactCapacity are not written */
    uint32_t gaveUp; /* 1: flesh finds no rest in this pose, and forces are left over that may be seen */
    uint32_t unused;
    double seconds; /* that the tick took */
} SinewFullTickOutput;

/* Towards the pose of these bones for about `budget` seconds (0 or less: until it is finished); at least one
   step of Newton's method is made, so that any budget gets there. `output` may be null. What is shown has the
   bones where the input has them, also before it is finished.

   Of the input it reads bones (in the character's order of joints), the world transform, gravity and wind
   (beyond standing upright on earth, as the mesh was modelled), weight, reset, self contact, workers,
   colliders and room for contacts. Flesh has no speed, so that teleports, seconds and damping change nothing,
   and no domains, so that stiffness and fields do not; dynamic, quality, blows, impulses and the stopwatch
   are left alone, too. Bones that are scaled stretch their flesh.

   Anything but SINEW_OK leaves what is shown as it was. SINEW_BAD_INPUT: a bone, say, is not a number. */
SINEW_FULL_API SinewStatus sinewFullTick(SinewFull* full, const SinewTickInput* input, double budget,
                                         SinewFullTickOutput* output);

/* From any thread: 1 makes the running tick and all to come return SINEW_FULL_STOPPED soon, 0 lets ticks run
   again. What was solved is kept. */
SINEW_FULL_API void sinewFullCancel(SinewFull* full, uint32_t cancelled);

/* From any thread: how far along the way to its pose the running tick, or else the last one, is: 0 to 1. */
SINEW_FULL_API float sinewFullReached(const SinewFull* full);

/* A box in the character's space that holds about all that is shown, for culling. */
SINEW_FULL_API SinewStatus sinewFullBounds(const SinewFull* full, float low[3], float high[3]);

/* ---- surfaces: the vertices of one mesh that lies on the character ---- */

/* `mesh`: null for the character's own, vertices as they were given. Another one, an LOD, or the engine's
   copy in an order of its own, may come with triangles (three vertices each; else null and 0), and its
   normals follow them; without, they follow the flesh below. Workers may be null. */
SINEW_FULL_API SinewStatus sinewFullSurfaceCreate(const SinewFull* full, const SinewMeshSource* mesh,
                                                  const uint32_t* triangles, uint32_t triangleCount,
                                                  const SinewWorkers* workers, SinewFullSurface** surface);
SINEW_FULL_API void sinewFullSurfaceDestroy(SinewFullSurface* surface);
SINEW_FULL_API uint32_t sinewFullSurfaceVertices(const SinewFullSurface* surface);

/* Metres from the character's own skin to the vertex that is farthest from it: large where the mesh is not of
   this character. */
SINEW_FULL_API float sinewFullSurfaceDistance(const SinewFullSurface* surface);

/* What a surface was written from. */
typedef struct SinewFullShown {
    uint32_t structSize; /* set it before asking */
    uint32_t finished;
    uint64_t tick; /* counts those that changed what is shown; 0: as bound */
} SinewFullShown;

SINEW_FULL_API void sinewFullSurfaceDefaults(SinewSurfaceOutput* output, uint32_t structSize);

/* `shown` may be null. */
SINEW_FULL_API SinewStatus sinewFullSurfaceWrite(SinewFullSurface* surface, const SinewFull* full,
                                                 const SinewSurfaceOutput* output, SinewFullShown* shown);

/* NOLINTEND(modernize-use-using, readability-identifier-naming) */

#ifdef __cplusplus
}
#endif

#endif
