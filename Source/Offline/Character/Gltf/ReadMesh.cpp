#include "Offline/Character/Gltf/ReadMesh.h"

#include <array>
#include <set>

#include "Offline/Character/FileMesh.h"
#include "Offline/Error.h"

namespace sinew::gltf {

namespace {

const char* const kIsDamaged = "The file is damaged: export it again.";

std::vector<Vec3d> readPositions(const Document& document, int accessor, const std::string& what) {
    const std::vector<double> numbers = readNumbers(document, accessor, 3, what + " POSITION");
    std::vector<Vec3d> positions(numbers.size() / 3);
    for (std::size_t v = 0; v < positions.size(); ++v) {
        positions[v] = {numbers[3 * v], numbers[3 * v + 1], numbers[3 * v + 2]};
    }
    return positions;
}

void requireCount(std::size_t count, std::size_t vertices, const std::string& what) {
    if (count == vertices) return;
    throw badInput(
        what + " has " + std::to_string(count) + " elements for " + std::to_string(vertices) + " vertices",
        kIsDamaged);
}

// One of N numbers per vertex.
template <std::size_t N>
std::vector<std::array<float, N>> readArrays(const Document& document, int accessor, std::size_t vertices,
                                             const std::string& what) {
    const std::vector<double> numbers = readNumbers(document, accessor, static_cast<int>(N), what);
    requireCount(numbers.size() / N, vertices, what);
    std::vector<std::array<float, N>> arrays(vertices);
    for (std::size_t i = 0; i < numbers.size(); ++i) arrays[i / N][i % N] = static_cast<float>(numbers[i]);
    return arrays;
}

// Without alpha it is 1.
std::vector<VertexColour> readColours(const Document& document, int accessor, std::size_t vertices,
                                      const std::string& what) {
    const std::vector<tinygltf::Accessor>& accessors = document.model.accessors;
    if (accessors[checkedIndex(accessor, accessors.size(), "accessor")].type == TINYGLTF_TYPE_VEC4)
        return readArrays<4>(document, accessor, vertices, what);
    std::vector<VertexColour> colours;
    for (const auto& [red, green, blue] : readArrays<3>(document, accessor, vertices, what))
        colours.push_back({red, green, blue, 1});
    return colours;
}

std::vector<Vec3f> readNormals(const Document& document, int accessor, std::size_t vertices,
                               const std::string& what) {
    std::vector<Vec3f> normals;
    for (const auto& [x, y, z] : readArrays<3>(document, accessor, vertices, what))
        normals.push_back({x, y, z});
    return normals;
}

std::vector<std::uint32_t> readCorners(const Document& document, const tinygltf::Primitive& primitive,
                                       std::size_t vertices, const std::string& what) {
    std::vector<std::uint32_t> corners;
    if (primitive.indices < 0) {
        corners.resize(vertices);
        for (std::size_t v = 0; v < vertices; ++v) corners[v] = static_cast<std::uint32_t>(v);
        return corners;
    }
    corners = readIndices(document, primitive.indices, what + " indices");
    for (std::size_t i = 0; i < corners.size(); ++i) {
        if (corners[i] < vertices) continue;
        throw badInput(what + ": index " + std::to_string(i) + " of accessor " +
                           std::to_string(primitive.indices) + " refers to vertex " +
                           std::to_string(corners[i]) + ", but the primitive has " +
                           std::to_string(vertices) + " vertices",
                       kIsDamaged);
    }
    return corners;
}

// Strips and fans as the specification orders their corners.
std::vector<Triangle> readTriangles(const std::vector<std::uint32_t>& c, int mode) {
    std::vector<Triangle> triangles;
    if (c.size() < 3) return triangles;
    if (mode == TINYGLTF_MODE_TRIANGLES) {
        triangles.reserve(c.size() / 3);
        for (std::size_t i = 0; i + 2 < c.size(); i += 3) triangles.push_back({c[i], c[i + 1], c[i + 2]});
        return triangles;
    }
    triangles.reserve(c.size() - 2);
    for (std::size_t i = 0; i + 2 < c.size(); ++i) {
        const bool odd = i % 2 == 1;
        if (mode == TINYGLTF_MODE_TRIANGLE_STRIP) {
            triangles.push_back({c[i], c[i + (odd ? 2 : 1)], c[i + (odd ? 1 : 2)]});
        } else {
            triangles.push_back({c[i + 1], c[i + 2], c[0]});
        }
    }
    return triangles;
}

// The n of every JOINTS_n and WEIGHTS_n. One without the other says nothing.
std::set<std::string> weightSets(const tinygltf::Primitive& primitive, const std::string& what) {
    std::set<std::string> joints, weights;
    for (const auto& [name, accessor] : primitive.attributes) {
        if (name.starts_with("JOINTS_")) joints.insert(name.substr(7));
        if (name.starts_with("WEIGHTS_")) weights.insert(name.substr(8));
    }
    if (joints != weights) {
        throw badInput(what + " has JOINTS_n without WEIGHTS_n, or WEIGHTS_n without JOINTS_n", kIsDamaged);
    }
    return joints;
}

struct WeightSet {
    std::vector<double> slots, weights;
    std::string what;
};

WeightSet readWeightSet(const Document& document, const tinygltf::Primitive& primitive, const std::string& n,
                        std::size_t vertices, const std::string& what) {
    const std::string jointsName = what + " JOINTS_" + n;
    const int joints = primitive.attributes.at("JOINTS_" + n);
    const AccessorSource source = accessorSource(document, joints, jointsName);
    if (source.normalised ||
        (source.component != ComponentType::UInt8 && source.component != ComponentType::UInt16 &&
         source.component != ComponentType::UInt32)) {
        throw badInput(source.name + " must contain unsigned integers", kIsDamaged);
    }
    WeightSet set{readNumbers(document, joints, 4, jointsName),
                  readNumbers(document, primitive.attributes.at("WEIGHTS_" + n), 4, what + " WEIGHTS_" + n),
                  source.name};
    requireCount(set.slots.size() / 4, vertices, jointsName);
    requireCount(set.weights.size() / 4, vertices, what + " WEIGHTS_" + n);
    return set;
}

// Slots of zero weight are not looked at: exporters leave anything there.
SkinWeights readWeights(const Document& document, const tinygltf::Primitive& primitive, std::size_t vertices,
                        std::size_t slots, const std::string& what) {
    std::vector<WeightSet> sets;
    for (const std::string& n : weightSets(primitive, what)) {
        sets.push_back(readWeightSet(document, primitive, n, vertices, what));
    }
    SkinWeights result;
    if (sets.empty()) return result;
    result.firstOfVertex.push_back(0);
    for (std::size_t v = 0; v < vertices; ++v) {
        for (const WeightSet& set : sets) {
            for (std::size_t i = 4 * v; i < 4 * v + 4; ++i) {
                if (set.weights[i] == 0) continue;
                if (set.slots[i] >= static_cast<double>(slots)) {
                    throw badInput(set.what + ": vertex " + std::to_string(v) + " is bound to joint " +
                                       std::to_string(static_cast<std::uint32_t>(set.slots[i])) +
                                       ", but the skin has " + std::to_string(slots) + " joints",
                                   kIsDamaged);
                }
                result.influences.push_back(
                    {static_cast<std::uint32_t>(set.slots[i]), static_cast<float>(set.weights[i])});
            }
        }
        result.firstOfVertex.push_back(static_cast<std::uint32_t>(result.influences.size()));
    }
    return result;
}

void countAgainstLimits(const GltfPrimitive& primitive, GltfMeshTally& tally) {
    tally.vertices += primitive.positions.size();
    tally.triangles += primitive.triangles.size();
    if (tally.vertices <= kMaxVertices && tally.triangles <= kMaxTriangles) return;
    throw badInput("the meshes together have more than " + std::to_string(kMaxVertices) + " vertices or " +
                       std::to_string(kMaxTriangles) + " triangles",
                   "Simplify the mesh, or export only the character.");
}

}  // namespace

std::vector<GltfPrimitive> readGltfMesh(const Document& document, int mesh, std::size_t slots,
                                        GltfMeshTally& tally) {
    const std::vector<tinygltf::Mesh>& meshes = document.model.meshes;
    const tinygltf::Mesh& source = meshes[checkedIndex(mesh, meshes.size(), "mesh")];
    std::vector<GltfPrimitive> primitives;
    for (std::size_t p = 0; p < source.primitives.size(); ++p) {
        const tinygltf::Primitive& from = source.primitives[p];
        const std::string what = "mesh " + std::to_string(mesh) +
                                 (source.name.empty() ? "" : " \"" + source.name + "\"") + ", primitive " +
                                 std::to_string(p);
        tally.morphTargets += from.targets.size();
        const auto position = from.attributes.find("POSITION");
        if (from.mode < TINYGLTF_MODE_TRIANGLES || position == from.attributes.end()) {
            ++tally.ignoredPrimitives;
            continue;
        }
        GltfPrimitive& to = primitives.emplace_back();
        to.positions = readPositions(document, position->second, what);
        const std::size_t vertices = to.positions.size();
        const auto read = [&](const char* name, auto reader, auto& into) {
            const auto found = from.attributes.find(name);
            if (found == from.attributes.end()) return;
            into = reader(document, found->second, vertices, what + " " + name);
        };
        read("TEXCOORD_0", readArrays<2>, to.uvs);
        read("COLOR_0", readColours, to.colours);
        read("NORMAL", readNormals, to.normals);
        read("TANGENT", readArrays<4>, to.tangents);
        to.triangles = readTriangles(readCorners(document, from, vertices, what), from.mode);
        to.material = from.material;
        if (slots > 0) to.weights = readWeights(document, from, vertices, slots, what);
        countAgainstLimits(to, tally);
    }
    return primitives;
}

}  // namespace sinew::gltf
