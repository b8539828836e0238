/* Sinew's interface for editors: the full solver.

   The full solver deforms a character for which no asset has been built yet. It simulates all flesh on a
   lattice of cells, so it is exact but slow: creation takes seconds, and a pose takes up to seconds. Every
   tick therefore has a time budget, shows the best shape so far, and the next tick continues from there.
   Bones, colliders and surfaces are the same as in sinew.h; the character comes as plain arrays instead of an
   asset:

       SinewFullCharacter character;
       sinewFullCharacterDefaults(&character, sizeof character);
       character.positions = positions; character.vertexCount = vertexCount; ...
       SinewFull* full;
       if (sinewFullCreate(&character, NULL, NULL, NULL, &full) != SINEW_OK)
           show(sinewFullErrorText(), sinewFullErrorRemedy());
       SinewFullSurface* surface;
       sinewFullSurfaceCreate(full, NULL, NULL, 0, NULL, &surface);
       ... then repeatedly, in a background task:
       SinewTickInput input;
       sinewFullTickDefaults(&input, sizeof input);
       input.bones = bones; input.boneCount = count;
       sinewFullTick(full, &input, 0.05, NULL);
       ... and every frame, in the thread that draws:
       SinewSurfaceOutput output;
       sinewFullSurfaceDefaults(&output, sizeof output);
       output.positions = positions; output.normals = normals;
       sinewFullSurfaceWrite(surface, full, &output, NULL);

   Units and axes are those of sinew.h: metres, kilograms, seconds, radians, right-handed with Y up. Flesh is
   at rest in every pose; there is no inertia, jiggle or delay.

   Memory. Unlike sinew.h, this library allocates its own memory. The host destroys what it creates. Input
   arrays are read during a call only.

   Threads. The library starts no threads. Only one thread at a time may tick a solver. During a tick, other
   threads may cancel it, query its progress, and create and write surfaces, each surface in one thread at a
   time. They see the shape of the last finished tick and are never blocked for long. No call may be using a
   solver while it is destroyed. Surfaces may be destroyed before or after their solver.

   Errors. No exception leaves the library, and it neither aborts nor logs. sinewFullErrorText explains the
   last failure. */
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

/* The full solver of one character. */
typedef struct SinewFull SinewFull;
/* The deformed vertices of one mesh on that character. */
typedef struct SinewFullSurface SinewFullSurface;

/* Additional values of SinewStatus. This library never returns SINEW_BAD_ASSET, SINEW_WRONG_VERSION or
   SINEW_NOT_CONVERGED. */
enum {
    SINEW_FULL_STOPPED = 64,       /* The host stopped the call. */
    SINEW_FULL_BAD_CHARACTER = 65, /* The character or its settings cannot be used; see the error text. */
    SINEW_FULL_FAILED = 66         /* An unexpected error occurred. The last good shape is kept. */
};

/* Returns a sentence in English that explains a status. The text is static and never null. */
SINEW_FULL_API const char* sinewFullStatusText(SinewStatus status);

/* Returns a description of the last failure in this thread. It names the joint, vertex or field. It is never
   null, but may be empty, and is valid until the next call of this library in this thread. */
SINEW_FULL_API const char* sinewFullErrorText(void);

/* Returns advice on how to fix the last failure in this thread, with the same lifetime. It may be empty. */
SINEW_FULL_API const char* sinewFullErrorRemedy(void);

/* Returns the version of the library as major * 10000 + minor * 100 + patch. */
SINEW_FULL_API uint32_t sinewFullVersion(void);

/* ---- Characters ---- */

/* The mesh and skeleton of a character. The arrays are read by sinewFullCreate only. All arrays are required
   except normals, tangents, colours and name, which may be null. Call sinewFullCharacterDefaults first. */
typedef struct SinewFullCharacter {
    uint32_t structSize;
    uint32_t vertexCount, triangleCount, jointCount; /* Each must be at least 1. */
    const float* positions;    /* x y z per vertex in the bind pose, in the character's space. */
    const uint32_t* triangles; /* Three vertex indices each, counter-clockwise seen from outside. */
    const float* normals;      /* x y z per vertex. If null, they are computed from the triangles. */
    const float* tangents;     /* x y z and the sign of the bitangent, 1 or -1, per vertex. */
    const float* colours;      /* r g b a per vertex, each from 0 to 1: see SinewFullSettings.paintChannel. */
    /* Skin weights. The weights of vertex v have the indices firstWeight[v] to firstWeight[v + 1] - 1, so
       firstWeight has vertexCount + 1 entries. A vertex may have any number of weights, in any order; they
       need not sum to 1. */
    const uint32_t* firstWeight;
    const uint32_t* weightJoints; /* Index of a joint per weight. */
    const float* weights;
    const char* const* names; /* Name of each joint. Names must be unique and not empty. */
    const int32_t* parents;   /* Index of each joint's parent, which must be lower, or -1 for a root. */
    /* Joints in the bind pose, in the character's space. A tick with these bones reproduces `positions`. */
    const SinewBone* bind;
    const char* name; /* Name of the character, for messages. */
} SinewFullCharacter;

/* Fills a character with zeros and null pointers, and sets its structSize. */
SINEW_FULL_API void sinewFullCharacterDefaults(SinewFullCharacter* character, uint32_t structSize);

/* How flesh is attached to the bones inside it. */
enum {
    SINEW_FULL_HARD = 0,   /* Flesh inside a bone moves with it exactly. */
    SINEW_FULL_SOFT = 1,   /* Flesh inside a bone is attached to it with springs. */
    SINEW_FULL_SLIDING = 2 /* Flesh ends at the surface of a bone and slides over it. */
};

/* The material of flesh. */
enum {
    SINEW_FULL_NEO_HOOKEAN = 0,    /* Stable neo-Hookean. */
    SINEW_FULL_COROTATED = 1,      /* Corotated linear elasticity: fast, but loses volume in large strains. */
    SINEW_FULL_STVK = 2,           /* St. Venant-Kirchhoff. */
    SINEW_FULL_MOONEY_RIVLIN = 3,  /* Mooney-Rivlin. */
    SINEW_FULL_NEO_HOOKEAN_LOG = 4 /* Neo-Hookean with the logarithm of volume. */
};

/* Settings of a solver. Call sinewFullSettingsDefaults first. A value out of range makes sinewFullCreate
   return SINEW_FULL_BAD_CHARACTER. */
typedef struct SinewFullSettings {
    uint32_t structSize;
    uint32_t hold; /* SINEW_FULL_HARD (default), SINEW_FULL_SOFT or SINEW_FULL_SLIDING. */
    /* Approximate number of cells, from 10 to 1e7. The default of 10000 follows a walk interactively. */
    double cells;
    double cellWidth; /* Width of a cell in metres, up to 1000. If 0 (default), `cells` decides. */
    double young;     /* Young's modulus of flesh in Pa, from 1 to 1e12. */
    double poisson;   /* Poisson's ratio, from 0 to 0.4999. */
    double density;   /* In kg/m³, from 1e-3 to 1e6. */
    /* Stiffness of the springs if hold is SINEW_FULL_SOFT, and of the contact with bones if it is
       SINEW_FULL_SLIDING, relative to young times cellWidth, from 1e-3 to 1e6. */
    double holdStiffness;
    double tolerance;     /* Relative residual at which a shape is finished, from 1e-6 to 0.5. */
    double maxTurn;       /* Largest rotation of a bone in one sub-step, in radians, from 0.01 to 3.2. */
    int32_t paintChannel; /* Channel of the vertex colours that scales stiffness, 0 to 3; default -1: none. */
    uint32_t selfContact; /* 1 (default): prepares contact of flesh with itself, so that ticks can use it. */
    /* Factors on Young's modulus where the painted channel is 0 and where it is 1, from 1e-3 to 1e3. */
    double paintAtZero, paintAtOne;
    /* How strongly sliding flesh is pulled back to its place on the bone, relative to young divided by the
       bone's radius, from 1e-6 to 1e3. */
    double grip;
    uint32_t material; /* SINEW_FULL_NEO_HOOKEAN (default) or another material. */
    uint32_t reserved; /* Must be 0. */
} SinewFullSettings;

/* Fills settings with default values. */
SINEW_FULL_API void sinewFullSettingsDefaults(SinewFullSettings* settings, uint32_t structSize);

/* ---- Solvers ---- */

/* A function of the host that is told about progress. */
typedef struct SinewFullProgress {
    /* Is called in the thread that creates, with the share that is done, from 0 to 1. If it returns 0,
       creation stops within a second and returns SINEW_FULL_STOPPED. */
    int32_t (*report)(void* host, float done);
    void* host; /* Is passed to report. */
} SinewFullProgress;

/* Creates a solver, which takes seconds. `settings`, `workers` and `progress` may be null, for default
   settings, no workers and no reports. Worker threads need 256 KiB of stack. If it fails, *full is not
   changed. The host destroys the solver with sinewFullDestroy. */
SINEW_FULL_API SinewStatus sinewFullCreate(const SinewFullCharacter* character,
                                           const SinewFullSettings* settings, const SinewWorkers* workers,
                                           const SinewFullProgress* progress, SinewFull** full);

/* Destroys a solver. Null is allowed. */
SINEW_FULL_API void sinewFullDestroy(SinewFull* full);

typedef struct SinewFullInfo {
    uint32_t structSize; /* The caller sets this to sizeof(SinewFullInfo). */
    uint32_t joints;     /* Number of joints. */
    uint32_t vertices;   /* Number of vertices of the character's mesh. */
    uint32_t cells;      /* Number of cells of the lattice. */
    uint32_t nodes;      /* Number of nodes of the lattice. */
    float cellWidth;     /* In metres. */
    float volume;        /* Volume of the flesh, in cubic metres. */
    float farthest;      /* Largest distance of a skin vertex from the flesh, in metres. */
    /* Remarks on the character for its author, one sentence per line; empty if there are none. The solver
       owns the text. */
    const char* notes;
} SinewFullInfo;

/* Describes a solver. */
SINEW_FULL_API SinewStatus sinewFullInfo(const SinewFull* full, SinewFullInfo* info);

/* Fills an input with the values of sinewTickDefaults, but with dynamic 0 and selfContact 1. */
SINEW_FULL_API void sinewFullTickDefaults(SinewTickInput* input, uint32_t structSize);

/* What happened in a tick. */
typedef struct SinewFullTickOutput {
    uint32_t structSize; /* The caller sets this to sizeof(SinewFullTickOutput). */
    /* 1: the flesh is at rest in the requested pose, or the solver gave up. 0: tick again with the same
       bones to continue. */
    uint32_t finished;
    float reached;             /* Progress from the previous pose to the requested one, from 0 to 1. */
    float residual;            /* Unbalanced force relative to all forces. */
    uint32_t subSteps;         /* Number of intermediate poses that were solved. */
    uint32_t iterations;       /* Number of Newton iterations. */
    uint32_t linearIterations; /* Number of iterations of the linear solver in them. */
    uint32_t contacts; /* Number of skin vertices in contact; up to contactCapacity of them are written. */
    uint32_t gaveUp;   /* 1: no equilibrium was found in this pose, so the shape may look wrong. */
    uint32_t unused;
    double seconds; /* Duration of the tick. */
} SinewFullTickOutput;

/* Moves the flesh towards equilibrium in the pose of the given bones, for about `budget` seconds. With a
   budget of 0 or less it runs until it is finished. Every tick makes at least one Newton iteration, so any
   budget reaches the pose in the end. The bones are always shown in the requested pose, also before the flesh
   is finished. `output` may be null.

   Of the input it uses bones (in the character's joint order), the world transform, gravity, wind, weight,
   reset, selfContact, workers, colliders and contacts. Gravity acts relative to a character that stands
   upright on earth, because the mesh was modelled like this. The other fields are ignored: flesh has no
   velocity and no domains here. A scaled bone stretches its flesh.

   If the call does not return SINEW_OK, the shown shape is unchanged. SINEW_BAD_INPUT means that a number is
   not finite or out of range. SINEW_INVALID_ARGUMENT is also returned while another thread ticks the same
   solver. */
SINEW_FULL_API SinewStatus sinewFullTick(SinewFull* full, const SinewTickInput* input, double budget,
                                         SinewFullTickOutput* output);

/* Cancels ticks, from any thread. If `cancelled` is 1, the running tick and all later ticks soon return
   SINEW_FULL_STOPPED; progress is kept. If it is 0, ticks run again. */
SINEW_FULL_API void sinewFullCancel(SinewFull* full, uint32_t cancelled);

/* Returns the progress of the running tick, or otherwise of the last tick, towards its pose, from 0 to 1.
   It may be called from any thread. */
SINEW_FULL_API float sinewFullReached(const SinewFull* full);

/* Reads an axis-aligned box in the character's space that contains the flesh as shown, for culling. Skin
   that lies outside of the flesh may reach a little beyond it. */
SINEW_FULL_API SinewStatus sinewFullBounds(const SinewFull* full, float low[3], float high[3]);

/* ---- Surfaces ---- */

/* Creates a surface. If `mesh` is null, it is the character's own mesh, with the vertices in their given
   order. Otherwise it is another mesh on the same character, such as an LOD or an engine's copy with another
   vertex order. If that mesh has triangles (three vertex indices each), its normals are computed from them;
   if `triangles` is null and triangleCount is 0, its normals follow the flesh. `workers` may be null. The
   host destroys the surface with sinewFullSurfaceDestroy. */
SINEW_FULL_API SinewStatus sinewFullSurfaceCreate(const SinewFull* full, const SinewMeshSource* mesh,
                                                  const uint32_t* triangles, uint32_t triangleCount,
                                                  const SinewWorkers* workers, SinewFullSurface** surface);

/* Destroys a surface. Null is allowed. */
SINEW_FULL_API void sinewFullSurfaceDestroy(SinewFullSurface* surface);

/* Returns the number of vertices, or 0 if the surface is null. */
SINEW_FULL_API uint32_t sinewFullSurfaceVertices(const SinewFullSurface* surface);

/* Returns the largest distance of a vertex from the character's skin, in metres. A large distance means that
   the mesh is not of this character. */
SINEW_FULL_API float sinewFullSurfaceDistance(const SinewFullSurface* surface);

/* The shape that a surface was written from. */
typedef struct SinewFullShown {
    uint32_t structSize; /* The caller sets this to sizeof(SinewFullShown). */
    uint32_t finished;   /* SinewFullTickOutput.finished of the tick that made the shape. */
    uint64_t tick;       /* Number of successful ticks up to this shape. 0: the bind pose. */
} SinewFullShown;

/* Fills an output with default values: packed arrays that are all null, and no workers. */
SINEW_FULL_API void sinewFullSurfaceDefaults(SinewSurfaceOutput* output, uint32_t structSize);

/* Writes the vertices of the latest shape. `shown` may be null. The surface must have been created from this
   solver. It may run in another thread during a tick. */
SINEW_FULL_API SinewStatus sinewFullSurfaceWrite(SinewFullSurface* surface, const SinewFull* full,
                                                 const SinewSurfaceOutput* output, SinewFullShown* shown);

/* NOLINTEND(modernize-use-using, readability-identifier-naming) */

#ifdef __cplusplus
}
#endif

#endif
