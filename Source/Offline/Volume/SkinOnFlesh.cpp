#include "Offline/Volume/SkinOnFlesh.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "Offline/Geometry/Measure.h"
#include "Offline/Geometry/Topology.h"
#include "Offline/Volume/Attachment.h"
#include "Offline/Volume/FleshParts.h"

namespace sinew {

namespace {

// Spacings from the flesh at which skin begins to follow the skeleton, and does so wholly.
constexpr double kFollowFrom = 1, kFollowTo = 3;

std::string placeName(Vec3d p) {
    const auto number = [](double x) {
        std::string text = std::to_string(std::round(x * 1000) / 1000);
        text.resize(text.find('.') + 4);
        return text;
    };
    return "(" + number(p.x) + ", " + number(p.y) + ", " + number(p.z) + ") m";
}

// The joint that moves a vertex most.
std::string vertexName(const Character& character, std::size_t vertex) {
    const SkinWeights& weights = character.weights;
    if (weights.firstOfVertex.size() != character.surface.positions.size() + 1 ||
        weights.firstOfVertex[vertex] == weights.firstOfVertex[vertex + 1]) {
        return placeName(character.surface.positions[vertex]);
    }
    return character.skeleton.joints[weights.influences[weights.firstOfVertex[vertex]].joint].name;
}

std::vector<VolumeLoss> listed(std::map<std::string, VolumeLoss>&& losses) {
    std::vector<VolumeLoss> list;
    for (auto& [where, loss] : losses) {
        loss.where = where;
        list.push_back(std::move(loss));
    }
    return list;
}

}  // namespace

std::vector<Vec3d> outwardNormals(const Character& character, const FleshParts& parts) {
    std::vector<Vec3d> normals(character.surface.positions.size());
    for (const Triangle& t : character.surface.triangles) {
        const std::uint32_t part = parts.partOfVertex[t[0]];
        if (part == Parts::kNone) continue;
        const Vec3d normal =
            areaVector(TriangleMesh{character.surface.positions, std::span(&t, 1)}.points(0));
        for (const std::uint32_t v : t) normals[v] += parts.decisions[part].turned ? -normal : normal;
    }
    for (Vec3d& normal : normals) normal = normalized(normal);
    return normals;
}

std::string nearestJointName(const Character& character, std::span<const Bone> bones, Vec3d p) {
    const auto nearest = std::min_element(bones.begin(), bones.end(), [&](const Bone& a, const Bone& b) {
        return distanceToBone(a, p) < distanceToBone(b, p);
    });
    return nearest == bones.end() ? placeName(p) : character.skeleton.joints[nearest->joint].name;
}

std::vector<VolumeLoss> lossesAt(const Character& character, std::span<const Bone> bones,
                                 std::span<const Vec3d> places, std::uint32_t VolumeLoss::*counter) {
    std::map<std::string, VolumeLoss> losses;
    for (const Vec3d& p : places) ++(losses[nearestJointName(character, bones, p)].*counter);
    return listed(std::move(losses));
}

SkinOutside skinOutside(const Character& character, const FleshParts& parts, std::span<const double> outside,
                        double spacing) {
    SkinOutside result;
    std::map<std::string, VolumeLoss> lost;
    for (std::size_t v = 0; v < outside.size(); ++v) {
        if (parts.roleOfVertex(v) != PartRole::Flesh) continue;
        result.vertices += outside[v] > 0 ? 1 : 0;
        result.max = std::max(result.max, outside[v]);
        if (outside[v] <= spacing) continue;
        VolumeLoss& loss = lost[vertexName(character, v)];
        ++loss.vertices;
        loss.distance = std::max(loss.distance, outside[v]);
    }
    result.lost = listed(std::move(lost));
    return result;
}

std::vector<std::string> bonesWithoutNodes(const Character& character, std::span<const Bone> bones,
                                           const Attachment& attachment,
                                           std::span<const JointDecision> decisions) {
    std::map<std::uint32_t, std::uint32_t> nodesOfJoint;
    for (std::size_t b = 0; b < bones.size(); ++b) {
        nodesOfJoint[bones[b].joint] += attachment.nodesOfBone[b];
    }
    std::vector<std::string> names;
    for (const JointDecision& decision : decisions) {
        if (decision.carrier == decision.joint && nodesOfJoint[decision.joint] == 0) {
            names.push_back(character.skeleton.joints[decision.joint].name);
        }
    }
    return names;
}

std::vector<float> followShares(const Character& character, const FleshParts& parts,
                                std::span<const double> outside, double spacing) {
    std::vector<float> follows(outside.size(), 0);
    if (character.skeleton.joints.empty()) return follows;
    for (std::size_t v = 0; v < follows.size(); ++v) {
        const double spacings = outside[v] / spacing;
        const double share = std::clamp((spacings - kFollowFrom) / (kFollowTo - kFollowFrom), 0.0, 1.0);
        follows[v] = parts.roleOfVertex(v) == PartRole::Rigid
                         ? 1
                         : static_cast<float>(share * share * (3 - 2 * share));
    }
    return follows;
}

}  // namespace sinew
