// The content of an asset as the stages produce it: in double precision, without padding, in the order of the
// character.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "Asset/Chunks.h"

namespace sinew {

// A matrix in column-major order.
struct AssetMatrix {
    std::uint32_t rows = 0, columns = 0;
    std::vector<double> values;

    AssetMatrix() = default;
    AssetMatrix(std::uint32_t r, std::uint32_t c) : rows(r), columns(c), values(std::size_t{r} * c) {}
    double& operator()(std::uint32_t r, std::uint32_t c) { return values[std::size_t{c} * rows + r]; }
    double operator()(std::uint32_t r, std::uint32_t c) const { return values[std::size_t{c} * rows + r]; }
};

struct SolverContent {
    double young = 30e3, poisson = 0.45, density = 1000;
    std::uint32_t material = 0;  // a MaterialKind
    double rayleighMass = 0, rayleighStiffness = 0;
    double coupling = 0, couplingDamping = 0;
    double gravity = 0;  // m/s², downwards: gravity under which the poses were solved
};

struct JointContent {
    std::string name;
    std::int32_t parent = kNoParent;
    std::int32_t domain = kNoDomain;
    Affined inverseBind;
};

// Fibres at a cubature point (Material/Fibre.h).
struct FibreContent {
    Vec3d direction;  // unit vector in the bind pose
    double stiffness = 0, toe = 1;
};

struct CubatureContent {
    double weight = 0;          // cubature weight · rest volume
    double mu = 0, lambda = 0;  // zero for skin, which has fibres only
    Vec3d place;                // centroid in the bind pose
    AssetMatrix basis;          // 9 × rank: ∂F/∂q, row 3·column + row of F
    std::vector<FibreContent> fibres = {};
};

struct BoundContent {
    double min = 0, max = 0;  // range of q in training, including 0, the rest shape
    double scale = 0;         // root mean square of q; 0 if the mode never moved
};

// [U|p] has rank + 1 columns.
struct DomainContent {
    std::uint32_t joint = 0;
    std::uint32_t rank = 0;
    Vec3d centre;
    double mass = 0;
    std::vector<CubatureContent> cubature;
    AssetMatrix stabilisation;  // rank × rank, or empty: S in the energy ½ qᵀ S q beside the cubature
    std::vector<BoundContent> bounds;  // one per mode
    double radius = 0;                 // see AssetDomain
    // These may be empty for a domain of rank 0.
    AssetMatrix massMatrix;               // [U|p]ᵀ M [U|p]
    std::array<AssetMatrix, 9> sandwich;  // [U|p]ᵀ M E^{μν} [U|p] at 3μ + ν
    AssetMatrix massOne;                  // [U|p]ᵀ M 1, three columns
};

struct InterfaceContent {
    std::uint32_t a = 0, b = 0;  // a < b
    double coupling = 0, damping = 0;
    double area = 0;
    std::uint32_t nodes = 0;
    AssetMatrix aa, bb;             // [U|p]ᵀ A [U|p]
    std::array<AssetMatrix, 9> ab;  // [U|p]_aᵀ A E^{μν} [U|p]_b at 3μ + ν
    AssetMatrix aOne, bOne;         // [U|p]ᵀ A 1, three columns
};

struct BindingContent {
    std::uint32_t domain = 0;
    float weight = 0;
};

// A joint that a vertex is skinned to; unused if the weight is 0.
struct InfluenceContent {
    std::uint32_t joint = 0;
    float weight = 0;
};
using VertexInfluences = std::array<InfluenceContent, kMaxInfluences>;

// Vertices are welded and in any order; the writer arranges them into blocks.
struct SurfaceContent {
    std::vector<Vec3f> positions, normals;    // in the bind pose
    std::vector<std::uint32_t> firstBinding;  // vertices + 1 entries, into `bindings`
    std::vector<BindingContent> bindings;
    std::vector<VertexInfluences> influences;  // per vertex, or empty
    std::vector<float> rows;                   // per binding: x of all modes, then y, then z
    std::vector<std::uint32_t> weldedOfFile;
    std::vector<std::array<std::uint32_t, 3>> fileTriangles;
    std::vector<std::uint32_t> slotOf;  // per triangle
    std::vector<std::string> slots;
    std::vector<std::array<float, 2>> uvs;       // per file vertex, or empty
    std::vector<Vec3f> fileNormals;              // per file vertex, or empty; normals of the file
    std::vector<std::array<float, 4>> tangents;  // per file vertex, or empty; as in glTF
};

struct SampleContent {
    std::uint32_t vertex = 0;
    std::uint32_t domain = 0;
    float radius = 0;
};

struct RigidPartContent {
    std::string name;
    std::uint32_t joint = 0;
    std::uint32_t vertices = 0;
    Vec3d centre;
    double radius = 0;
    Affined toJoint;
};

struct AssetContent {
    std::uint64_t recipeHash = 0, meshHash = 0, skeletonHash = 0;
    std::string recipe;
    std::string programVersion, characterName;
    std::uint64_t seed = 0;
    double metresPerUnit = 1;
    std::uint32_t upAxis = 1;
    SolverContent solver;
    std::vector<JointContent> joints;
    std::vector<DomainContent> domains;
    std::vector<InterfaceContent> interfaces;  // in any order
    SurfaceContent surface;
    std::vector<SampleContent> samples;
    std::vector<RigidPartContent> rigidParts;
};

}  // namespace sinew
