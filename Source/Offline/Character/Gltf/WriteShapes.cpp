#include "Offline/Character/Gltf/WriteShapes.h"

#include <cmath>

#include "Math/NearestRotation.h"
#include "Offline/Character/Gltf/WriteMesh.h"
#include "Offline/Error.h"
#include "Offline/Files.h"

namespace sinew::gltf {

namespace {

// What a node can say of a joint's frame: a shear, which only scaled parents make, is left out.
Transformd asTransform(const Affined& frame) {
    Vec3d scale{length(frame.linear.column[0]), length(frame.linear.column[1]),
                length(frame.linear.column[2])};
    if (determinant(frame.linear) < 0) scale = scale * -1;
    Mat3d turn = frame.linear;
    for (int c = 0; c < 3; ++c) {
        if (scale[c] != 0) turn.column[c] = turn.column[c] / scale[c];
    }
    return {frame.translation, nearestRotation(turn), scale};
}

class ShapesWriter {
  public:
    ShapesWriter(const Character& character, std::span<const ShapeClip> clips)
        : c_(character), clips_(clips), meshes_(character, {}, buffer_) {}

    std::vector<std::byte> write();

  private:
    void addSkin();
    void addRigidParts();
    void addAnimation(const ShapeClip& clip, std::size_t firstShape);
    template <std::size_t N>
    void addChannel(Json& animation, std::size_t times, const std::vector<std::array<float, N>>& values,
                    std::size_t node, const char* path);
    void addRigidChannels(Json& animation, std::size_t times, const ShapeClip& clip);

    const Character& c_;
    std::span<const ShapeClip> clips_;
    std::size_t shapes_ = 0;
    WriteBuffer buffer_;
    GltfMeshes meshes_;
    GltfTimes times_;
    Json nodes_ = Json::array(), animations_ = Json::array();
};

std::string shapeName(const ShapeClip& clip, const SolvedShape& shape) {
    const std::string seconds = std::to_string(std::round(shape.time * 1000) / 1000);
    return clip.name + " " + seconds.substr(0, seconds.find('.') + 4) + " s";
}

void ShapesWriter::addSkin() {
    const std::size_t mesh = meshes_.add(c_.name, c_.surface);
    Json names = Json::array(), weights = Json::array();
    for (const ShapeClip& clip : clips_) {
        for (const SolvedShape& shape : clip.shapes) {
            meshes_.addTarget(mesh, c_.surface, shape.positions);
            names.push_back(shapeName(clip, shape));
            weights.push_back(shapes_++ == 0 ? 1 : 0);
        }
    }
    meshes_.mesh(mesh)["weights"] = std::move(weights);
    meshes_.mesh(mesh)["extras"] = {{"targetNames", std::move(names)}};
    nodes_.push_back({{"name", c_.name.empty() ? "mesh" : c_.name}, {"mesh", mesh}});
}

void ShapesWriter::addRigidParts() {
    const std::vector<Affined>& frames = clips_[0].shapes[0].jointFrames;
    for (const RigidPart& part : c_.rigidParts) {
        const Transformd first = asTransform(frames.at(part.joint));
        nodes_.push_back({{"name", part.name},
                          {"mesh", meshes_.add(part.name, part.surface)},
                          {"translation", toFloats(first.translation)},
                          {"rotation", toFloats(first.rotation)},
                          {"scale", toFloats(first.scale)}});
    }
}

template <std::size_t N>
void ShapesWriter::addChannel(Json& animation, std::size_t times,
                              const std::vector<std::array<float, N>>& values, std::size_t node,
                              const char* path) {
    animation["channels"].push_back(
        {{"sampler", animation["samplers"].size()}, {"target", {{"node", node}, {"path", path}}}});
    animation["samplers"].push_back(
        {{"input", times}, {"interpolation", "LINEAR"}, {"output", buffer_.add(values, Target::None)}});
}

void ShapesWriter::addRigidChannels(Json& animation, std::size_t times, const ShapeClip& clip) {
    for (std::size_t p = 0; p < c_.rigidParts.size(); ++p) {
        std::vector<Float3> translations, scales;
        std::vector<Float4> rotations;
        Quatd before;
        for (const SolvedShape& shape : clip.shapes) {
            Transformd t = asTransform(shape.jointFrames[c_.rigidParts[p].joint]);
            // The nearer of the two quaternions of a turn: not every viewer looks for the shorter way.
            if (dot(before, t.rotation) < 0) t.rotation = -t.rotation;
            before = t.rotation;
            translations.push_back(toFloats(t.translation));
            rotations.push_back(toFloats(t.rotation));
            scales.push_back(toFloats(t.scale));
        }
        addChannel(animation, times, translations, p + 1, "translation");
        addChannel(animation, times, rotations, p + 1, "rotation");
        addChannel(animation, times, scales, p + 1, "scale");
    }
}

void ShapesWriter::addAnimation(const ShapeClip& clip, std::size_t firstShape) {
    std::vector<double> seconds;
    std::vector<std::array<float, 1>> weights(clip.shapes.size() * shapes_, {0.0f});
    for (std::size_t k = 0; k < clip.shapes.size(); ++k) {
        seconds.push_back(clip.shapes[k].time);
        weights[k * shapes_ + firstShape + k] = {1.0f};
    }
    const std::size_t times = times_.add(seconds, "'" + clip.name + "'", buffer_);
    Json animation{{"name", clip.name}, {"channels", Json::array()}, {"samplers", Json::array()}};
    addChannel(animation, times, weights, 0, "weights");
    addRigidChannels(animation, times, clip);
    animations_.push_back(std::move(animation));
}

void requireShapes(const Character& character, std::span<const ShapeClip> clips) {
    if (clips.empty()) throw badInput("'" + character.name + "' has no shapes to write");
    for (const ShapeClip& clip : clips) {
        if (clip.shapes.empty()) throw badInput("clip '" + clip.name + "' has no shapes");
        for (const SolvedShape& shape : clip.shapes) {
            if (shape.jointFrames.size() == character.skeleton.joints.size()) continue;
            throw badInput(shapeName(clip, shape) + " has frames for " +
                           std::to_string(shape.jointFrames.size()) + " joints, but the skeleton has " +
                           std::to_string(character.skeleton.joints.size()));
        }
    }
    for (const RigidPart& part : character.rigidParts) {
        if (part.joint < character.skeleton.joints.size()) continue;
        throw badInput("the rigid part '" + part.name + "' is attached to a joint that does not exist");
    }
}

std::vector<std::byte> ShapesWriter::write() {
    requireShapes(c_, clips_);
    addSkin();
    addRigidParts();
    std::size_t firstShape = 0;
    for (const ShapeClip& clip : clips_) {
        addAnimation(clip, firstShape);
        firstShape += clip.shapes.size();
    }
    Json roots = Json::array();
    for (std::size_t n = 0; n < nodes_.size(); ++n) roots.push_back(n);
    Json root{{"asset", {{"version", "2.0"}, {"generator", "Sinew"}}},
              {"scene", 0},
              {"scenes", {{{"nodes", std::move(roots)}}}},
              {"nodes", nodes_},
              {"meshes", meshes_.meshes()}};
    if (!meshes_.materials().empty()) root["materials"] = meshes_.materials();
    root["animations"] = animations_;
    root["accessors"] = buffer_.accessors();
    root["bufferViews"] = buffer_.views();
    root["buffers"] = Json::array({{{"byteLength", buffer_.bytes().size()}}});
    return packGlb(root, buffer_.bytes());
}

}  // namespace

std::vector<std::byte> shapesToGlb(const Character& character, std::span<const ShapeClip> clips) {
    return ShapesWriter(character, clips).write();
}

void writeShapesGlb(const Character& character, std::span<const ShapeClip> clips,
                    const std::filesystem::path& file) {
    const std::vector<std::byte> bytes = shapesToGlb(character, clips);
    writeFileAtomically(file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

double shapesGlbSize(const Character& character, std::size_t shapes) {
    const auto count = static_cast<double>(shapes);
    return count * (24.0 * static_cast<double>(character.surface.weldedOfFile.size()) + 4 * count);
}

}  // namespace sinew::gltf
