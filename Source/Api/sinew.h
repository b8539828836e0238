/* Sinew's door for games and engines: plain C99, opaque handles, no exception, no log, no thread of its own,
   and no allocation: the host gives all memory, and lends workers if it likes. Results have the same bits
   with any number of them.

   Metres, kilograms, seconds, radians, right-handed, Y up. Quaternions are x y z w, about of length 1. Memory
   that is given, an asset's bytes too, must start at a multiple of 64 and stay where it is for as long as
   what was made in it or of it is used; there is nothing to destroy. Functions that take an instance, a
   surface or a texture must not run at the same time for the same one; assets and meshes may be shared by all
   threads. Structs that begin with their size may get more fields at their ends in later libraries; the
   others, which come in arrays, stay as they are. Lent workers must treat floating point as the calling
   thread does (no flushing of denormal numbers in one and not in the other), or bits may differ.

       uint64_t size;
       SinewAsset* asset;
       sinewAssetMeasure(bytes, byteCount, &size);
       sinewAssetCreate(bytes, byteCount, memory, size, &asset);
       ... the same for an instance and a surface, then every frame:
       SinewTickInput input;
       sinewTickDefaults(&input, sizeof input);
       input.bones = bones; input.boneCount = count; input.seconds = deltaTime;
       sinewTick(instance, &input, NULL);
       SinewSurfaceOutput output;
       sinewSurfaceDefaults(&output, sizeof output);
       output.positions = positions; output.normals = normals;
       sinewSurfaceWrite(surface, instance, &output);
*/
#ifndef SINEW_H
#define SINEW_H

#include <stdint.h>

#if defined(SINEW_STATIC)
#define SINEW_API
#elif defined(_WIN32)
#if defined(SINEW_BUILDING)
#define SINEW_API __declspec(dllexport)
#else
#define SINEW_API __declspec(dllimport)
#endif
#else
#define SINEW_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* This is C: NOLINTBEGIN(modernize-use-using, readability-identifier-naming) */

typedef struct SinewAsset SinewAsset;
typedef struct SinewInstance SinewInstance;
typedef struct SinewMesh SinewMesh;
typedef struct SinewSurface SinewSurface;

/* Values are never changed, only added. */
typedef int32_t SinewStatus;
enum {
    SINEW_OK = 0,
    SINEW_INVALID_ARGUMENT = 1, /* a null pointer, a wrong count, a struct this library does not know, bytes
                                   of an asset that are not aligned */
    SINEW_BAD_ASSET = 2,        /* not a well-formed asset */
    SINEW_WRONG_VERSION = 3,    /* an asset of another format: rebuild it with `sinew build` */
    SINEW_OUT_OF_MEMORY = 4,    /* less memory than was asked for, or not aligned */
    SINEW_NOT_CONVERGED = 5,    /* the solve was of no use; the last good state is kept */
    SINEW_BAD_INPUT = 6         /* not a number, or out of range; the last good state is kept */
};

#define SINEW_NONE 0xffffffffu
#define SINEW_MAX_COLLIDERS 64u
#define SINEW_MAX_IMPULSES 16u

/* One sentence in English, never null. */
SINEW_API const char* sinewStatusText(SinewStatus status);

/* Of the library: major · 10000 + minor · 100 + patch. */
SINEW_API uint32_t sinewVersion(void);

/* ---- assets: the bytes of a .sinew file, which must stay where they are and as they are ---- */

SINEW_API SinewStatus sinewAssetMeasure(const void* bytes, uint64_t byteCount, uint64_t* memorySize);
SINEW_API SinewStatus sinewAssetCreate(const void* bytes, uint64_t byteCount, void* memory,
                                       uint64_t memorySize, SinewAsset** asset);

typedef struct SinewAssetInfo {
    uint32_t structSize; /* set it before asking */
    uint32_t joints, domains, modes, vertices, triangles, rigidParts;
    uint32_t hasUvs, hasTangents;
    uint64_t meshHash, skeletonHash, recipeHash;
    float boundsMin[3], boundsMax[3]; /* of the surface in the bind pose */
    const char* name;
} SinewAssetInfo;

SINEW_API SinewStatus sinewAssetInfo(const SinewAsset* asset, SinewAssetInfo* info);

/* A part of the flesh that goes with one joint: what inputs and coordinates are given for one by one. */
typedef struct SinewDomainInfo {
    uint32_t structSize; /* set it before asking */
    uint32_t joint;
    uint32_t modes, firstMode; /* in sinewCoordinates */
    float mass;                /* kg */
    float centre[3];           /* in the bind pose */
} SinewDomainInfo;

SINEW_API SinewStatus sinewDomainInfo(const SinewAsset* asset, uint32_t domain, SinewDomainInfo* info);

/* Where a domain's elasticity is evaluated: x y z each in the bind pose, and how much flesh it stands for
   there, m³; either may be null. Returns how many places there are. */
SINEW_API uint32_t sinewDomainCubature(const SinewAsset* asset, uint32_t domain, float* places,
                                       float* volumes, uint32_t capacity);

/* Scale first, then rotation, then translation, into the character's space. */
typedef struct SinewBone {
    float rotation[4];
    float translation[3];
    float scale[3];
} SinewBone;

/* A joint as the skin was bound to it: hosts whose bones have other axes there turn theirs by the difference.
   What a bind pose shears is left out. */
SINEW_API SinewStatus sinewJointBind(const SinewAsset* asset, uint32_t joint, SinewBone* bind);

/* Null where there is no such one. */
SINEW_API const char* sinewJointName(const SinewAsset* asset, uint32_t joint);
SINEW_API const char* sinewRigidPartName(const SinewAsset* asset, uint32_t part);

/* Three indices of file vertices each. */
SINEW_API const uint32_t* sinewTriangles(const SinewAsset* asset);

/* Whether a mesh or skeleton is the asset's own: equal hashes, whatever the order of triangles, vertices or
   joints. Positions are in metres, Y up, in the bind pose; joint positions in the character's space. */
SINEW_API uint64_t sinewHashMesh(const float* positions, const uint32_t* triangles, uint32_t triangleCount);
SINEW_API uint64_t sinewHashSkeleton(const char* const* names, const int32_t* parents, const float* positions,
                                     uint32_t jointCount);

/* ---- instances: one character each ---- */

SINEW_API SinewStatus sinewInstanceMeasure(const SinewAsset* asset, uint64_t* memorySize);
SINEW_API SinewStatus sinewInstanceCreate(const SinewAsset* asset, void* memory, uint64_t memorySize,
                                          SinewInstance** instance);

/* Calls task(taskData, i) once for every i < count, on any threads, and returns when all are done. */
typedef void (*SinewTask)(void* taskData, uint32_t index);
typedef void (*SinewParallelFor)(void* host, uint32_t count, SinewTask task, void* taskData);

typedef struct SinewWorkers {
    SinewParallelFor parallelFor; /* null: all is done in the calling thread */
    void* host;
} SinewWorkers;

/* A clock for the times in the output; null: nothing is timed. */
typedef struct SinewStopwatch {
    uint64_t (*nanoseconds)(void* host);
    void* host;
} SinewStopwatch;

/* What flesh can press against, in its own space: a sphere about the origin, a capsule along y, a box about
   the origin, a plane with y up, a grid of distances from the origin on. */
enum { SINEW_SPHERE = 0, SINEW_CAPSULE = 1, SINEW_BOX = 2, SINEW_PLANE = 3, SINEW_GRID = 4 };

typedef struct SinewCollider {
    uint32_t kind;
    float rotation[4]; /* its space → the world */
    double translation[3];
    float halfSize[3]; /* sphere: radius; capsule: radius, half length of its middle line; box: all three */
    uint32_t gridSize[3];    /* places; x runs fastest */
    float gridCell;          /* metres */
    const float* gridValues; /* metres, below 0 inside */
} SinewCollider;

/* Where flesh is pressed in, in the world. */
typedef struct SinewContact {
    double point[3];
    float normal[3];   /* away from the collider */
    float depth;       /* metres */
    uint32_t joint;    /* whose flesh it is */
    uint32_t collider; /* which of the input's; SINEW_NONE: flesh of another joint */
} SinewContact;

/* What a joint gets of the pushes on its flesh since the tick before, in the world; turning about the joint's
 * domain. */
typedef struct SinewJointImpulse {
    float linear[3];  /* N·s */
    float angular[3]; /* N·m·s */
} SinewJointImpulse;

/* A blow to the skin, in the world. The next sub-step has it, in this tick or a later one; flesh that is not
   dynamic does not feel it. */
typedef struct SinewImpulse {
    double point[3];
    float impulse[3]; /* N·s */
    float radius;     /* metres: the skin within shares it */
} SinewImpulse;

/* What a tick may cost; changes are blended over. */
typedef struct SinewQuality {
    uint32_t maxIterations; /* of Newton's method, 1 to 10; usually 3 */
    float modes;            /* share of the shapes that are used, 0 to 1 */
    float rate;             /* sub-steps in a second, 10 to 480; usually 60 */
} SinewQuality;

typedef struct SinewTickInput {
    uint32_t structSize;
    uint32_t boneCount; /* as many as the asset has joints, in its order */
    const SinewBone* bones;
    double seconds; /* since the tick before; 0 is allowed */
    double worldTranslation[3];
    float worldRotation[4]; /* the character's space → the world: what flesh lags behind */
    float gravity[3];       /* m/s², in the world */
    float wind[3];          /* m/s², in the world */
    const float* stiffness; /* per domain: factor on its flesh's stiffness; null: 1 */
    float damping;          /* factor on the asset's */
    float weight; /* 1: all of it; 0: nothing is solved, and the skin is plain linear blend skinning */
    SinewQuality quality;
    uint8_t dynamic;     /* 0: flesh is at rest in every pose, without jiggle or delay */
    uint8_t teleport;    /* what moved since the tick before did not move through space */
    uint8_t reset;       /* the same, and flesh starts anew */
    uint8_t selfContact; /* flesh against flesh, too */
    SinewWorkers workers;
    SinewStopwatch stopwatch;
    const SinewCollider* colliders; /* at most SINEW_MAX_COLLIDERS */
    uint32_t colliderCount;
    uint32_t contactCapacity;
    SinewContact* contacts;           /* filled; null where not wanted */
    SinewJointImpulse* jointImpulses; /* filled, one per joint; null where not wanted */
    const SinewImpulse* impulses;     /* at most SINEW_MAX_IMPULSES */
    const float* fields; /* x y z per domain, m/s² in the world: a wind of its own; null: none */
    uint32_t impulseCount;
    uint32_t unused; /* 0 */
} SinewTickInput;

typedef struct SinewTickOutput {
    uint32_t structSize; /* set it before asking */
    float residual;      /* forces left over, of all; below 1e-3 is good */
    uint32_t subSteps;
    uint32_t steps;        /* of Newton's method, in all sub-steps */
    uint32_t notConverged; /* sub-steps that ended above 1e-3 */
    uint32_t scaledJoint;  /* a joint whose own scale is left out; SINEW_NONE */
    uint32_t contacts;     /* samples pressed in, at most 256; those above contactCapacity are not written */
    uint32_t contactsLeft; /* samples near colliders that there was no room to look at */
    uint32_t restarted;    /* 1: flesh was out of all reason and started anew */
    uint32_t unused;
    uint64_t cubatureTime; /* nanoseconds: elastic forces and stiffness */
    uint64_t couplingTime; /* of domains with each other */
    uint64_t systemTime;   /* put together, factorised, solved */
} SinewTickOutput;

/* The usual: everything but bones and seconds. */
SINEW_API void sinewTickDefaults(SinewTickInput* input, uint32_t structSize);

/* `output` may be null. */
SINEW_API SinewStatus sinewTick(SinewInstance* instance, const SinewTickInput* input,
                                SinewTickOutput* output);

/* The same for many, side by side on the workers given here; each by itself is ticked in one thread. Statuses
   and outputs may be null; inputs are all as long as the first says, and so are outputs. Returns the first
   that is not SINEW_OK. */
SINEW_API SinewStatus sinewTickMany(SinewInstance* const* instances, const SinewTickInput* inputs,
                                    uint32_t count, SinewTickOutput* outputs, SinewStatus* statuses,
                                    const SinewWorkers* workers);

/* Where a rigid part is: three rows of four, its vertices → the character's space. */
SINEW_API SinewStatus sinewRigidPart(const SinewInstance* instance, uint32_t part, float matrix[12]);

/* A box in the character's space that holds all that is shown, for culling; with less than all of the weight,
   about all. */
SINEW_API SinewStatus sinewBounds(const SinewInstance* instance, float low[3], float high[3]);

/* What is shown, a number per mode, domain after domain: for evaluation elsewhere. Returns how many there
 * are. */
SINEW_API uint32_t sinewCoordinates(const SinewInstance* instance, float* coordinates, uint32_t capacity);

/* Of everything that later ticks depend on. */
SINEW_API uint64_t sinewStateHash(const SinewInstance* instance);

/* ---- meshes: what lies on a character's skin and moves with it besides the mesh that the asset was built
   from: an engine's copy of it in an order of its own, an LOD ---- */

typedef struct SinewMeshSource {
    uint32_t structSize;
    uint32_t vertexCount;
    const float* positions; /* x y z each, in the bind pose and the character's space, metres, Y up */
    const float* normals;   /* they also tell which side of thin parts a vertex is on; null: the skin's */
    const float* tangents;  /* x y z and the bitangent's side, 1 or -1; null: none */
} SinewMeshSource;

/* `scratchSize`: of memory that is needed only while creating. */
SINEW_API SinewStatus sinewMeshMeasure(const SinewAsset* asset, const SinewMeshSource* source,
                                       uint64_t* memorySize, uint64_t* scratchSize);
SINEW_API SinewStatus sinewMeshCreate(const SinewAsset* asset, const SinewMeshSource* source, void* memory,
                                      uint64_t memorySize, void* scratch, uint64_t scratchSize,
                                      SinewMesh** mesh);

/* Metres from the skin to the vertex that is farthest from it: large where the mesh is not of this character.
 */
SINEW_API float sinewMeshDistance(const SinewMesh* mesh);

/* ---- surfaces: the vertices of one mesh of one character ---- */

/* `mesh`: null for the one that the asset was built from, vertices as in its file. */
SINEW_API SinewStatus sinewSurfaceMeasure(const SinewAsset* asset, const SinewMesh* mesh,
                                          uint64_t* memorySize);
SINEW_API SinewStatus sinewSurfaceCreate(const SinewAsset* asset, const SinewMesh* mesh, void* memory,
                                         uint64_t memorySize, SinewSurface** surface);
SINEW_API uint32_t sinewSurfaceVertices(const SinewSurface* surface);

typedef struct SinewSurfaceOutput {
    uint32_t structSize;
    uint32_t positionStride, normalStride, tangentStride, previousStride; /* bytes from vertex to vertex */
    float* positions; /* x y z per vertex of the mesh, in the character's space; null where not wanted */
    float* normals;
    float* tangents; /* x y z and the bitangent's side; nothing is written where the mesh has none */
    float* previous; /* positions as the call before wrote them, for motion vectors */
    SinewWorkers workers;
} SinewSurfaceOutput;

SINEW_API void sinewSurfaceDefaults(SinewSurfaceOutput* output, uint32_t structSize);
SINEW_API SinewStatus sinewSurfaceWrite(SinewSurface* surface, const SinewInstance* instance,
                                        const SinewSurfaceOutput* output);

/* ---- textures: how far the skin is from linear blend skinning, for engines that skin by themselves ---- */

typedef struct SinewTexture SinewTexture;

enum { SINEW_HALF4 = 0, SINEW_FLOAT4 = 1 };

/* The asset must have UVs and skin weights. */
SINEW_API SinewStatus sinewTextureMeasure(const SinewAsset* asset, uint32_t width, uint32_t height,
                                          uint64_t* memorySize);
SINEW_API SinewStatus sinewTextureCreate(const SinewAsset* asset, uint32_t width, uint32_t height,
                                         void* memory, uint64_t memorySize, SinewTexture** texture);

/* x y z of the displacement in the character's space, metres, and 1 where there is skin. Elsewhere nothing is
   written: clear it once. The first row is at v = 0. */
typedef struct SinewTextureOutput {
    uint32_t structSize;
    uint32_t format;
    uint32_t rowBytes, previousRowBytes;
    void* pixels;
    void* previous; /* as the call before wrote it, for motion vectors; null where not wanted */
    SinewWorkers workers;
} SinewTextureOutput;

SINEW_API void sinewTextureDefaults(SinewTextureOutput* output, uint32_t structSize);

/* After sinewSurfaceWrite of any of the character's meshes for this instance. */
SINEW_API SinewStatus sinewTextureWrite(SinewTexture* texture, const SinewSurface* surface,
                                        const SinewInstance* instance, const SinewTextureOutput* output);

/* NOLINTEND(modernize-use-using, readability-identifier-naming) */

#ifdef __cplusplus
}
#endif

#endif
