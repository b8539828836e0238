// Stage 8: the content of a `.sinew` file: the records of its arrays and, at the end, the list of its chunks.
// Units are metres, kilograms, seconds and pascals; Y is up. A name is an offset into the text chunk.
// `first…` is an index into the array that it points to. The ranges of consecutive domains (or runs) follow
// each other without gaps, which the view checks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "Math/Affine.h"

namespace sinew {

inline constexpr std::uint32_t kMaxRank = 64;
inline constexpr std::uint32_t kMaxDomains = 1024;
inline constexpr std::uint32_t kMaxBindings = 8;  // largest number of domains that move a vertex
inline constexpr std::uint32_t kMaxInfluences =
    4;  // largest number of joints of a vertex in linear blend skinning
inline constexpr std::uint32_t kModeLanes = 8;  // rows of modes are padded to a multiple of this
inline constexpr std::uint32_t kAssetLanes =
    16;  // vertices or cubature points per block: a cache line of floats
inline constexpr std::int32_t kNoDomain = -1;
inline constexpr std::int32_t kNoParent = -1;

struct AssetMeta {
    std::uint32_t joints, domains, modes, interfaces;  // modes: the sum of ranks
    std::uint32_t cubaturePoints, surfaceVertices, fileVertices, triangles;
    std::uint32_t slots, samples, rigidParts;
    std::uint32_t programVersion, characterName;  // names
    std::uint32_t material;                       // a MaterialKind
    std::uint32_t upAxis;                         // of the character's file: 0 x, 1 y, 2 z
    float metresPerUnit;                          // of the character's file
    std::uint64_t seed;
    float young, poisson, density;          // material of the training
    float rayleighMass, rayleighStiffness;  // D = rayleighMass·M + rayleighStiffness·K; 1/s, s
    float coupling, couplingDamping;        // N/m³, N·s/m³: default of the interfaces
    Vec3f boundsMin, boundsMax;             // bounds of the surface in the bind pose
    float gravity;                          // m/s², downwards: gravity under which the poses were solved
};
static_assert(sizeof(AssetMeta) == 128);

struct AssetJoint {
    std::uint32_t name;
    std::int32_t parent;  // a smaller index, or kNoParent
    std::int32_t domain;  // the domain with flesh that it moves, or kNoDomain
    Affinef inverseBind;  // character space → joint space in the bind pose
};
static_assert(sizeof(AssetJoint) == 60);

// x = R (p + U q) + t, where p is the bind position minus `centre`, R is the rotation of the skin matrix of
// the joint, and t is the image of `centre` under that matrix. A domain of rank 0 is a rigid part, or a joint
// that vertices are skinned to.
struct AssetDomain {
    std::uint32_t joint;
    std::uint32_t rank;
    std::uint32_t firstMode;  // index in arrays of all modes without padding
    std::uint32_t firstLane;  // index in arrays of all modes, padded to kModeLanes per domain
    Vec3f centre;
    float mass;                        // kg
    std::uint32_t firstCubatureBlock;  // AssetCubature
    std::uint32_t cubaturePoints;
    std::uint32_t firstBasis;  // index of the first float of the cubature basis
    std::uint32_t firstMass;   // index of the first float of the mass tensors
    std::uint32_t firstSample, samples;
    float radius;  // largest |q ∘ inverseScale| of all training shapes
    float reach;   // metres: largest distance of a surface vertex from `centre` in the bind pose
};
static_assert(sizeof(AssetDomain) == 64);

// A block of the Cholesky factor below its diagonal. Row and column are positions in the elimination order,
// row > column.
struct AssetFill {
    std::uint32_t row, column;
};
static_assert(sizeof(AssetFill) == 8);

// kAssetLanes cubature points of one domain; lanes past its last point are zero.
struct alignas(64) AssetCubature {
    float weight[kAssetLanes];  // cubature weight · rest volume, m³
    float mu[kAssetLanes], lambda[kAssetLanes];
};
static_assert(sizeof(AssetCubature) == 192);

// Fibres at the points of one block of AssetCubature, at most one at each. Where a point has more, several
// records are of the same block.
struct alignas(64) AssetFibres {
    float direction[3][kAssetLanes];         // unit vectors in the bind pose; zero where there is no fibre
    float stiffness[kAssetLanes];            // Pa, for the volume of the point; zero where there is no fibre
    float toe[kAssetLanes];                  // strain, above zero; one where there is no fibre
    std::uint32_t block;                     // index of the AssetCubature
    std::uint32_t padding[kAssetLanes - 1];  // zero
};
static_assert(sizeof(AssetFibres) == 384);

struct AssetInterface {
    std::uint32_t a, b;           // domains, a < b
    float coupling, damping;      // N/m³, N·s/m³
    float area;                   // m²
    std::uint32_t nodes;          // number of nodes in the tensors
    std::uint32_t firstCoupling;  // floats
};
static_assert(sizeof(AssetInterface) == 28);

// Blocks of surface vertices that blend the same domains.
struct AssetRun {
    std::uint32_t firstBlock, blocks;
    std::uint32_t vertices;     // number of vertices; lanes after the last vertex repeat it
    std::uint32_t bindings;     // domains
    std::uint32_t firstWeight;  // index of the first AssetWeights; sorted by block, then domain
    std::uint32_t
        firstRow;  // index of the first AssetRow; sorted by block, domain, pair of modes, and x, y, z
    std::uint16_t domain[kMaxBindings];  // in ascending order; unused entries are zero
};
static_assert(sizeof(AssetRun) == 40);

struct alignas(64) AssetBlock {
    float position[3][kAssetLanes];  // in the bind pose, character space
    float normal[3][kAssetLanes];
};
static_assert(sizeof(AssetBlock) == 384);

struct alignas(64) AssetWeights {
    float lane[kAssetLanes];
};
static_assert(sizeof(AssetWeights) == 64);

// The skin weights of kAssetLanes vertices. The weights of a vertex sum to kWholeWeight.
struct alignas(64) AssetInfluences {
    std::uint16_t joint[kMaxInfluences][kAssetLanes];
    std::uint16_t weight[kMaxInfluences][kAssetLanes];
};
static_assert(sizeof(AssetInfluences) == 256);
inline constexpr std::uint32_t kWholeWeight = 65535;

// One component of the displacements of two modes for kAssetLanes vertices, interleaved for a multiply-add
// instruction. metres = value · scale of the mode. If the rank is odd, the second of the last pair is zero.
struct alignas(64) AssetRow {
    std::int16_t lane[kAssetLanes][2];
};
static_assert(sizeof(AssetRow) == 64);

struct AssetTriangle {
    std::uint32_t corner[3];
};
static_assert(sizeof(AssetTriangle) == 12);

struct AssetUv {
    float u, v;
};
static_assert(sizeof(AssetUv) == 8);

// x, y, z, each times 32767.
struct AssetNormal {
    std::int16_t x, y, z;
};
static_assert(sizeof(AssetNormal) == 6);

// As in glTF: x, y, z and the sign of the bitangent, each times 32767.
struct AssetTangent {
    std::int16_t x, y, z, side;
};
static_assert(sizeof(AssetTangent) == 8);

struct AssetSlot {
    std::uint32_t name;
    std::uint32_t firstTriangle, triangles;
};
static_assert(sizeof(AssetSlot) == 12);

struct AssetSample {
    std::uint32_t place;   // surface vertex: block · kAssetLanes + lane
    std::uint32_t run;     // index of the run of its block
    std::uint32_t domain;  // index of the domain that it belongs to
    float radius;          // metres
};
static_assert(sizeof(AssetSample) == 16);

struct AssetRigidPart {
    std::uint32_t name;
    std::uint32_t joint;
    std::uint32_t vertices;  // of the part's file mesh
    float radius;            // metres, about `centre`
    Vec3f centre;            // in the joint's frame
    Affinef toJoint;         // the part's vertices → the joint's frame
};
static_assert(sizeof(AssetRigidPart) == 76);

static_assert(std::is_trivially_copyable_v<AssetMeta> && std::is_standard_layout_v<AssetMeta> &&
              std::is_trivially_copyable_v<AssetJoint> && std::is_standard_layout_v<AssetJoint> &&
              std::is_trivially_copyable_v<AssetRigidPart> && std::is_standard_layout_v<AssetRigidPart>);

// The number of modes in a padded row.
constexpr std::uint32_t paddedModes(std::uint32_t rank) {
    return (rank + kModeLanes - 1) / kModeLanes * kModeLanes;
}

// The number of rows of one block and one domain.
constexpr std::uint32_t rowsOf(std::uint32_t rank) {
    return 3 * ((rank + 1) / 2);
}

// The length of a column of [U|p]ᵀ…: the modes, then the rest shape, then zeroes.
constexpr std::uint32_t paddedRows(std::uint32_t rank) {
    return paddedModes(rank + 1);
}

constexpr std::uint32_t blocksOf(std::uint32_t count) {
    return count / kAssetLanes + (count % kAssetLanes != 0 ? 1 : 0);
}

// The number of floats of a sandwich: columns of [U|p]ᵀ A E [U|p] with paddedRows(left) rows each.
constexpr std::uint32_t sandwichFloats(std::uint32_t leftRank, std::uint32_t rightRank) {
    return paddedRows(leftRank) * (rightRank + 1);
}

// The number of floats of an interface: aa, bb, nine of ab, a·1, b·1.
constexpr std::uint32_t couplingFloats(std::uint32_t a, std::uint32_t b) {
    return sandwichFloats(a, a) + sandwichFloats(b, b) + 9 * sandwichFloats(a, b) +
           3 * (paddedRows(a) + paddedRows(b));
}

// The number of floats of a domain: the mass matrix, its nine sandwiches, M·1.
constexpr std::uint32_t massFloats(std::uint32_t rank) {
    return 10 * sandwichFloats(rank, rank) + 3 * paddedRows(rank);
}

// The number of floats of a square matrix over the modes, padded on both sides.
constexpr std::uint32_t squareFloats(std::uint32_t rank) {
    return paddedModes(rank) * paddedModes(rank);
}

// The number of floats of a cubature point: nine rows of modes.
constexpr std::uint32_t basisFloats(std::uint32_t rank) {
    return 9 * paddedModes(rank);
}

// The list of chunks, in the order of the file. Everything else follows from it: the ids and the table
// (Layout.h), the members of the view, the arrays of the writer, and the table in FORMAT.md. One line is
//     CHUNK(id, four characters, element, member of the view, Required or Optional, meaning in FORMAT.md)
// A Required chunk is in every file, though it may be empty. An Optional one is in a file only where it has
// elements: files that were written before it was added stay valid, and their view of it is an empty span.
#define SINEW_ASSET_CHUNKS(CHUNK)                                                                               \
    CHUNK(Meta, "META", AssetMeta, metas, Required,                                                             \
          "One record: counts; what was trained with (material, Young, Poisson, density, Rayleigh damping, "    \
          "coupling, gravity); bounding box; seed; program version")                                            \
    CHUNK(Recipe, "RECI", char, recipe, Required, "The resolved recipe: TOML with the value of every key")      \
    CHUNK(Text, "STRS", char, text, Required,                                                                   \
          "Names, each ended by a zero. A name in a record is the offset of its first character")               \
    CHUNK(Joints, "JNTS", AssetJoint, joints, Required,                                                         \
          "Name, parent (a smaller index or −1), the domain with flesh that the joint drives (or −1), "     \
          "inverse bind matrix (three columns, translation)")                                                   \
    CHUNK(Domains, "DOMN", AssetDomain, domains, Required,                                                      \
          "Joint, rank (at most 64), centre, mass, ranges into the other chunks, `radius` (see QBND), "         \
          "`reach`")                                                                                            \
    CHUNK(Bounds, "QBND", float, bounds, Required,                                                              \
          "Three rows over all lanes: smallest q, largest q and inverse scale (1 / root mean square) seen "     \
          "in training. A domain's `radius` is the largest \\|q ∘ inverse scale\\| of one shape: together "   \
          "they are a soft bound without covariances")                                                          \
    CHUNK(Order, "ELIM", std::uint32_t, order, Required, "Domains with modes, in the order of elimination")     \
    CHUNK(Fill, "FILL", AssetFill, fill, Required,                                                              \
          "Blocks of the Cholesky factor below its diagonal. Row and column are places in ELIM; sorted by "     \
          "column, then row. Holds every interface and is closed under elimination")                            \
    CHUNK(Cubature, "CUBA", AssetCubature, cubature, Required,                                                  \
          "16 cubature points of one domain: weight · volume, μ, λ")                                            \
    CHUNK(CubatureBasis, "CUBB", float, cubatureBasis, Required,                                                \
          "Per point nine rows of padded modes: row 3·c + r is ∂F(r,c)/∂q; F = I at q = 0")                     \
    CHUNK(CubaturePlaces, "CUBP", Vec3f, cubaturePlaces, Required,                                              \
          "Per point, 16 per block of CUBA: its centre in the bind pose, for tools that show it")               \
    CHUNK(Fibres, "FIBR", AssetFibres, fibres, Optional,                                                        \
          "Fibres at 16 cubature points, those of skin and muscle for example: direction, stiffness, toe, "     \
          "the block of CUBA; sorted by block")                                                                 \
    CHUNK(Stabilisation, "STAB", float, stabilisation, Optional,                                                \
          "Per domain a square of padded modes: S in the energy ½ qᵀ S q that cubature leaves out, that of " \
          "the hourglasses of a lattice's cells, for example")                                                  \
    CHUNK(Mass, "MASS", float, mass, Required, "Mass tensors per domain, see below")                            \
    CHUNK(Interfaces, "INTF", AssetInterface, interfaces, Required,                                             \
          "Domains a < b, at least one with modes; κ (N/m³), κ_d, area, nodes; sorted by a, then b")            \
    CHUNK(Coupling, "COUP", float, coupling, Required, "Coupling tensors per interface, see below")             \
    CHUNK(Runs, "SRUN", AssetRun, runs, Required,                                                               \
          "Runs of blocks of surface vertices that blend the same domains (at most 8, rising)")                 \
    CHUNK(Blocks, "SKIN", AssetBlock, blocks, Required,                                                         \
          "16 surface vertices: bind position and normal; x of all 16, then y, then z")                         \
    CHUNK(Weights, "SWGT", AssetWeights, weights, Required,                                                     \
          "Blend weights of 16 vertices: per block, per domain. The weights of a vertex sum to one")            \
    CHUNK(Influences, "SINF", AssetInfluences, influences, Required,                                            \
          "Per block, or empty: the joints that a vertex was skinned to, and their weights times 65535, "       \
          "which sum to 65535: linear blend skinning, for fading and for displacements against it")             \
    CHUNK(Scales, "SSCL", float, scales, Required, "One row over all lanes: the step of a mode in SURF")        \
    CHUNK(Rows, "SURF", AssetRow, rows, Required,                                                               \
          "Basis rows of 16 vertices, 16-bit: per block, per domain, per pair of modes: x, y, z. The last "     \
          "pair of an odd rank has a zero")                                                                     \
    CHUNK(Triangles, "TRIS", AssetTriangle, triangles, Required,                                                \
          "Triangles whose corners are places (block · 16 + lane), sorted by material slot")                    \
    CHUNK(FileTriangles, "FTRI", AssetTriangle, fileTriangles, Required,                                        \
          "The same triangles, whose corners are vertices of the file")                                         \
    CHUNK(FileMap, "FMAP", std::uint32_t, fileMap, Required, "File vertex → place")                             \
    CHUNK(Uvs, "UVS ", AssetUv, uvs, Required, "Per file vertex, or empty")                                     \
    CHUNK(Normals, "FNRM", AssetNormal, normals, Required,                                                      \
          "Per file vertex, or empty: the normal that the file shades with, times 32767")                       \
    CHUNK(Tangents, "TANG", AssetTangent, tangents, Required,                                                   \
          "Per file vertex, or empty: tangent and side of the bitangent, times 32767")                          \
    CHUNK(Slots, "SLOT", AssetSlot, slots, Required, "Material slots: name and range of triangles")             \
    CHUNK(Samples, "SMPL", AssetSample, samples, Required,                                                      \
          "Contact samples, sorted by domain: place, run, radius")                                              \
    CHUNK(RigidParts, "RIGD", AssetRigidPart, rigidParts, Required,                                             \
          "Rigid attached parts: name, joint, vertices, bounding sphere, part → joint")

}  // namespace sinew
