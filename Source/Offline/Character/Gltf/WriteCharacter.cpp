#include "Offline/Character/Gltf/WriteCharacter.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "Offline/Character/Gltf/WriteMesh.h"
#include "Offline/Error.h"
#include "Offline/Files.h"

namespace sinew::gltf {

namespace {

std::array<float, 16> columnFloats(const Affined& a) {
    std::array<float, 16> m{};
    for (int c = 0; c < 4; ++c) {
        const Vec3d v = c < 3 ? a.linear.column[c] : a.translation;
        for (int r = 0; r < 3; ++r)
            m[4 * static_cast<std::size_t>(c) + static_cast<std::size_t>(r)] = static_cast<float>(v[r]);
    }
    m[15] = 1;
    return m;
}

void requireSkin(const Character& c) {
    const std::size_t joints = c.skeleton.joints.size();
    if (c.skeleton.inverseBind.size() != joints) {
        throw badInput("'" + c.name + "' has " + std::to_string(joints) + " joints, but " +
                       std::to_string(c.skeleton.inverseBind.size()) + " inverse bind matrices");
    }
    for (std::size_t j = 0; j < joints; ++j) {
        if (c.skeleton.joints[j].parent >= static_cast<std::int32_t>(j)) {
            throw badInput("joint '" + c.skeleton.joints[j].name + "' comes before its parent");
        }
    }
    if (joints == 0) return;
    const SkinWeights& w = c.weights;
    const bool good = w.firstOfVertex.size() == c.surface.positions.size() + 1 &&
                      w.firstOfVertex.back() == w.influences.size() &&
                      std::is_sorted(w.firstOfVertex.begin(), w.firstOfVertex.end()) &&
                      std::all_of(w.influences.begin(), w.influences.end(),
                                  [&](const auto& i) { return i.joint < joints && i.weight >= 0; });
    if (!good) throw badInput("the skin weights of '" + c.name + "' do not match its surface and skeleton");
}

class Writer {
  public:
    Writer(const Character& character, const WriteOptions& options)
        : c_(character), meshes_(character, options.baseColours, buffer_) {}

    std::vector<std::byte> write();

  private:
    void addJoints();
    void addSkinnedMesh();
    void addRigidParts();
    void addRoots();
    void addClip(const Clip& clip);
    template <class Value>
    void addTrack(const Track<Value>& track, std::size_t joint, const char* path, const Clip& clip,
                  Json& animation);
    std::vector<std::byte> assemble() const;

    const Character& c_;
    WriteBuffer buffer_;
    GltfMeshes meshes_;
    Json nodes_ = Json::array();
    Json animations_ = Json::array(), roots_ = Json::array();
    Json skin_;
    GltfTimes times_;
};

void Writer::addJoints() {
    for (const Joint& joint : c_.skeleton.joints) {
        Json node{{"name", joint.name}};
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

void Writer::addSkinnedMesh() {
    const bool skinned = !c_.skeleton.joints.empty();
    Json node{{"name", c_.name.empty() ? "mesh" : c_.name + "_mesh"},
              {"mesh", meshes_.add(c_.name, c_.surface, skinned ? &c_.weights : nullptr)}};
    if (skinned) {
        std::vector<std::array<float, 16>> matrices;
        Json joints = Json::array();
        for (std::size_t j = 0; j < c_.skeleton.joints.size(); ++j) {
            matrices.push_back(columnFloats(c_.skeleton.inverseBind[j]));
            joints.push_back(j);
        }
        skin_ = {{"inverseBindMatrices", buffer_.add(matrices, Target::None)}, {"joints", std::move(joints)}};
        node["skin"] = 0;
    }
    roots_.push_back(nodes_.size());
    nodes_.push_back(std::move(node));
}

void Writer::addRigidParts() {
    for (const RigidPart& part : c_.rigidParts) {
        if (part.joint >= c_.skeleton.joints.size()) {
            throw badInput("the rigid part '" + part.name + "' is attached to a joint that does not exist");
        }
        const std::size_t mesh = meshes_.add(part.name, part.surface);
        nodes_[part.joint]["children"].push_back(nodes_.size());
        nodes_.push_back({{"name", part.name}, {"mesh", mesh}});
    }
}

// glTF demands that all joints of a skin share a root.
void Writer::addRoots() {
    if (roots_.size() <= 2) return;
    Json children = std::move(roots_);
    roots_ = Json::array({nodes_.size()});
    nodes_.push_back({{"name", c_.name.empty() ? "character" : c_.name}, {"children", std::move(children)}});
}

template <class Value>
void Writer::addTrack(const Track<Value>& track, std::size_t joint, const char* path, const Clip& clip,
                      Json& animation) {
    if (track.times.empty()) return;
    const std::string where =
        "clip '" + clip.name + "', joint '" + c_.skeleton.joints[joint].name + "', " + path;
    const bool cubic = track.interpolation == Interpolation::CubicSpline;
    if (track.values.size() != track.times.size() * (cubic ? 3 : 1)) {
        throw badInput(where + ": the track has " + std::to_string(track.values.size()) + " values for " +
                       std::to_string(track.times.size()) + " keys");
    }
    const std::size_t input = times_.add(track.times, where, buffer_);
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
            if (!std::isfinite(f)) throw badInput(where + ": a key is not a finite number");
        }
        values.push_back(value);
    }
    const char* const kinds[] = {"STEP", "LINEAR", "CUBICSPLINE"};
    animation["channels"].push_back(
        {{"sampler", animation["samplers"].size()}, {"target", {{"node", joint}, {"path", path}}}});
    animation["samplers"].push_back({{"input", input},
                                     {"interpolation", kinds[static_cast<int>(track.interpolation)]},
                                     {"output", buffer_.add(values, Target::None)}});
}

void Writer::addClip(const Clip& clip) {
    if (clip.joints.size() != c_.skeleton.joints.size()) {
        throw badInput("clip '" + clip.name + "' has tracks for " + std::to_string(clip.joints.size()) +
                       " joints, but the skeleton has " + std::to_string(c_.skeleton.joints.size()));
    }
    Json animation{{"name", clip.name}, {"channels", Json::array()}, {"samplers", Json::array()}};
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
    Json root{{"asset", {{"version", "2.0"}, {"generator", "Sinew"}}},
              {"scene", 0},
              {"scenes", {{{"nodes", roots_}}}},
              {"nodes", nodes_},
              {"meshes", meshes_.meshes()}};
    if (!meshes_.materials().empty()) root["materials"] = meshes_.materials();
    if (!skin_.empty()) root["skins"] = Json::array({skin_});
    if (!animations_.empty()) root["animations"] = animations_;
    root["accessors"] = buffer_.accessors();
    root["bufferViews"] = buffer_.views();
    root["buffers"] = Json::array({{{"byteLength", buffer_.bytes().size()}}});
    return packGlb(root, buffer_.bytes());
}

std::vector<std::byte> Writer::write() {
    requireSkin(c_);
    addJoints();
    addSkinnedMesh();
    addRigidParts();
    addRoots();
    for (const Clip& clip : c_.clips) addClip(clip);
    return assemble();
}

}  // namespace

std::vector<std::byte> toGlb(const Character& character, const WriteOptions& options) {
    return Writer(character, options).write();
}

void writeGlb(const Character& character, const std::filesystem::path& file, const WriteOptions& options) {
    const std::vector<std::byte> bytes = toGlb(character, options);
    writeFileAtomically(file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace sinew::gltf
