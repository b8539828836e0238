/* Sinew's runtime interface for games and engines.

   Sinew deforms the skin of a game character with a physics simulation of its soft tissue. The offline
   program `sinew` builds an asset (a .sinew file) from a character; this library plays it. A host loads the
   asset once, creates an instance per character, passes the instance its bones every frame, and reads back
   the deformed vertices through a surface:

       uint64_t size;
       SinewAsset* asset;
       sinewAssetMeasure(bytes, byteCount, &size);
       sinewAssetCreate(bytes, byteCount, memory, size, &asset);
       ... likewise for an instance and a surface; then, every frame:
       SinewTickInput input;
       sinewTickDefaults(&input, sizeof input);
       input.bones = bones; input.boneCount = count; input.seconds = deltaTime;
       sinewTick(instance, &input, NULL);
       SinewSurfaceOutput output;
       sinewSurfaceDefaults(&output, sizeof output);
       output.positions = positions; output.normals = normals;
       sinewSurfaceWrite(surface, instance, &output);

   The folder Examples holds complete programs.

   Units and axes. Lengths are in metres, masses in kilograms, times in seconds, angles in radians. Axes are
   right-handed with Y up, as in glTF. A quaternion is stored as x y z w and is normalised before use; its
   length should be about 1. Except in SinewBone, a length below 0.71 or above 1.41 is refused as
   SINEW_BAD_INPUT. The character's space is the space of the mesh and skeleton in the file that the asset was
   built from; the input of a tick places the character's space in the world.

   Memory. The library never allocates. For every object, a function that ends in Measure returns the number
   of bytes needed, and the host passes that much memory to the function that ends in Create. All memory,
   including the bytes of an asset, must be aligned to 64 bytes. The host owns it and must neither move nor
   free it while the object, or any object created from it, is in use. There is nothing to destroy: when an
   object is no longer used, the host frees or reuses its memory.

   Threads. The library starts no threads. Any number of threads may use the same asset or mesh at the same
   time. Two calls that take the same instance, surface or texture must not overlap. A host may lend worker
   threads with SinewWorkers; results are identical bit by bit for any number of workers. For that, workers
   must use the same floating-point mode as the calling thread, for example for denormal numbers.

   Errors. Functions return a SinewStatus; none throws an exception, aborts or logs. A call that returns
   SINEW_INVALID_ARGUMENT has changed nothing.

   Versions. A struct that begins with structSize may grow at its end in later versions. A host sets
   structSize to the size that it was compiled with (functions that end in Defaults do this); an older host
   then works with a newer library. Structs without structSize, which are used in arrays, never change. */
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

/* A validated .sinew file. It is immutable and is shared by all characters of its kind. */
typedef struct SinewAsset SinewAsset;
/* The simulated state of one character. */
typedef struct SinewInstance SinewInstance;
/* A mesh that is bound to an asset's skin, for example an engine's LOD. It is immutable and shared. */
typedef struct SinewMesh SinewMesh;
/* The deformed vertices of one mesh of one character. */
typedef struct SinewSurface SinewSurface;
/* The displacement of one character's skin, as a texture. */
typedef struct SinewTexture SinewTexture;

/* The result of a call. Existing values never change; later versions may add values. */
typedef int32_t SinewStatus;
enum {
    SINEW_OK = 0,
    /* A pointer is null, a count or enumerator is wrong, a struct is newer than this library, objects belong
       to different assets, or the bytes of an asset are not aligned to 64. Nothing has changed. */
    SINEW_INVALID_ARGUMENT = 1,
    /* The bytes are not a well-formed asset: truncated, damaged or another kind of file. */
    SINEW_BAD_ASSET = 2,
    /* The asset was written in another version of the file format. Rebuild it with `sinew build`. */
    SINEW_WRONG_VERSION = 3,
    /* The memory is null, not aligned to 64, or smaller than the measured size. */
    SINEW_OUT_OF_MEMORY = 4,
    /* The solver found no usable result. The instance keeps its last good shape and can be ticked again. */
    SINEW_NOT_CONVERGED = 5,
    /* A number in the input is not finite or out of range. The instance keeps its last good state. */
    SINEW_BAD_INPUT = 6
};

/* Stands for "no index". */
#define SINEW_NONE 0xffffffffu
/* The largest number of colliders in one tick. */
#define SINEW_MAX_COLLIDERS 64u
/* The largest number of impulses in one tick. */
#define SINEW_MAX_IMPULSES 16u

/* Returns a sentence in English that explains a status. The text is static and never null, also for an
   unknown status. */
SINEW_API const char* sinewStatusText(SinewStatus status);

/* Returns the version of the library as major * 10000 + minor * 100 + patch. */
SINEW_API uint32_t sinewVersion(void);

/* ---- Assets ----

   An asset is the content of a .sinew file in memory. The library reads it in place, so the bytes must stay
   unchanged at the same address while the asset or anything created from it is in use. */

/* Returns the memory that sinewAssetCreate needs, in bytes. The function reads only the parts of the file on
   which that size depends. It refuses a file of another format and a file that was cut short, but it does not
   find every damaged byte. The bytes may be of any kind. */
SINEW_API SinewStatus sinewAssetMeasure(const void* bytes, uint64_t byteCount, uint64_t* memorySize);

/* Validates all of the bytes once (hashes, indices, counts, numbers) and creates an asset in `memory`. A file
   in which any byte was changed is refused. If it fails, *asset is not changed. */
SINEW_API SinewStatus sinewAssetCreate(const void* bytes, uint64_t byteCount, void* memory,
                                       uint64_t memorySize, SinewAsset** asset);

/* Says what is wrong with the bytes of an asset. */
typedef struct SinewAssetProblem {
    uint32_t structSize; /* The caller sets this to sizeof(SinewAssetProblem). */
    SinewStatus status;  /* What sinewAssetCreate returns for these bytes. SINEW_OK: nothing is wrong. */
    char chunk[8];       /* The chunk's four characters, such as "DOMN". Empty: the header or the table. */
    const char* field;   /* Name of the wrong field, such as "rank". Never null. */
    uint64_t index;      /* Index of the wrong element in its chunk. UINT64_MAX: it is not one element. */
    /* The version, size or count in the file and the one that it should be. Equal if the problem is none of
       these. */
    uint64_t found, expected;
    const char* remedy; /* What to do about it, in one sentence of English, or empty. Never null. */
    char text[256];     /* All of this without the remedy, in one sentence of English. */
} SinewAssetProblem;

/* Explains why sinewAssetMeasure or sinewAssetCreate refused the bytes. The function validates all of them
   again. The strings that `problem` points to are constants of the library. Returns SINEW_OK if `problem` was
   filled, whatever is wrong with the bytes. */
SINEW_API SinewStatus sinewAssetProblem(const void* bytes, uint64_t byteCount, SinewAssetProblem* problem);

typedef struct SinewAssetInfo {
    uint32_t structSize;   /* The caller sets this to sizeof(SinewAssetInfo). */
    uint32_t joints;       /* Number of joints of the skeleton: the number of bones in a tick. */
    uint32_t domains;      /* Number of domains: see SinewDomainInfo. */
    uint32_t modes;        /* Number of deformation modes of all domains: the size of sinewCoordinates. */
    uint32_t vertices;     /* Number of vertices of the mesh, as in its file. */
    uint32_t triangles;    /* Number of triangles of the mesh. */
    uint32_t rigidParts;   /* Number of rigid parts, such as eyes or teeth: see sinewRigidPart. */
    uint32_t hasUvs;       /* 1 if the mesh has texture coordinates, otherwise 0. */
    uint32_t hasTangents;  /* 1 if the mesh has tangents, otherwise 0. */
    uint64_t meshHash;     /* Compare it with sinewHashMesh. */
    uint64_t skeletonHash; /* Compare it with sinewHashSkeleton. */
    uint64_t recipeHash;   /* Hash of the settings that the asset was built with. */
    /* The axis-aligned bounding box of the mesh in the bind pose, in the character's space. */
    float boundsMin[3], boundsMax[3];
    const char* name; /* Name of the character. The asset owns the text. */
} SinewAssetInfo;

/* Describes an asset. */
SINEW_API SinewStatus sinewAssetInfo(const SinewAsset* asset, SinewAssetInfo* info);

/* A domain is the flesh around one joint. Each domain has its own deformation modes. */
typedef struct SinewDomainInfo {
    uint32_t structSize; /* The caller sets this to sizeof(SinewDomainInfo). */
    uint32_t joint;      /* Index of the joint that carries the domain. */
    uint32_t modes;      /* Number of deformation modes, 0 to 64. 0: the domain moves rigidly. */
    uint32_t firstMode;  /* Index of the first of them in sinewCoordinates. */
    float mass;          /* Mass of the flesh, in kg. */
    float centre[3];     /* Its reference point in the bind pose, in the character's space. */
} SinewDomainInfo;

/* Describes one domain. Returns SINEW_INVALID_ARGUMENT if the index is out of range. */
SINEW_API SinewStatus sinewDomainInfo(const SinewAsset* asset, uint32_t domain, SinewDomainInfo* info);

/* Reads the cubature points of a domain: the points where its elastic forces are evaluated. `places`
   receives three floats per point (x y z in the bind pose, in the character's space). `volumes` receives one
   float per point: the volume of flesh that the point represents, in cubic metres. Either may be null. At
   most `capacity` points are written. Returns the number of points, or 0 if the index is out of range. */
SINEW_API uint32_t sinewDomainCubature(const SinewAsset* asset, uint32_t domain, float* places,
                                       float* volumes, uint32_t capacity);

/* The transform of a joint. It maps the joint's space to the character's space: scale first, then rotation,
   then translation. It is not relative to the parent joint. */
typedef struct SinewBone {
    float rotation[4];    /* A quaternion, x y z w. Any length but zero is accepted. */
    float translation[3]; /* In metres. Each component must be within ±1e6. */
    float scale[3];       /* Factors, 1 for no scale. Each must be within ±1e6, and not 0. */
} SinewBone;

/* Reads the transform of a joint in the bind pose. A host whose bones have other axes in the bind pose
   multiplies its bones by the difference. Shear in a bind pose is ignored. Returns SINEW_INVALID_ARGUMENT
   if the index is out of range. */
SINEW_API SinewStatus sinewJointBind(const SinewAsset* asset, uint32_t joint, SinewBone* bind);

/* Returns the name of a joint, or null if the index is out of range. The asset owns the text. */
SINEW_API const char* sinewJointName(const SinewAsset* asset, uint32_t joint);

/* Returns the name of a rigid part, or null if the index is out of range. The asset owns the text. */
SINEW_API const char* sinewRigidPartName(const SinewAsset* asset, uint32_t part);

/* Returns the triangles of the mesh: three vertex indices each, with the winding order of the file. The
   asset owns the array. Returns null if the mesh has no triangles. */
SINEW_API const uint32_t* sinewTriangles(const SinewAsset* asset);

/* Returns a hash of a mesh. A mesh belongs to an asset if the hash equals SinewAssetInfo.meshHash; the order
   of vertices and triangles makes no difference, and positions are rounded to 0.1 mm. `positions` holds x y z
   per vertex in the bind pose, in the character's space. `triangles` holds three vertex indices per
   triangle, which must be in range. Returns 0 if an array is null. */
SINEW_API uint64_t sinewHashMesh(const float* positions, const uint32_t* triangles, uint32_t triangleCount);

/* Returns a hash of a skeleton. A skeleton belongs to an asset if the hash equals
   SinewAssetInfo.skeletonHash; the order of joints makes no difference. `parents` holds the index of the
   parent of each joint, or -1 for a root. `positions` holds x y z per joint in the bind pose, in the
   character's space. Returns 0 if an array is null. */
SINEW_API uint64_t sinewHashSkeleton(const char* const* names, const int32_t* parents, const float* positions,
                                     uint32_t jointCount);

/* ---- Instances ----

   An instance is the simulated state of one character. It refers to its asset, which must outlive it. */

/* Returns the memory that an instance of this asset needs, in bytes. */
SINEW_API SinewStatus sinewInstanceMeasure(const SinewAsset* asset, uint64_t* memorySize);

/* Creates an instance in `memory`. It starts in the bind pose at rest. If it fails, *instance is not
   changed. */
SINEW_API SinewStatus sinewInstanceCreate(const SinewAsset* asset, void* memory, uint64_t memorySize,
                                          SinewInstance** instance);

/* One piece of work. */
typedef void (*SinewTask)(void* taskData, uint32_t index);

/* A function of the host that calls task(taskData, i) exactly once for every i below `count`, on any threads
   and in any order, and returns when all calls have returned. `host` is SinewWorkers.host. */
typedef void (*SinewParallelFor)(void* host, uint32_t count, SinewTask task, void* taskData);

/* Worker threads that the host lends for the duration of a call. */
typedef struct SinewWorkers {
    SinewParallelFor parallelFor; /* If null, all work is done in the calling thread. */
    void* host;                   /* Is passed to parallelFor. */
} SinewWorkers;

/* A clock that the host lends, for the times in SinewTickOutput. */
typedef struct SinewStopwatch {
    uint64_t (*nanoseconds)(void* host); /* Returns the time now. If null, nothing is timed. */
    void* host;                          /* Is passed to nanoseconds. */
} SinewStopwatch;

/* The shape of a collider, in the collider's own space. Later versions may add values. */
enum {
    SINEW_SPHERE = 0,  /* A sphere around the origin. */
    SINEW_CAPSULE = 1, /* A capsule along the y axis, around the origin. */
    SINEW_BOX = 2,     /* A box around the origin, aligned with the axes. */
    SINEW_PLANE = 3,   /* The half-space below y = 0. */
    SINEW_GRID = 4     /* A signed distance field on a regular grid, whose first node is at the origin. */
};

/* A solid that the flesh collides with. The library reads it during the tick only. */
typedef struct SinewCollider {
    uint32_t kind;         /* The shape, such as SINEW_SPHERE. */
    float rotation[4];     /* A quaternion, from the collider's space to the world. */
    double translation[3]; /* Position of the collider's origin in the world, in metres. */
    /* Half sizes in metres, at least 0. Sphere: [0] is the radius. Capsule: [0] is the radius, [1] is half of
       the distance between the centres of its end caps. Box: half of the width, height and depth. Plane and
       grid: not used. */
    float halfSize[3];
    /* The other fields are for SINEW_GRID only. */
    uint32_t gridSize[3];    /* Number of nodes along x, y and z, each from 2 to 65536. */
    float gridCell;          /* Distance between neighbouring nodes, in metres, above 0. */
    const float* gridValues; /* Signed distance at each node in metres, negative inside; x varies fastest. */
} SinewCollider;

/* A point where the skin touches a collider or other flesh, in the world. */
typedef struct SinewContact {
    double point[3];   /* Position on the skin. */
    float normal[3];   /* Unit vector that points away from the collider. */
    float depth;       /* Depth of penetration, in metres. */
    uint32_t joint;    /* Index of the joint whose flesh is touched. */
    uint32_t collider; /* Index in SinewTickInput.colliders, or SINEW_NONE for contact with other flesh. */
} SinewContact;

/* The impulse that contacts passed to a joint through its flesh since the previous tick, in the world. A host
   may apply it to a ragdoll. */
typedef struct SinewJointImpulse {
    float linear[3];  /* In N·s. */
    float angular[3]; /* About the centre of the joint's domain, in N·m·s. */
} SinewJointImpulse;

/* An impulse on the skin, such as a hit, in the world. It takes effect in the next sub-step, in this tick or
   in a later one. It has no effect if SinewTickInput.dynamic is 0. */
typedef struct SinewImpulse {
    double point[3];  /* Centre of the impulse. */
    float impulse[3]; /* In N·s. */
    float radius; /* The skin within this distance shares the impulse. In metres, above 0 and below 1000. */
} SinewImpulse;

/* How much work a tick may do. Values out of range are clamped. The shape fades from one quality to another,
   so that a change is not seen. */
typedef struct SinewQuality {
    uint32_t maxIterations; /* Newton iterations per sub-step, from 1 to 10. The default is 3. */
    float modes;            /* Share of the deformation modes that is simulated, from 0.05 to 1 (default). */
    float rate;             /* Sub-steps per second, from 10 to 480. The default is 60. */
} SinewQuality;

/* The input of a tick. Call sinewTickDefaults first. Arrays are read during the tick only. */
typedef struct SinewTickInput {
    uint32_t structSize;
    uint32_t boneCount;     /* Must equal SinewAssetInfo.joints. */
    const SinewBone* bones; /* The pose: one transform per joint, in the asset's order. */
    /* Time since the previous tick, at least 0. It is simulated in sub-steps of equal length. Time that is
       shorter than a sub-step is kept for the next tick; time beyond 8 sub-steps is skipped. More than 0.25 s
       counts as a teleport. */
    double seconds;
    /* The transform from the character's space to the world. Flesh lags behind its motion. A motion of more
       than 100 m/s counts as a teleport. */
    double worldTranslation[3];
    float worldRotation[4];
    float gravity[3]; /* Acceleration in the world, in m/s². The default is (0, -9.81, 0). */
    float wind[3];    /* Acceleration in the world that is added to gravity, in m/s². */
    /* Factors on the stiffness of each domain's flesh, one per domain, clamped to 0.01 to 100. If null, all
       factors are 1. */
    const float* stiffness;
    float damping; /* A factor on the damping of the asset, clamped to 0 to 100. The default is 1. */
    /* How much of the simulated shape is shown. 1 (default) shows all of it. Values between 0 and 1 blend it
       with linear blend skinning. At 0 or below nothing is simulated; the next tick above 0 starts at rest.
     */
    float weight;
    SinewQuality quality;
    uint8_t dynamic; /* 1 (default): flesh has inertia. 0: flesh is at rest in every pose, without jiggle. */
    /* 1: the motion since the previous tick is a jump and causes no inertia; flesh comes to rest in the new
       pose. */
    uint8_t teleport;
    uint8_t reset;            /* 1: like teleport, and the shape starts again from the bind pose. */
    uint8_t selfContact;      /* 1: flesh also collides with other flesh of the same character. */
    SinewWorkers workers;     /* sinewTickMany ignores these and uses its own. */
    SinewStopwatch stopwatch; /* Measures the times in the output. */
    const SinewCollider* colliders;
    uint32_t colliderCount; /* At most SINEW_MAX_COLLIDERS. */
    /* Output: contacts at the end of the tick. Null if not wanted. At most contactCapacity are written;
       SinewTickOutput.contacts says how many there are. */
    uint32_t contactCapacity;
    SinewContact* contacts;
    SinewJointImpulse* jointImpulses; /* Output: one per joint. Null if not wanted. */
    const SinewImpulse* impulses;
    /* Accelerations of each domain in the world, three floats per domain, added to gravity, in m/s². Null
       means none. */
    const float* fields;
    uint32_t impulseCount; /* At most SINEW_MAX_IMPULSES. */
    uint32_t unused;       /* Must be 0. */
} SinewTickInput;

/* What happened in a tick. */
typedef struct SinewTickOutput {
    uint32_t structSize;   /* The caller sets this to sizeof(SinewTickOutput). */
    float residual;        /* Unbalanced force relative to all forces; below 1e-3 is converged. */
    uint32_t subSteps;     /* Number of sub-steps that were solved. */
    uint32_t iterations;   /* Number of Newton iterations in all sub-steps. */
    uint32_t notConverged; /* Number of sub-steps that ended with a residual above 1e-3. */
    /* Index of the first joint whose scale differs from the common scale of the character by more than 0.1 %.
       Its own scale is not applied to the flesh. SINEW_NONE if there is no such joint. */
    uint32_t scaledJoint;
    uint32_t contacts;     /* Number of contact points, at most 256. */
    uint32_t contactsLeft; /* Number of skin samples near colliders that were ignored beyond these 256. */
    /* 1 if the shape had left its valid range and was started again from the bind pose. */
    uint32_t restarted;
    uint32_t unused;
    /* Times in nanoseconds, 0 without a stopwatch. */
    uint64_t cubatureTime; /* Elastic forces and stiffness. */
    uint64_t couplingTime; /* Coupling between domains. */
    uint64_t systemTime;   /* Assembly, factorisation and solution of the linear system. */
} SinewTickOutput;

/* Fills an input with default values. The caller must set bones and boneCount, and should set seconds, which
   is 0. Pass sizeof(SinewTickInput) as structSize. */
SINEW_API void sinewTickDefaults(SinewTickInput* input, uint32_t structSize);

/* Moves an instance to a new pose and simulates its flesh for input->seconds. `output` may be null. Returns
   SINEW_BAD_INPUT or SINEW_NOT_CONVERGED if the last good state is kept; the host may go on and draw it. */
SINEW_API SinewStatus sinewTick(SinewInstance* instance, const SinewTickInput* input,
                                SinewTickOutput* output);

/* Ticks many instances in parallel on `workers`, each instance in one thread. All instances must be
   different. `inputs` has one entry per instance; all entries must have the structSize of the first. The same
   holds for `outputs`. `outputs`, `statuses` and `workers` may be null. Returns SINEW_OK, or the status of
   the failed instance with the lowest index; a failure does not stop the other instances. */
SINEW_API SinewStatus sinewTickMany(SinewInstance* const* instances, const SinewTickInput* inputs,
                                    uint32_t count, SinewTickOutput* outputs, SinewStatus* statuses,
                                    const SinewWorkers* workers);

/* Reads the transform of a rigid part: a matrix of three rows with four columns, row by row, that maps the
   part's vertices in the bind pose to the character's space. Returns SINEW_INVALID_ARGUMENT if the index is
   out of range. */
SINEW_API SinewStatus sinewRigidPart(const SinewInstance* instance, uint32_t part, float matrix[12]);

/* Reads an axis-aligned box in the character's space that contains the deformed skin, for culling. If weight
   is below 1, the box is approximate. */
SINEW_API SinewStatus sinewBounds(const SinewInstance* instance, float low[3], float high[3]);

/* Reads the coordinates of the shape as shown: one float per deformation mode, domain by domain, for
   evaluation elsewhere, such as on a GPU. At most `capacity` are written; `coordinates` may be null. Returns
   their number, SinewAssetInfo.modes. */
SINEW_API uint32_t sinewCoordinates(const SinewInstance* instance, float* coordinates, uint32_t capacity);

/* Returns a hash of all state that later ticks depend on. Two instances with equal hashes that get the same
   inputs stay equal, on the same build and instruction set. */
SINEW_API uint64_t sinewStateHash(const SinewInstance* instance);

/* ---- Meshes ----

   A mesh binds vertices to an asset's skin, so that they move with it. It is needed for every mesh other than
   the one that the asset was built from, such as an engine's copy with another vertex order, or an LOD. It
   refers to its asset, which must outlive it. */

/* The vertices to bind. Arrays are read during the call only. All numbers must be finite. */
typedef struct SinewMeshSource {
    uint32_t structSize;    /* The caller sets this to sizeof(SinewMeshSource). */
    uint32_t vertexCount;   /* At least 1. */
    const float* positions; /* x y z per vertex in the bind pose, in the character's space. */
    /* x y z per vertex. They also tell on which side of a thin part a vertex is. If null, the normals of the
       skin are used. */
    const float* normals;
    const float* tangents; /* x y z and the sign of the bitangent, 1 or -1. If null, there are none. */
} SinewMeshSource;

/* Returns the memory that a mesh needs, and the scratch memory that is needed while it is created, both in
   bytes. */
SINEW_API SinewStatus sinewMeshMeasure(const SinewAsset* asset, const SinewMeshSource* source,
                                       uint64_t* memorySize, uint64_t* scratchSize);

/* Binds a mesh in `memory`. The host may free `scratch` after the call. If it fails, *mesh is unchanged. */
SINEW_API SinewStatus sinewMeshCreate(const SinewAsset* asset, const SinewMeshSource* source, void* memory,
                                      uint64_t memorySize, void* scratch, uint64_t scratchSize,
                                      SinewMesh** mesh);

/* Returns the largest distance of a vertex from the asset's skin, in metres. A large distance means that the
   mesh is not of this character. Returns 0 if the mesh is null. */
SINEW_API float sinewMeshDistance(const SinewMesh* mesh);

/* ---- Surfaces ----

   A surface computes the deformed vertices of one mesh of one character. Every character needs a surface of
   its own for each mesh that it shows. It refers to its asset and mesh, which must outlive it. */

/* Returns the memory that a surface needs, in bytes. `mesh` is null for the mesh that the asset was built
   from, with its vertices in the order of the file. */
SINEW_API SinewStatus sinewSurfaceMeasure(const SinewAsset* asset, const SinewMesh* mesh,
                                          uint64_t* memorySize);

/* Creates a surface in `memory`. If it fails, *surface is not changed. */
SINEW_API SinewStatus sinewSurfaceCreate(const SinewAsset* asset, const SinewMesh* mesh, void* memory,
                                         uint64_t memorySize, SinewSurface** surface);

/* Returns the number of vertices, or 0 if the surface is null. */
SINEW_API uint32_t sinewSurfaceVertices(const SinewSurface* surface);

/* Where a surface writes. The host owns the arrays, each of which has an entry per vertex. An array that is
   null is not written. Call sinewSurfaceDefaults first. */
typedef struct SinewSurfaceOutput {
    uint32_t structSize;
    /* Distances from one vertex to the next in each array, in bytes: multiples of 4, at least 12, and 16 for
       tangents. By default the arrays are packed. */
    uint32_t positionStride, normalStride, tangentStride, previousStride;
    float* positions; /* x y z in the character's space. */
    float* normals;   /* x y z of length 1. */
    float* tangents;  /* x y z and the sign of the bitangent. Not written if the mesh has no tangents. */
    /* Positions of the previous write, for motion vectors. They equal the new positions at the first write
       and after a teleport or reset. */
    float* previous;
    SinewWorkers workers;
} SinewSurfaceOutput;

/* Fills an output with default values: packed arrays that are all null, and no workers. */
SINEW_API void sinewSurfaceDefaults(SinewSurfaceOutput* output, uint32_t structSize);

/* Writes the vertices of an instance as its last tick left them. Call it once per frame, after the tick. The
   surface and the instance must belong to the same asset. */
SINEW_API SinewStatus sinewSurfaceWrite(SinewSurface* surface, const SinewInstance* instance,
                                        const SinewSurfaceOutput* output);

/* ---- Textures ----

   A texture holds the displacement of the skin from linear blend skinning. An engine that skins the mesh
   itself samples it and adds it to the skinned position. The asset must have texture coordinates and skin
   weights. It refers to its asset, which must outlive it. */

/* Formats of a texel. */
enum {
    SINEW_HALF4 = 0, /* Four 16-bit floats. */
    SINEW_FLOAT4 = 1 /* Four 32-bit floats. */
};

/* Returns the memory that a texture needs, in bytes. Width and height are in texels, from 1 to 8192. */
SINEW_API SinewStatus sinewTextureMeasure(const SinewAsset* asset, uint32_t width, uint32_t height,
                                          uint64_t* memorySize);

/* Creates a texture in `memory`. If it fails, *texture is not changed. */
SINEW_API SinewStatus sinewTextureCreate(const SinewAsset* asset, uint32_t width, uint32_t height,
                                         void* memory, uint64_t memorySize, SinewTexture** texture);

/* Where a texture is written. The host owns the pixels. A texel holds x y z of the displacement in the
   character's space, in metres, and 1. Texels that show no skin are not written, so the host clears them
   once. The first row is at v = 0. Call sinewTextureDefaults first. */
typedef struct SinewTextureOutput {
    uint32_t structSize;
    uint32_t format;           /* SINEW_HALF4 (default) or SINEW_FLOAT4. */
    uint32_t rowBytes;         /* Distance from one row of `pixels` to the next, in bytes. Must be set. */
    uint32_t previousRowBytes; /* The same for `previous`. */
    void* pixels;              /* Must not be null. */
    void* previous;            /* The texels of the previous write, for motion vectors. Null if not wanted. */
    SinewWorkers workers;
} SinewTextureOutput;

/* Fills an output with default values. The caller must set pixels and rowBytes. */
SINEW_API void sinewTextureDefaults(SinewTextureOutput* output, uint32_t structSize);

/* Writes the displacements of an instance. Call it after sinewSurfaceWrite of any surface of this instance in
   the same frame, and pass that surface. Returns SINEW_INVALID_ARGUMENT if the surface was never written. */
SINEW_API SinewStatus sinewTextureWrite(SinewTexture* texture, const SinewSurface* surface,
                                        const SinewInstance* instance, const SinewTextureOutput* output);

/* NOLINTEND(modernize-use-using, readability-identifier-naming) */

#ifdef __cplusplus
}
#endif

#endif
