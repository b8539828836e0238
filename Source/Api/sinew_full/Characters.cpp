#include "Api/sinew_full/Characters.h"

#include <cmath>
#include <set>

#include "Offline/Character/Finding.h"
#include "Offline/Error.h"
#include "Offline/Lattice/VolumeReport.h"
#include "Runtime/Tick/Frame.h"

namespace sinew {

namespace {

constexpr float kFarthest = 1e6f;    // metres, and the largest scale
constexpr double kSmallest = 1e-18;  // change of volume by a bone

std::string vertexAt(std::size_t index) {
    return "vertex " + std::to_string(index);
}

std::string jointAt(std::size_t index, const std::string& name) {
    return "joint " + std::to_string(index) + " (" + inQuotes(name) + ")";
}

bool allFinite(const float* numbers, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        if (!std::isfinite(numbers[i])) return false;
    }
    return true;
}

std::vector<Vec3d> positionsOf(const float* given, std::uint32_t count) {
    std::vector<Vec3d> positions;
    positions.reserve(count);
    for (std::size_t v = 0; v < count; ++v) {
        const Vec3f p{given[3 * v], given[3 * v + 1], given[3 * v + 2]};
        if (!isFinite(p)) throw badInput(vertexAt(v) + " has a position that is not a number");
        positions.push_back(convert<double>(p));
    }
    return positions;
}

std::vector<Vec3f> normalsOf(const float* given, std::uint32_t count) {
    std::vector<Vec3f> normals;
    for (std::size_t v = 0; given != nullptr && v < count; ++v) {
        const Vec3f n{given[3 * v], given[3 * v + 1], given[3 * v + 2]};
        if (!isFinite(n)) throw badInput("the normal of " + vertexAt(v) + " is not a number");
        normals.push_back(n);
    }
    return normals;
}

// Tangents and colours.
std::vector<std::array<float, 4>> foursOf(const float* given, std::uint32_t count, const char* what) {
    std::vector<std::array<float, 4>> fours;
    for (std::size_t v = 0; given != nullptr && v < count; ++v) {
        const float* const f = given + 4 * v;
        if (!allFinite(f, 4)) throw badInput(std::string(what) + " of " + vertexAt(v) + " is not a number");
        fours.push_back({f[0], f[1], f[2], f[3]});
    }
    return fours;
}

std::vector<Triangle> trianglesOf(const std::uint32_t* given, std::uint32_t count, std::uint32_t vertices) {
    std::vector<Triangle> triangles;
    triangles.reserve(count);
    for (std::size_t t = 0; t < count; ++t) {
        const Triangle triangle{given[3 * t], given[3 * t + 1], given[3 * t + 2]};
        for (const std::uint32_t v : triangle) {
            if (v >= vertices)
                throw badInput("triangle " + std::to_string(t) + " refers to " + vertexAt(v) +
                               ", but there are only " + std::to_string(vertices) + " vertices");
        }
        triangles.push_back(triangle);
    }
    return triangles;
}

void requireSome(std::uint32_t count, std::size_t limit, const char* what) {
    if (count == 0) throw badInput(std::string("the character has no ") + what);
    if (count > limit) throw badInput(std::string("the character has too many ") + what);
}

SkinWeights weightsOf(const SinewFullCharacter& given) {
    SkinWeights weights;
    weights.firstOfVertex.assign(given.firstWeight, given.firstWeight + given.vertexCount + 1);
    for (std::size_t v = 0; v < given.vertexCount; ++v) {
        if (given.firstWeight[0] != 0 || given.firstWeight[v + 1] < given.firstWeight[v])
            throw badInput(
                "firstWeight of " + vertexAt(v) + " is wrong",
                "firstWeight must begin with 0, never decrease, and end with the number of weights.");
    }
    for (std::size_t v = 0; v < given.vertexCount; ++v) {
        for (std::uint32_t i = given.firstWeight[v]; i < given.firstWeight[v + 1]; ++i) {
            if (given.weightJoints[i] >= given.jointCount)
                throw badInput(vertexAt(v) + " has a weight of joint " +
                               std::to_string(given.weightJoints[i]) + ", but there are only " +
                               std::to_string(given.jointCount) + " joints");
            if (!std::isfinite(given.weights[i]))
                throw badInput("a weight of " + vertexAt(v) + " is not a number");
            weights.influences.push_back({given.weightJoints[i], given.weights[i]});
        }
    }
    return weights;
}

Affined frameOf(const SinewBone& bone, const std::string& what) {
    const JointPose pose{{bone.rotation[0], bone.rotation[1], bone.rotation[2], bone.rotation[3]},
                         {bone.translation[0], bone.translation[1], bone.translation[2]},
                         {bone.scale[0], bone.scale[1], bone.scale[2]}};
    const float turned = dot(pose.rotation, pose.rotation);
    const auto isWithin = [](Vec3f v) { return length(v) < kFarthest; };  // not so for what is no number
    if (!(turned > 0.5f && turned < 2) || !isWithin(pose.translation) || !isWithin(pose.scale))
        throw badInput(what +
                       " has a transform that is not finite, is too large, or has a rotation that is not "
                       "a quaternion of length 1");
    const Affined frame = toAffine(pose);
    if (!(std::abs(determinant(frame.linear)) > kSmallest))
        throw badInput(what + " has a scale of 0", "Use a small scale instead of 0.");
    return frame;
}

Skeleton skeletonOf(const SinewFullCharacter& given) {
    Skeleton skeleton;
    std::set<std::string> known;
    std::vector<Affined> frames;
    for (std::size_t j = 0; j < given.jointCount; ++j) {
        const std::string name = given.names[j] == nullptr ? "" : given.names[j];
        const std::string what = jointAt(j, name);
        if (name.empty() || !known.insert(name).second)
            throw badInput(what + (name.empty() ? " has no name" : " has the same name as another joint"),
                           "Give every joint a unique name.");
        const std::int32_t parent = given.parents[j];
        if (parent < -1 || parent >= static_cast<std::int32_t>(j))
            throw badInput(what + " has the parent " + std::to_string(parent),
                           "A parent must come before its children; the parent of a root is -1.");
        frames.push_back(frameOf(given.bind[j], what));
        const Affined local =
            parent < 0 ? frames[j] : inverse(frames[static_cast<std::size_t>(parent)]) * frames[j];
        skeleton.joints.push_back({name, parent, toTransform(local)});
        skeleton.inverseBind.push_back(inverse(frames[j]));
    }
    return skeleton;
}

void refuseErrors(const std::vector<Finding>& findings) {
    for (const Finding& finding : findings) {
        if (finding.severity == Severity::Error) throw badInput(finding.text, finding.remedy);
    }
}

std::vector<std::string> placesOf(const std::vector<VolumeLoss>& losses) {
    std::vector<std::string> places;
    for (const VolumeLoss& loss : losses) places.push_back(loss.where);
    return places;
}

}  // namespace

Character characterOf(const SinewFullCharacter& given) {
    requireSome(given.vertexCount, kMaxVertices, "vertices");
    requireSome(given.triangleCount, kMaxTriangles, "triangles");
    requireSome(given.jointCount, 1u << 16, "joints");
    Character character;
    character.name = given.name == nullptr ? "" : given.name;
    character.skeleton = skeletonOf(given);
    FileMesh mesh;
    mesh.positions = positionsOf(given.positions, given.vertexCount);
    mesh.normals = normalsOf(given.normals, given.vertexCount);
    mesh.tangents = foursOf(given.tangents, given.vertexCount, "the tangent");
    mesh.colours = foursOf(given.colours, given.vertexCount, "the colour");
    mesh.triangles = trianglesOf(given.triangles, given.triangleCount, given.vertexCount);
    mesh.materialOf.assign(mesh.triangles.size(), 0);
    mesh.materials = {"skin"};
    mesh.weights = weightsOf(given);
    std::vector<Vec3d> joints;
    for (const Affined& toJoint : character.skeleton.inverseBind)
        joints.push_back(inverse(toJoint).translation);
    repairWeights(mesh, joints, character.findings);
    WeldedMesh welded = weldMesh(std::move(mesh), "the mesh", character.findings);
    character.surface = std::move(welded.surface);
    character.weights = std::move(welded.weights);
    refuseErrors(character.findings);
    return character;
}

Surface surfaceOf(const SinewMeshSource& given, const std::uint32_t* triangles, std::uint32_t triangleCount) {
    requireSome(given.vertexCount, kMaxVertices, "vertices");
    FileMesh mesh;
    mesh.positions = positionsOf(given.positions, given.vertexCount);
    mesh.normals = normalsOf(given.normals, given.vertexCount);
    mesh.tangents = foursOf(given.tangents, given.vertexCount, "the tangent");
    mesh.triangles = trianglesOf(triangles, triangleCount, given.vertexCount);
    mesh.materialOf.assign(mesh.triangles.size(), 0);
    std::vector<Finding> unheard;
    return weldMesh(std::move(mesh), "the mesh", unheard).surface;
}

std::vector<Affined> framesOf(std::span<const SinewBone> bones, const Skeleton& skeleton) {
    std::vector<Affined> frames;
    for (std::size_t j = 0; j < bones.size(); ++j) {
        frames.push_back(frameOf(bones[j], "the bone of " + jointAt(j, skeleton.joints[j].name)));
    }
    return frames;
}

std::string notesOn(const Character& character, const lattice::VolumeReport& report) {
    std::string notes;
    for (const Finding& finding : character.findings) {
        notes += finding.text + (finding.remedy.empty() ? "." : ". " + finding.remedy) + "\n";
    }
    if (!report.lost.empty())
        notes += "The cells are too large for thin parts of the skin at " + listed(placesOf(report.lost)) +
                 ", which follow the skeleton instead. Use more cells.\n";
    if (!report.dropped.empty())
        notes +=
            "Flesh at " + listed(placesOf(report.dropped)) + " is not attached to a bone and was left out.\n";
    if (!report.bonesWithoutNodes.empty())
        notes += "The cells are too large for the bones of " + listed(report.bonesWithoutNodes) +
                 ". Use more cells.\n";
    return notes;
}

}  // namespace sinew
