#include "Offline/Volume/BodyParts.h"

#include <algorithm>
#include <map>

#include "Offline/Geometry/Topology.h"

namespace sinew {

namespace {

constexpr std::uint32_t kNone = JointDecision::kNone;

// The joint whose bones carry the flesh of the joint that a triangle follows most.
std::uint32_t jointOfTriangle(const Character& character, std::span<const JointDecision> joints,
                              const Triangle& triangle) {
    std::map<std::uint32_t, double> shares;
    for (const std::uint32_t v : triangle) {
        for (std::uint32_t i = character.weights.firstOfVertex[v]; i < character.weights.firstOfVertex[v + 1];
             ++i) {
            const SkinWeights::Influence& influence = character.weights.influences[i];
            const std::uint32_t carrier = joints[influence.joint].carrier;
            if (carrier != kNone) shares[carrier] += static_cast<double>(influence.weight);
        }
    }
    const auto largest = std::max_element(shares.begin(), shares.end(),
                                          [](const auto& a, const auto& b) { return a.second < b.second; });
    return largest == shares.end() ? kNone : largest->first;
}

// Fans from the middle of each rim, running against the triangles they close.
void closeSkin(BodyPart& part, std::uint32_t vertices) {
    const EdgeTable table = edgeTable(part.skin);
    part.rims = openRims(table);
    std::map<std::uint32_t, std::uint32_t> middleOf;
    for (std::size_t r = 0; r < part.rims.size(); ++r) {
        for (const std::uint32_t v : part.rims[r]) middleOf[v] = vertices + static_cast<std::uint32_t>(r);
    }
    for (const Edge& edge : table.edges) {
        if (edge.kind != EdgeKind::Open) continue;
        const bool forward = table.usesOf(edge)[0].forward;
        part.skin.push_back(
            {forward ? edge.high : edge.low, forward ? edge.low : edge.high, middleOf.at(edge.low)});
    }
}

}  // namespace

std::vector<Triangle> fleshTriangles(const Character& character, std::span<const PartDecision> decisions) {
    const Parts parts = connectedParts(character.surface.triangles);
    std::vector<Triangle> flesh;
    for (std::size_t t = 0; t < parts.partOfTriangle.size(); ++t) {
        if (parts.partOfTriangle[t] == Parts::kNone) continue;
        const PartDecision& decision = decisions[parts.partOfTriangle[t]];
        Triangle triangle = character.surface.triangles[t];
        if (decision.turned) std::swap(triangle[1], triangle[2]);
        if (decision.role == PartRole::Flesh) flesh.push_back(triangle);
    }
    return flesh;
}

std::vector<BodyPart> bodyParts(const Character& character, const FleshDecisions& decisions) {
    std::map<std::uint32_t, BodyPart> parts;
    for (const Bone& bone : decisions.bones) parts[bone.joint].joint = bone.joint;
    for (const Triangle& triangle : fleshTriangles(character, decisions.parts)) {
        const std::uint32_t joint = jointOfTriangle(character, decisions.joints, triangle);
        if (const auto at = parts.find(joint); at != parts.end()) at->second.skin.push_back(triangle);
    }
    std::vector<BodyPart> list;
    for (auto& [joint, part] : parts) {
        closeSkin(part, static_cast<std::uint32_t>(character.surface.positions.size()));
        list.push_back(std::move(part));
    }
    return list;
}

double skinVolume(const BodyPart& part, std::span<const Vec3d> positions) {
    if (part.skin.empty()) return 0;
    std::vector<Vec3d> middles;
    for (const std::vector<std::uint32_t>& rim : part.rims) {
        Vec3d sum;
        for (const std::uint32_t v : rim) sum += positions[v];
        middles.push_back(sum / static_cast<double>(rim.size()));
    }
    const auto at = [&](std::uint32_t v) {
        return v < positions.size() ? positions[v] : middles[v - positions.size()];
    };
    const Vec3d origin = at(part.skin[0][0]);
    double sum = 0;
    for (const Triangle& t : part.skin) {
        sum += dot(at(t[0]) - origin, cross(at(t[1]) - origin, at(t[2]) - origin));
    }
    return sum / 6;
}

}  // namespace sinew
