#include "Offline/Character/Import.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>
#include <vector>

#include "Offline/Character/Gltf/Read.h"
#include "Offline/Character/Obj.h"
#include "Offline/Character/Pose.h"
#include "Offline/Character/Units.h"
#include "Offline/Error.h"
#include "Offline/Files.h"
#include "Offline/Geometry/Box.h"

namespace sinew {

namespace {

enum class Format { Gltf, Obj, Fbx, Bvh, Unknown };

bool startsWith(std::span<const std::byte> bytes, std::string_view text) {
    return bytes.size() >= text.size() &&
           std::equal(text.begin(), text.end(), bytes.begin(),
                      [](char c, std::byte b) { return static_cast<std::byte>(c) == b; });
}

// Content first: a GLB called .gltf, or an FBX called anything, is still what it is.
Format formatOf(std::span<const std::byte> bytes, const std::string& extension) {
    if (startsWith(bytes, "glTF")) return Format::Gltf;
    if (startsWith(bytes, "Kaydara FBX") || startsWith(bytes, "; FBX") || extension == ".fbx")
        return Format::Fbx;
    if (startsWith(bytes, "HIERARCHY") || extension == ".bvh") return Format::Bvh;
    if (extension == ".gltf" || extension == ".glb" || extension == ".vrm") return Format::Gltf;
    if (extension == ".obj") return Format::Obj;
    return Format::Unknown;
}

void requireFinite(const Character& character) {
    for (const Vec3d p : character.surface.positions) {
        if (!isFinite(p))
            throw badInput("the mesh has positions that are too large",
                           "Scale the character to its real size in the modelling program.");
    }
    for (std::size_t j = 0; j < character.skeleton.joints.size(); ++j) {
        const Affined& bind = character.skeleton.inverseBind[j];
        if (std::isfinite(squaredNorm(bind.linear)) && isFinite(bind.translation)) continue;
        throw badInput("the bind pose of joint \"" + character.skeleton.joints[j].name +
                           "\" cannot be computed, because its bind matrix cannot be inverted",
                       "Reset the joint's scale in the modelling program and bind the mesh again.");
    }
}

// The largest turn between bind and rest pose among joints that move the surface.
void noteRestAgainstBind(Character& character) {
    constexpr double kDegrees = 180 / 3.14159265358979323846;
    std::vector<bool> weighted(character.skeleton.joints.size());
    for (const auto& i : character.weights.influences) weighted[i.joint] = true;
    const std::vector<Affined> change = skinMatrices(character.skeleton, restPose(character.skeleton));
    const Box box = boxOf(character.surface.positions);
    const Vec3d middle = (box.low + box.high) * 0.5;
    double angle = 0, shift = 0;
    std::size_t worst = 0;
    for (std::size_t j = 0; j < change.size(); ++j) {
        if (!weighted[j]) continue;
        shift = std::max(shift, length(transformPoint(change[j], middle) - middle));
        const double turned = length(logMap(toTransform(change[j]).rotation)) * kDegrees;
        if (!(turned > angle)) continue;
        angle = turned;
        worst = j;
    }
    if (angle < 0.5 && shift <= 5e-3 * length(box.high - box.low)) return;
    std::array<char, 32> degrees{};
    std::snprintf(degrees.data(), degrees.size(), "%.1f", angle);
    character.findings.push_back({Severity::Note, "rest-differs-from-bind",
                                  "the rest pose differs from the bind pose: joint \"" +
                                      character.skeleton.joints[worst].name + "\" is rotated by " +
                                      degrees.data() + " degrees; Sinew uses the inverse bind matrices",
                                  ""});
}

Character read(std::span<const std::byte> bytes, const std::string& fileName,
               const std::filesystem::path& folder) {
    const std::string extension = lowerExtension(fileName);
    const Format format = formatOf(bytes, extension);
    if (bytes.empty() && format != Format::Unknown)
        throw badInput("the file is empty", "Export or copy the file again.");
    switch (format) {
        case Format::Gltf:
            return gltf::readCharacter(bytes, folder);
        case Format::Obj:
            return readObj(bytes);
        case Format::Fbx:
            throw badInput(
                "Sinew cannot read FBX files",
                "Convert the file with FBX2glTF --binary --input in.fbx --output out.glb, or in Blender "
                "File > Import > FBX, then File > Export > glTF 2.0.");
        case Format::Bvh:
            throw badInput("the file is a motion (BVH), not a character",
                           "Use sinew inspect to look at the motion, or apply it to a character: "
                           "sinew render CHARACTER.glb --motion " +
                               fileName);
        case Format::Unknown:
            break;
    }
    throw badInput("Sinew cannot read files of type \"" + extension + "\"",
                   "Sinew reads .glb and .gltf (glTF 2.0) and, without a rig, .obj.");
}

Character importFrom(std::span<const std::byte> bytes, const std::string& fileName,
                     const std::filesystem::path& folder, const ImportOptions& options) {
    if (options.metresPerUnit && !(*options.metresPerUnit > 1e-12 && *options.metresPerUnit < 1e12)) {
        throw Error(ErrorKind::Usage, "the number of metres per unit must be positive");
    }
    Character character = read(bytes, fileName, folder);
    character.name = pathOf(fileName).stem().string();
    requireFinite(character);
    toMetresYUp(character, options.metresPerUnit, options.up);
    noteRestAgainstBind(character);
    return character;
}

Error named(const Error& error, const std::string& file) {
    return {error.kind(), file + ": " + error.what(), error.remedy()};
}

}  // namespace

Character importCharacter(const std::filesystem::path& path, const ImportOptions& options) {
    const std::string bytes = readFile(path);
    std::filesystem::path folder = path.parent_path();
    if (folder.empty()) folder = ".";
    try {
        return importFrom(std::as_bytes(std::span(bytes)), path.filename().string(), folder, options);
    } catch (const Error& error) {
        throw named(error, path.string());
    }
}

Character importCharacter(std::span<const std::byte> bytes, const std::string& fileName,
                          const ImportOptions& options) {
    try {
        return importFrom(bytes, fileName, {}, options);
    } catch (const Error& error) {
        throw named(error, fileName);
    }
}

}  // namespace sinew
