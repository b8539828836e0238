#include "Offline/Character/Gltf/WriteMesh.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "Offline/Error.h"
#include "Offline/Geometry/Measure.h"

namespace sinew::gltf {

namespace {

void requireCounts(const std::string& name, const Surface& s) {
    const auto inside = [](const std::vector<Triangle>& triangles, std::size_t count) {
        return std::all_of(triangles.begin(), triangles.end(),
                           [&](const Triangle& t) { return t[0] < count && t[1] < count && t[2] < count; });
    };
    const std::size_t files = s.weldedOfFile.size();
    const bool good = s.fileTriangles.size() == s.triangles.size() && !s.triangles.empty() &&
                      (s.uvs.empty() || s.uvs.size() == files) &&
                      (s.colours.empty() || s.colours.size() == files) &&
                      (s.materialOf.empty() || s.materialOf.size() == s.triangles.size()) &&
                      inside(s.fileTriangles, files) && inside(s.triangles, s.positions.size()) &&
                      std::all_of(s.weldedOfFile.begin(), s.weldedOfFile.end(),
                                  [&](std::uint32_t v) { return v < s.positions.size(); });
    if (!good) throw badInput("the surface of '" + name + "' is empty, or its arrays have different lengths");
    for (std::size_t v = 0; v < s.positions.size(); ++v) {
        if (!isFinite(s.positions[v])) {
            throw badInput("vertex " + std::to_string(v) + " of '" + name +
                           "' has a position that is not a number");
        }
    }
}

// One value per file vertex from one per welded vertex.
std::vector<Float3> perFileVertex(const Surface& surface, std::span<const Vec3d> values) {
    std::vector<Float3> result;
    result.reserve(surface.weldedOfFile.size());
    for (const std::uint32_t v : surface.weldedOfFile) result.push_back(toFloats(values[v]));
    return result;
}

}  // namespace

Float3 toFloats(Vec3d v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

Float4 toFloats(Quatd q) {
    q = normalized(q);
    return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
            static_cast<float>(q.w)};
}

GltfMeshes::GltfMeshes(const Character& character, std::span<const std::array<double, 4>> baseColours,
                       WriteBuffer& buffer)
    : c_(character), buffer_(buffer) {
    for (std::size_t m = 0; m < c_.surface.materials.size(); ++m) {
        const std::array<double, 4> grey{0.8, 0.8, 0.8, 1};
        materials_.push_back({{"name", c_.surface.materials[m]},
                              {"pbrMetallicRoughness",
                               {{"baseColorFactor", m < baseColours.size() ? baseColours[m] : grey},
                                {"metallicFactor", 0.0},
                                {"roughnessFactor", 0.6}}}});
    }
}

// One more influence set (JOINTS_n, WEIGHTS_n) for every four influences of the richest vertex.
template <class Index>
void GltfMeshes::addInfluences(const Surface& surface, const SkinWeights& weights, Json& attributes) {
    std::size_t largest = 0;
    for (std::size_t v = 0; v < surface.positions.size(); ++v) {
        largest = std::max<std::size_t>(largest, weights.firstOfVertex[v + 1] - weights.firstOfVertex[v]);
    }
    for (std::size_t set = 0; set * 4 < largest; ++set) {
        std::vector<std::array<Index, 4>> joints;
        std::vector<Float4> values;
        for (const std::uint32_t v : surface.weldedOfFile) {
            std::array<Index, 4> joint{};
            Float4 value{};
            const std::uint32_t end = weights.firstOfVertex[v + 1];
            for (std::size_t k = 0; k < 4; ++k) {
                const std::size_t at = weights.firstOfVertex[v] + set * 4 + k;
                if (at >= end || weights.influences[at].weight <= 0) break;
                joint[k] = static_cast<Index>(weights.influences[at].joint);
                value[k] = weights.influences[at].weight;
            }
            joints.push_back(joint);
            values.push_back(value);
        }
        const std::string n = std::to_string(set);
        attributes["JOINTS_" + n] = buffer_.add(joints, Target::Vertices);
        attributes["WEIGHTS_" + n] = buffer_.add(values, Target::Vertices);
    }
}

Json GltfMeshes::addAttributes(const Surface& surface, const SkinWeights* weights) {
    const std::vector<Vec3d> normals = vertexNormals({surface.positions, surface.triangles});
    Json attributes{
        {"POSITION", buffer_.add(perFileVertex(surface, surface.positions), Target::Vertices, true)},
        {"NORMAL", buffer_.add(perFileVertex(surface, normals), Target::Vertices)}};
    if (!surface.uvs.empty()) attributes["TEXCOORD_0"] = buffer_.add(surface.uvs, Target::Vertices);
    if (!surface.colours.empty()) attributes["COLOR_0"] = buffer_.add(surface.colours, Target::Vertices);
    if (weights != nullptr && c_.skeleton.joints.size() <= 256) {
        addInfluences<std::uint8_t>(surface, *weights, attributes);
    } else if (weights != nullptr) {
        addInfluences<std::uint16_t>(surface, *weights, attributes);
    }
    return attributes;
}

std::size_t GltfMeshes::addIndices(const Surface& surface, std::uint32_t material) {
    std::vector<std::array<std::uint32_t, 1>> wide;
    for (std::size_t t = 0; t < surface.fileTriangles.size(); ++t) {
        if (!surface.materialOf.empty() && surface.materialOf[t] != material) continue;
        for (const std::uint32_t v : surface.fileTriangles[t]) wide.push_back({v});
    }
    // 65535 itself is kept free: it restarts strips.
    if (surface.weldedOfFile.size() > 65535) return buffer_.add(wide, Target::Indices);
    std::vector<std::array<std::uint16_t, 1>> narrow;
    for (const auto& v : wide) narrow.push_back({static_cast<std::uint16_t>(v[0])});
    return buffer_.add(narrow, Target::Indices);
}

std::size_t GltfMeshes::add(const std::string& name, const Surface& surface, const SkinWeights* weights) {
    requireCounts(name, surface);
    const Json attributes = addAttributes(surface, weights);
    std::vector<std::uint32_t> used =
        surface.materialOf.empty() ? std::vector<std::uint32_t>{0} : surface.materialOf;
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    Json primitives = Json::array();
    for (const std::uint32_t material : used) {
        Json primitive{{"attributes", attributes}, {"indices", addIndices(surface, material)}};
        if (&surface == &c_.surface && material < materials_.size()) primitive["material"] = material;
        primitives.push_back(std::move(primitive));
    }
    meshes_.push_back({{"name", name}, {"primitives", std::move(primitives)}});
    return meshes_.size() - 1;
}

void GltfMeshes::addTarget(std::size_t mesh, const Surface& surface, std::span<const Vec3d> positions) {
    if (positions.size() != surface.positions.size() ||
        !std::all_of(positions.begin(), positions.end(), [](Vec3d p) { return isFinite(p); })) {
        throw badInput("a shape of '" + meshes_[mesh]["name"].get<std::string>() +
                       "' does not match its surface, or has a position that is not a number");
    }
    const std::vector<Vec3d> from = vertexNormals({surface.positions, surface.triangles});
    std::vector<Vec3d> moved(positions.begin(), positions.end()),
        turned = vertexNormals({positions, surface.triangles});
    for (std::size_t v = 0; v < moved.size(); ++v) {
        moved[v] = moved[v] - surface.positions[v];
        turned[v] = turned[v] - from[v];
    }
    const Json target{{"POSITION", buffer_.add(perFileVertex(surface, moved), Target::Vertices, true)},
                      {"NORMAL", buffer_.add(perFileVertex(surface, turned), Target::Vertices)}};
    for (Json& primitive : meshes_[mesh]["primitives"]) primitive["targets"].push_back(target);
}

std::size_t GltfTimes::add(const std::vector<double>& times, const std::string& where, WriteBuffer& buffer) {
    std::vector<float> key;
    for (const double t : times) {
        const float f = static_cast<float>(t);
        if (!std::isfinite(f) || f < 0 || (!key.empty() && f <= key.back())) {
            throw badInput("the key times of " + where + " do not increase from 0");
        }
        key.push_back(f);
    }
    const auto [at, added] = known_.try_emplace(key, 0);
    if (added) {
        std::vector<std::array<float, 1>> values;
        for (const float f : key) values.push_back({f});
        at->second = buffer.add(values, Target::None, true);
    }
    return at->second;
}

}  // namespace sinew::gltf
