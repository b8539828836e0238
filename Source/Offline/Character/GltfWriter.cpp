#include "Offline/Character/GltfWriter.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "Offline/Character/GltfBuffer.h"
#include "Offline/Error.h"
#include "Offline/Files.h"

namespace sinew {

namespace {

using Float3 = std::array<float, 3>;
using Float4 = std::array<float, 4>;

Float3 toFloats(Vec3d v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

Float4 toFloats(Quatd q) {
    q = normalized(q);
    return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
            static_cast<float>(q.w)};
}

std::array<float, 16> toFloats(const Affined& a) {
    std::array<float, 16> m{};
    for (int c = 0; c < 4; ++c) {
        const Vec3d v = c < 3 ? a.linear.column[c] : a.translation;
        for (int r = 0; r < 3; ++r) m[static_cast<std::size_t>(4 * c + r)] = static_cast<float>(v[r]);
    }
    m[15] = 1;
    return m;
}

// Angle-weighted over the welded vertices, so that seams of the file do not show.
std::vector<Vec3d> vertexNormals(const Surface& surface) {
    std::vector<Vec3d> normals(surface.positions.size());
    for (const Triangle& t : surface.triangles) {
        for (std::size_t c = 0; c < 3; ++c) {
            const Vec3d p = surface.positions[t[c]];
            const Vec3d u = normalized(surface.positions[t[(c + 1) % 3]] - p);
            const Vec3d v = normalized(surface.positions[t[(c + 2) % 3]] - p);
            // |u×v| stands for the angle: close enough, and the same bits with every mathematical library.
            normals[t[c]] += cross(u, v);
        }
    }
    for (Vec3d& n : normals) n = normalized(n, {0, 1, 0});
    return normals;
}

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
    if (!good) throw badInput("the surface of '" + name + "' is empty or its arrays do not fit each other");
    for (std::size_t v = 0; v < s.positions.size(); ++v) {
        if (!isFinite(s.positions[v])) {
            throw badInput("vertex " + std::to_string(v) + " of '" + name + "' is not finite");
        }
    }
}

void requireSkin(const Character& c) {
    const std::size_t joints = c.skeleton.joints.size();
    if (c.skeleton.inverseBind.size() != joints) {
        throw badInput("'" + c.name + "' has " + std::to_string(joints) + " joints but " +
                       std::to_string(c.skeleton.inverseBind.size()) + " inverse bind matrices");
    }
    for (std::size_t j = 0; j < joints; ++j) {
        if (c.skeleton.joints[j].parent >= static_cast<std::int32_t>(j)) {
            throw badInput("joint '" + c.skeleton.joints[j].name + "' stands before its parent");
        }
    }
    if (joints == 0) return;
    const SkinWeights& w = c.weights;
    const bool good = w.firstOfVertex.size() == c.surface.positions.size() + 1 &&
                      w.firstOfVertex.back() == w.influences.size() &&
                      std::is_sorted(w.firstOfVertex.begin(), w.firstOfVertex.end()) &&
                      std::all_of(w.influences.begin(), w.influences.end(),
                                  [&](const auto& i) { return i.joint < joints && i.weight >= 0; });
    if (!good) throw badInput("the skin weights of '" + c.name + "' do not fit its surface and skeleton");
}

class Writer {
  public:
    Writer(const Character& character, const GltfWriteOptions& options) : c_(character), options_(options) {}

    std::vector<std::byte> write();

  private:
    void addMaterials();
    void addJoints();
    void addSkinnedMesh();
    void addRigidParts();
    void addRoots();
    void addClip(const Clip& clip);
    std::size_t addMesh(const std::string& name, const Surface& surface, const SkinWeights* weights);
    GltfJson addAttributes(const Surface& surface, const SkinWeights* weights);
    template <class Index>
    void addInfluences(const Surface& surface, const SkinWeights& weights, GltfJson& attributes);
    std::size_t addIndices(const Surface& surface, std::uint32_t material);
    template <class Value>
    void addTrack(const Track<Value>& track, std::size_t joint, const char* path, const Clip& clip,
                  GltfJson& animation);
    std::size_t addTimes(const std::vector<double>& times, const std::string& where);
    std::vector<std::byte> assemble() const;

    const Character& c_;
    const GltfWriteOptions& options_;
    GltfBuffer buffer_;
    GltfJson nodes_ = GltfJson::array(), meshes_ = GltfJson::array(), materials_ = GltfJson::array();
    GltfJson animations_ = GltfJson::array(), roots_ = GltfJson::array();
    GltfJson skin_;
    std::map<std::vector<float>, std::size_t> times_;  // tracks with the same times share an accessor
};

void Writer::addMaterials() {
    for (std::size_t m = 0; m < c_.surface.materials.size(); ++m) {
        const std::array<double, 4> grey{0.8, 0.8, 0.8, 1};
        materials_.push_back(
            {{"name", c_.surface.materials[m]},
             {"pbrMetallicRoughness",
              {{"baseColorFactor", m < options_.baseColours.size() ? options_.baseColours[m] : grey},
               {"metallicFactor", 0.0},
               {"roughnessFactor", 0.6}}}});
    }
}

void Writer::addJoints() {
    for (const Joint& joint : c_.skeleton.joints) {
        GltfJson node{{"name", joint.name}};
        if (joint.rest.translation != Vec3d{}) node["translation"] = toFloats(joint.rest.translation);
        if (joint.rest.rotation != Quatd{}) node["rotation"] = toFloats(joint.rest.rotation);
        if (joint.rest.scale != Vec3d{1, 1, 1}) node["scale"] = toFloats(joint.rest.scale);
        nodes_.push_back(std::move(node));
    }
    for (std::size_t j = 0; j < c_.skeleton.joints.size(); ++j) {
        const std::int32_t parent = c_.skeleton.joints[j].parent;
        if (parent < 0) {
            roots_.push_back(j);
        } else {
            nodes_[static_cast<std::size_t>(parent)]["children"].push_back(j);
        }
    }
}

// One more influence set (JOINTS_n, WEIGHTS_n) for every four influences of the richest vertex.
template <class Index>
void Writer::addInfluences(const Surface& surface, const SkinWeights& weights, GltfJson& attributes) {
    std::size_t most = 0;
    for (std::size_t v = 0; v < surface.positions.size(); ++v) {
        most = std::max<std::size_t>(most, weights.firstOfVertex[v + 1] - weights.firstOfVertex[v]);
    }
    for (std::size_t set = 0; set * 4 < most; ++set) {
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
        attributes["JOINTS_" + n] = buffer_.add(joints, GltfTarget::Vertices);
        attributes["WEIGHTS_" + n] = buffer_.add(values, GltfTarget::Vertices);
    }
}

GltfJson Writer::addAttributes(const Surface& surface, const SkinWeights* weights) {
    const std::vector<Vec3d> smooth = vertexNormals(surface);
    std::vector<Float3> positions, normals;
    for (const std::uint32_t v : surface.weldedOfFile) {
        positions.push_back(toFloats(surface.positions[v]));
        normals.push_back(toFloats(smooth[v]));
    }
    GltfJson attributes{{"POSITION", buffer_.add(positions, GltfTarget::Vertices, true)},
                        {"NORMAL", buffer_.add(normals, GltfTarget::Vertices)}};
    if (!surface.uvs.empty()) attributes["TEXCOORD_0"] = buffer_.add(surface.uvs, GltfTarget::Vertices);
    if (!surface.colours.empty()) attributes["COLOR_0"] = buffer_.add(surface.colours, GltfTarget::Vertices);
    if (weights != nullptr && c_.skeleton.joints.size() <= 256) {
        addInfluences<std::uint8_t>(surface, *weights, attributes);
    } else if (weights != nullptr) {
        addInfluences<std::uint16_t>(surface, *weights, attributes);
    }
    return attributes;
}

std::size_t Writer::addIndices(const Surface& surface, std::uint32_t material) {
    std::vector<std::array<std::uint32_t, 1>> wide;
    for (std::size_t t = 0; t < surface.fileTriangles.size(); ++t) {
        if (!surface.materialOf.empty() && surface.materialOf[t] != material) continue;
        for (const std::uint32_t v : surface.fileTriangles[t]) wide.push_back({v});
    }
    // 65535 itself is kept free: it restarts strips.
    if (surface.weldedOfFile.size() > 65535) return buffer_.add(wide, GltfTarget::Indices);
    std::vector<std::array<std::uint16_t, 1>> narrow;
    for (const auto& v : wide) narrow.push_back({static_cast<std::uint16_t>(v[0])});
    return buffer_.add(narrow, GltfTarget::Indices);
}

std::size_t Writer::addMesh(const std::string& name, const Surface& surface, const SkinWeights* weights) {
    requireCounts(name, surface);
    const GltfJson attributes = addAttributes(surface, weights);
    std::vector<std::uint32_t> used =
        surface.materialOf.empty() ? std::vector<std::uint32_t>{0} : surface.materialOf;
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    GltfJson primitives = GltfJson::array();
    for (const std::uint32_t material : used) {
        GltfJson primitive{{"attributes", attributes}, {"indices", addIndices(surface, material)}};
        if (&surface == &c_.surface && material < materials_.size()) primitive["material"] = material;
        primitives.push_back(std::move(primitive));
    }
    meshes_.push_back({{"name", name}, {"primitives", std::move(primitives)}});
    return meshes_.size() - 1;
}

void Writer::addSkinnedMesh() {
    const bool skinned = !c_.skeleton.joints.empty();
    GltfJson node{{"name", c_.name.empty() ? "mesh" : c_.name + "_mesh"},
                  {"mesh", addMesh(c_.name, c_.surface, skinned ? &c_.weights : nullptr)}};
    if (skinned) {
        std::vector<std::array<float, 16>> matrices;
        GltfJson joints = GltfJson::array();
        for (std::size_t j = 0; j < c_.skeleton.joints.size(); ++j) {
            matrices.push_back(toFloats(c_.skeleton.inverseBind[j]));
            joints.push_back(j);
        }
        skin_ = {{"inverseBindMatrices", buffer_.add(matrices, GltfTarget::None)},
                 {"joints", std::move(joints)}};
        node["skin"] = 0;
    }
    roots_.push_back(nodes_.size());
    nodes_.push_back(std::move(node));
}

void Writer::addRigidParts() {
    for (const RigidPart& part : c_.rigidParts) {
        if (part.joint >= c_.skeleton.joints.size()) {
            throw badInput("the rigid part '" + part.name + "' hangs on a joint that does not exist");
        }
        const std::size_t mesh = addMesh(part.name, part.surface, nullptr);
        nodes_[part.joint]["children"].push_back(nodes_.size());
        nodes_.push_back({{"name", part.name}, {"mesh", mesh}});
    }
}

// glTF demands that all joints of a skin share a root.
void Writer::addRoots() {
    if (roots_.size() <= 2) return;
    GltfJson children = std::move(roots_);
    roots_ = GltfJson::array({nodes_.size()});
    nodes_.push_back({{"name", c_.name.empty() ? "character" : c_.name}, {"children", std::move(children)}});
}

std::size_t Writer::addTimes(const std::vector<double>& times, const std::string& where) {
    std::vector<float> key;
    for (const double t : times) {
        const float f = static_cast<float>(t);
        if (!std::isfinite(f) || f < 0 || (!key.empty() && f <= key.back())) {
            throw badInput("the key times of " + where + " do not rise from 0");
        }
        key.push_back(f);
    }
    const auto [at, added] = times_.try_emplace(key, 0);
    if (added) {
        std::vector<std::array<float, 1>> values;
        for (const float f : key) values.push_back({f});
        at->second = buffer_.add(values, GltfTarget::None, true);
    }
    return at->second;
}

template <class Value>
void Writer::addTrack(const Track<Value>& track, std::size_t joint, const char* path, const Clip& clip,
                      GltfJson& animation) {
    if (track.times.empty()) return;
    const std::string where =
        "clip '" + clip.name + "', joint '" + c_.skeleton.joints[joint].name + "', " + path;
    const bool cubic = track.interpolation == Interpolation::CubicSpline;
    if (track.values.size() != track.times.size() * (cubic ? 3 : 1)) {
        throw badInput(where + ": " + std::to_string(track.values.size()) + " values for " +
                       std::to_string(track.times.size()) + " keys");
    }
    const std::size_t input = addTimes(track.times, where);
    std::vector<decltype(toFloats(Value{}))> values;
    for (std::size_t k = 0; k < track.values.size(); ++k) {
        auto value = toFloats(track.values[k]);
        if constexpr (std::is_same_v<Value, Quatd>) {
            // Tangents are not rotations: they keep their length.
            const Quatd& q = track.values[k];
            if (cubic && k % 3 != 1) {
                value = {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
                         static_cast<float>(q.w)};
            }
        }
        for (const float f : value) {
            if (!std::isfinite(f)) throw badInput(where + ": a key is not finite");
        }
        values.push_back(value);
    }
    const char* const kinds[] = {"STEP", "LINEAR", "CUBICSPLINE"};
    animation["channels"].push_back(
        {{"sampler", animation["samplers"].size()}, {"target", {{"node", joint}, {"path", path}}}});
    animation["samplers"].push_back({{"input", input},
                                     {"interpolation", kinds[static_cast<int>(track.interpolation)]},
                                     {"output", buffer_.add(values, GltfTarget::None)}});
}

void Writer::addClip(const Clip& clip) {
    if (clip.joints.size() != c_.skeleton.joints.size()) {
        throw badInput("clip '" + clip.name + "' moves " + std::to_string(clip.joints.size()) +
                       " joints of " + std::to_string(c_.skeleton.joints.size()));
    }
    GltfJson animation{{"name", clip.name}, {"channels", GltfJson::array()}, {"samplers", GltfJson::array()}};
    for (std::size_t j = 0; j < clip.joints.size(); ++j) {
        addTrack(clip.joints[j].translation, j, "translation", clip, animation);
        addTrack(clip.joints[j].rotation, j, "rotation", clip, animation);
        addTrack(clip.joints[j].scale, j, "scale", clip, animation);
    }
    if (animation["channels"].empty()) {  // glTF has no clip without a channel
        const Track<Vec3d> still{Interpolation::Step, {0}, {c_.skeleton.joints.at(0).rest.translation}};
        addTrack(still, 0, "translation", clip, animation);
    }
    animations_.push_back(std::move(animation));
}

std::vector<std::byte> Writer::assemble() const {
    GltfJson root{{"asset", {{"version", "2.0"}, {"generator", "Sinew"}}},
                  {"scene", 0},
                  {"scenes", {{{"nodes", roots_}}}},
                  {"nodes", nodes_},
                  {"meshes", meshes_}};
    if (!materials_.empty()) root["materials"] = materials_;
    if (!skin_.empty()) root["skins"] = GltfJson::array({skin_});
    if (!animations_.empty()) root["animations"] = animations_;
    root["accessors"] = buffer_.accessors();
    root["bufferViews"] = buffer_.views();
    root["buffers"] = GltfJson::array({{{"byteLength", buffer_.bytes().size()}}});
    return packGlb(root, buffer_.bytes());
}

std::vector<std::byte> Writer::write() {
    requireSkin(c_);
    addMaterials();
    addJoints();
    addSkinnedMesh();
    addRigidParts();
    addRoots();
    for (const Clip& clip : c_.clips) addClip(clip);
    return assemble();
}

}  // namespace

std::vector<std::byte> toGlb(const Character& character, const GltfWriteOptions& options) {
    return Writer(character, options).write();
}

void writeGlb(const Character& character, const std::filesystem::path& file,
              const GltfWriteOptions& options) {
    const std::vector<std::byte> bytes = toGlb(character, options);
    writeFileAtomically(file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace sinew
