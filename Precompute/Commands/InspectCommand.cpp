#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "Asset/Writer.h"
#include "AssetReport.h"
#include "Commands/Command.h"
#include "Offline/Character/Motion/Motion.h"
#include "Offline/Character/Pose.h"
#include "Offline/Files.h"
#include "Offline/Geometry/Box.h"

namespace sinew {

namespace {

using Json = nlohmann::ordered_json;

Json vec(Vec3d v) {
    return {v.x, v.y, v.z};
}

// Vertices that follow each joint.
std::vector<std::uint32_t> verticesOfJoints(const Character& character) {
    std::vector<std::uint32_t> count(character.skeleton.joints.size());
    for (const SkinWeights::Influence& influence : character.weights.influences) ++count[influence.joint];
    return count;
}

std::uint32_t maxInfluences(const SkinWeights& weights) {
    std::uint32_t largest = 0;
    for (std::size_t v = 0; v + 1 < weights.firstOfVertex.size(); ++v) {
        largest = std::max(largest, weights.firstOfVertex[v + 1] - weights.firstOfVertex[v]);
    }
    return largest;
}

Json jointsJson(const Character& character) {
    const std::vector<std::uint32_t> vertices = verticesOfJoints(character);
    const std::vector<Affined> bind = bindFrames(character.skeleton);
    Json joints = Json::array();
    for (std::size_t j = 0; j < character.skeleton.joints.size(); ++j) {
        const Joint& joint = character.skeleton.joints[j];
        joints.push_back({{"name", joint.name},
                          {"parent", joint.parent},
                          {"vertices", vertices[j]},
                          {"bindPosition", vec(bind[j].translation)}});
    }
    return joints;
}

Json clipsJson(const std::vector<Clip>& clips) {
    Json list = Json::array();
    for (const Clip& clip : clips) list.push_back({{"name", clip.name}, {"seconds", clip.duration}});
    return list;
}

Json characterJson(const Character& character) {
    const Box box = boxOf(character.surface.positions);
    Json rigid = Json::array();
    for (const RigidPart& part : character.rigidParts) {
        rigid.push_back({{"name", part.name},
                         {"joint", character.skeleton.joints[part.joint].name},
                         {"vertices", part.surface.positions.size()},
                         {"triangles", part.surface.triangles.size()}});
    }
    constexpr const char* kAxis[] = {"x", "y", "z"};
    return {{"kind", "character"},
            {"name", character.name},
            {"vertices", character.surface.positions.size()},
            {"fileVertices", character.surface.weldedOfFile.size()},
            {"triangles", character.surface.triangles.size()},
            {"hasUvs", !character.surface.uvs.empty()},
            {"hasColours", !character.surface.colours.empty()},
            {"materials", character.surface.materials},
            {"size", vec(extent(box))},
            {"metresPerUnit", character.units.metresPerUnit},
            {"fileUpAxis", kAxis[static_cast<int>(character.units.up)]},
            {"mostInfluences", maxInfluences(character.weights)},
            {"joints", jointsJson(character)},
            {"rigidParts", std::move(rigid)},
            {"clips", clipsJson(character.clips)}};
}

std::string jointTree(const Json& joints) {
    std::string text;
    std::vector<int> depth(joints.size());
    // Parents come first, but not depth first: list children under their parents.
    std::vector<std::vector<std::size_t>> children(joints.size() + 1);
    for (std::size_t j = 0; j < joints.size(); ++j) {
        const int parent = joints[j]["parent"];
        children[parent < 0 ? joints.size() : static_cast<std::size_t>(parent)].push_back(j);
    }
    std::vector<std::size_t> open(children.back().rbegin(), children.back().rend());
    while (!open.empty()) {
        const std::size_t j = open.back();
        open.pop_back();
        const int parent = joints[j]["parent"];
        depth[j] = parent < 0 ? 1 : depth[static_cast<std::size_t>(parent)] + 1;
        const std::string name =
            std::string(static_cast<std::size_t>(depth[j]) * 2, ' ') + joints[j]["name"].get<std::string>();
        text += fmt::format("{:<44}{:>7}\n", name, joints[j]["vertices"].get<std::uint32_t>());
        open.insert(open.end(), children[j].rbegin(), children[j].rend());
    }
    return text;
}

std::string readable(const Json& c) {
    std::string text = fmt::format("{}\n", c["name"].get<std::string>());
    const auto line = [&](std::string_view what, const std::string& value) {
        text += fmt::format("  {:<12}{}\n", what, value);
    };
    const Json& size = c["size"];
    line("surface",
         fmt::format("{} vertices ({} in the file), {} triangles, {}{}", c["vertices"].get<std::size_t>(),
                     c["fileVertices"].get<std::size_t>(), c["triangles"].get<std::size_t>(),
                     c["hasUvs"].get<bool>() ? "with UVs" : "no UVs",
                     c["hasColours"].get<bool>() ? ", with vertex colours" : ""));
    line("size", fmt::format("{:.3f} x {:.3f} x {:.3f} m (1 file unit = {:g} m, {} up in the file)",
                             size[0].get<double>(), size[1].get<double>(), size[2].get<double>(),
                             c["metresPerUnit"].get<double>(), c["fileUpAxis"].get<std::string>()));
    line("materials", fmt::format("{}", c["materials"].size()));
    line("skin", fmt::format("{} joints, up to {} influences per vertex", c["joints"].size(),
                             c["mostInfluences"].get<int>()));
    for (const Json& part : c["rigidParts"]) {
        line("rigid part",
             fmt::format("{} on {}, {} triangles", part["name"].get<std::string>(),
                         part["joint"].get<std::string>(), part["triangles"].get<std::size_t>()));
    }
    for (const Json& clip : c["clips"]) {
        line("clip",
             fmt::format("{} ({:.2f} s)", clip["name"].get<std::string>(), clip["seconds"].get<double>()));
    }
    if (!c["joints"].empty())
        text += fmt::format("  {:<42}{:>7}\n", "joint", "vertices") + jointTree(c["joints"]);
    text.pop_back();
    return text;
}

Json motionJson(const motion::Motion& motion) {
    Json joints = Json::array();
    for (const Joint& joint : motion.skeleton.joints)
        joints.push_back({{"name", joint.name}, {"parent", joint.parent}});
    return {{"kind", "motion"},
            {"name", motion.name},
            {"frames", motion.frames},
            {"frameSeconds", motion.frameTime},
            {"seconds", motion.clip.duration},
            {"metresPerUnit", motion.units.metresPerUnit},
            {"joints", std::move(joints)}};
}

std::string readableMotion(const Json& m) {
    std::string text = fmt::format("{}\n  {} frames of {:.4f} s, {:.2f} s in total, 1 file unit = {:g} m\n",
                                   m["name"].get<std::string>(), m["frames"].get<std::size_t>(),
                                   m["frameSeconds"].get<double>(), m["seconds"].get<double>(),
                                   m["metresPerUnit"].get<double>());
    std::string names;
    for (const Json& joint : m["joints"]) {
        names += (names.empty() ? "" : ", ") + joint["name"].get<std::string>();
    }
    return text + "  " + wrapped(fmt::format("{} joints: {}", m["joints"].size(), names), 2);
}

int runInspect(const CharacterOptions& options, const Session& session) {
    if (lowerExtension(options.file) == ".sinew") {
        const LoadedAsset asset = loadAsset(options.file);
        const Json report = assetJson(asset.view);
        session.console.print(session.json ? dumped(report) : assetText(report));
        return 0;
    }
    const bool isMotion = lowerExtension(options.file) == ".bvh";
    const ImportOptions given = options.importOptions();
    const Json report = isMotion
                            ? motionJson(motion::readMotion(options.file, {given.up, given.metresPerUnit}))
                            : characterJson(options.import());
    const std::string text = isMotion ? readableMotion(report) : readable(report);
    session.console.print(session.json ? dumped(report) : text);
    return 0;
}

}  // namespace

void addInspectCommand(CLI::App& app, Session& session) {
    auto options = std::make_shared<CharacterOptions>();
    CLI::App& command =
        *app.add_subcommand("inspect", "Show the contents of a character, a motion or an asset");
    options->addTo(command, "Character (.glb, .gltf, .obj), motion (.bvh) or asset (.sinew)");
    command.add_flag("--json", session.json, "Print the contents, or the error, as JSON");
    command.footer("Example:\n  sinew inspect dance.bvh --json");
    command.callback(
        [options, &session] { session.run = [options, &session] { return runInspect(*options, session); }; });
}

}  // namespace sinew
