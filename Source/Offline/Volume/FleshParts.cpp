#include "Offline/Volume/FleshParts.h"

#include <algorithm>
#include <cmath>

#include "Offline/Character/Finding.h"
#include "Offline/Error.h"
#include "Offline/Geometry/Measure.h"
#include "Offline/Volume/Solid.h"

namespace sinew {

namespace {

// Of the largest piece's volume.
constexpr double kRigidVolume = 0.02;
constexpr double kOwnVolume = 0.005;
// Of all weight: what one joint must have for a piece to be rigid.
constexpr double kOneJoint = 0.98;

struct JointShare {
    std::int32_t joint = -1;
    double share = 0;
};

// The joint with most of the weight of each part.
std::vector<JointShare> jointShares(const Character& character, const std::vector<std::uint32_t>& partOf,
                                    std::uint32_t parts) {
    const std::size_t joints = character.skeleton.joints.size();
    std::vector<JointShare> shares(parts);
    const SkinWeights& weights = character.weights;
    if (joints == 0 || weights.firstOfVertex.size() != partOf.size() + 1) return shares;
    std::vector<std::vector<std::uint32_t>> vertices(parts);
    for (std::uint32_t v = 0; v < partOf.size(); ++v) {
        if (partOf[v] != Parts::kNone) vertices[partOf[v]].push_back(v);
    }
    for (std::uint32_t part = 0; part < parts; ++part) {
        std::vector<double> weight(joints, 0);
        double all = 0;
        for (const std::uint32_t v : vertices[part]) {
            for (std::uint32_t i = weights.firstOfVertex[v]; i < weights.firstOfVertex[v + 1]; ++i) {
                weight[weights.influences[i].joint] += static_cast<double>(weights.influences[i].weight);
                all += static_cast<double>(weights.influences[i].weight);
            }
        }
        const auto largest = std::max_element(weight.begin(), weight.end());
        if (all > 0) shares[part] = {static_cast<std::int32_t>(largest - weight.begin()), *largest / all};
    }
    return shares;
}

std::string percent(double part) {
    const double tenths = std::round(part * 1000) / 10;
    std::string text = std::to_string(tenths);
    text.resize(text.find('.') + 2);
    return text + " %";
}

struct Judge {
    const Character& character;
    const std::vector<PartMeasure>& measures;
    const std::vector<JointShare>& shares;
    std::uint32_t body;  // Parts::kNone where every piece is a sheet

    void decide(PartDecision& decision) const {
        const PartMeasure& measure = measures[decision.part];
        const JointShare& share = shares[decision.part];
        const double relative = body == Parts::kNone ? 0 : std::abs(measure.volume / measures[body].volume);
        if (decision.part == body) {
            decision.role = PartRole::Flesh;
            decision.reason = "the largest piece with an inside";
        } else if (share.share >= kOneJoint && relative < kRigidVolume) {
            decision.role = PartRole::Rigid;
            decision.reason = "moves with joint \"" +
                              character.skeleton.joints[static_cast<std::size_t>(share.joint)].name +
                              "\" alone, " + percent(relative) + " of the body's volume";
        } else if (measure.isSheet()) {
            decision.role = PartRole::Skin;
            decision.reason = "an open sheet without an inside";
        } else if (relative < kOwnVolume) {
            decision.role = PartRole::Skin;
            decision.reason =
                "too small for flesh of its own, " + percent(relative) + " of the body's volume";
        } else {
            decision.role = PartRole::Flesh;
            decision.reason = "has an inside, " + percent(relative) + " of the body's volume";
        }
    }
};

std::uint32_t largestWithInside(const std::vector<PartMeasure>& measures) {
    std::uint32_t best = Parts::kNone;
    for (std::uint32_t part = 0; part < measures.size(); ++part) {
        if (measures[part].isSheet() || measures[part].volume == 0) continue;
        if (best == Parts::kNone || std::abs(measures[part].volume) > std::abs(measures[best].volume))
            best = part;
    }
    return best;
}

void applyOverrides(std::vector<PartDecision>& decisions, std::span<const PartOverride> overrides) {
    for (const PartOverride& override : overrides) {
        if (override.part >= decisions.size()) {
            throw badInput("the recipe refers to part " + std::to_string(override.part) +
                               ", but the surface has only " + counted(decisions.size(), "part"),
                           "Use a part number that `sinew volume` lists; the first part is 0.");
        }
        decisions[override.part].role = override.role;
        decisions[override.part].reason = "set by the recipe";
    }
}

std::vector<Triangle> trianglesOf(const Character& character, const Parts& parts,
                                  const std::vector<PartDecision>& decisions,
                                  std::uint32_t without = Parts::kNone) {
    std::vector<Triangle> triangles;
    for (std::size_t t = 0; t < parts.partOfTriangle.size(); ++t) {
        const std::uint32_t part = parts.partOfTriangle[t];
        if (part == Parts::kNone || part == without || decisions[part].role != PartRole::Flesh) continue;
        Triangle triangle = character.surface.triangles[t];
        if (decisions[part].turned) std::swap(triangle[1], triangle[2]);
        triangles.push_back(triangle);
    }
    return triangles;
}

void turnInsideOut(const Character& character, const Parts& parts, const std::vector<PartMeasure>& measures,
                   std::vector<PartDecision>& decisions, const Jobs& jobs) {
    for (PartDecision& decision : decisions) {
        if (decision.role != PartRole::Flesh || measures[decision.part].isSheet() || decision.volume >= 0)
            continue;
        const Solid others(character.surface.positions,
                           trianglesOf(character, parts, decisions, decision.part), jobs);
        const bool cavity = others.inside(character.surface.positions[measures[decision.part].vertex]);
        decision.turned = !cavity;
        decision.reason += cavity ? "; a cavity: its faces point inwards and it lies inside other flesh"
                                  : "; its faces pointed inwards and were flipped";
    }
}

}  // namespace

std::string_view partRoleName(PartRole role) {
    switch (role) {
        case PartRole::Flesh:
            return "flesh";
        case PartRole::Rigid:
            return "rigid";
        case PartRole::Skin:
            return "skin";
    }
    return "?";
}

PartRole FleshParts::roleOfVertex(std::size_t vertex) const {
    const std::uint32_t part = partOfVertex[vertex];
    return part == Parts::kNone ? PartRole::Skin : decisions[part].role;
}

FleshParts decideParts(const Character& character, std::span<const PartOverride> overrides,
                       const Jobs& jobs) {
    const TriangleMesh mesh{character.surface.positions, character.surface.triangles};
    const EdgeTable edges = edgeTable(mesh.triangles);
    const Parts parts = connectedParts(mesh.triangles);
    const std::vector<PartMeasure> measures = measureParts(mesh, edges, parts);
    const std::vector<PartTopology> topologies = partTopologies(mesh.triangles, edges, parts);

    FleshParts result;
    result.partOfVertex.assign(mesh.positions.size(), Parts::kNone);
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        if (parts.partOfTriangle[t] == Parts::kNone) continue;
        for (const std::uint32_t v : mesh.triangles[t]) result.partOfVertex[v] = parts.partOfTriangle[t];
    }
    const std::vector<JointShare> shares = jointShares(character, result.partOfVertex, parts.count);
    const Judge judge{character, measures, shares, largestWithInside(measures)};
    for (std::uint32_t part = 0; part < parts.count; ++part) {
        PartDecision decision;
        decision.part = part;
        decision.vertices = topologies[part].vertices;
        decision.volume = measures[part].volume;
        decision.joint = shares[part].joint;
        judge.decide(decision);
        result.decisions.push_back(std::move(decision));
    }
    applyOverrides(result.decisions, overrides);
    turnInsideOut(character, parts, measures, result.decisions, jobs);
    result.triangles = trianglesOf(character, parts, result.decisions);
    if (result.triangles.empty()) {
        throw badInput("no piece of the surface has an inside, so there is no flesh",
                       "Close the holes of the body, or set a part as flesh in the recipe.");
    }
    return result;
}

}  // namespace sinew
