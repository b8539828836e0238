#include <algorithm>
#include <cmath>
#include <limits>

#include "Offline/Character/FileMesh.h"
#include "Offline/Character/Words.h"

namespace sinew {

namespace {

using Influence = SkinWeights::Influence;

// Four 8-bit weights may miss one by this much through rounding alone.
constexpr double kRounding = 0.01;

struct Repairs {
    std::size_t notNormalised = 0, negative = 0, without = 0;
    double worstSum = 1;
};

void mergeJoints(std::vector<Influence>& influences) {
    std::sort(influences.begin(), influences.end(),
              [](const Influence& a, const Influence& b) { return a.joint < b.joint; });
    std::size_t kept = 0;
    for (const Influence& i : influences) {
        if (kept > 0 && influences[kept - 1].joint == i.joint) {
            influences[kept - 1].weight += i.weight;
        } else {
            influences[kept++] = i;
        }
    }
    influences.resize(kept);
}

// `influences` of one vertex, unsorted in, as SkinWeights wants them out.
void repairVertex(std::vector<Influence>& influences, Repairs& repairs) {
    const auto bad = [](const Influence& i) { return !(i.weight > 0); };
    if (std::any_of(influences.begin(), influences.end(), [](const Influence& i) { return i.weight < 0; })) {
        ++repairs.negative;
    }
    influences.erase(std::remove_if(influences.begin(), influences.end(), bad), influences.end());
    if (influences.empty()) return;
    mergeJoints(influences);
    double sum = 0;
    for (const Influence& i : influences) sum += static_cast<double>(i.weight);
    if (std::abs(sum - 1) > kRounding) ++repairs.notNormalised;
    if (std::abs(sum - 1) > std::abs(repairs.worstSum - 1)) repairs.worstSum = sum;
    for (Influence& i : influences) i.weight = static_cast<float>(static_cast<double>(i.weight) / sum);
    // A weight far below the others may round to nothing.
    influences.erase(std::remove_if(influences.begin(), influences.end(), bad), influences.end());
    std::stable_sort(influences.begin(), influences.end(),
                     [](const Influence& a, const Influence& b) { return a.weight > b.weight; });
}

std::uint32_t nearestJoint(Vec3d p, const std::vector<Vec3d>& joints, const std::vector<bool>& candidates) {
    std::uint32_t nearest = 0;
    double best = std::numeric_limits<double>::infinity();
    for (std::uint32_t j = 0; j < joints.size(); ++j) {
        const double distance = length(joints[j] - p);
        if (!candidates[j] || !(distance < best)) continue;
        best = distance;
        nearest = j;
    }
    return nearest;
}

std::vector<bool> jointsInUse(const SkinWeights& weights, std::size_t jointCount) {
    std::vector<bool> used(jointCount, false);
    for (const Influence& i : weights.influences) used[i.joint] = used[i.joint] || i.weight > 0;
    if (std::find(used.begin(), used.end(), true) == used.end()) used.assign(jointCount, true);
    return used;
}

void report(const Repairs& repairs, std::size_t vertices, std::vector<Finding>& findings) {
    if (repairs.notNormalised > 0) {
        findings.push_back({Severity::Warning, "weights-not-normalised",
                            "the weights of " + counted(repairs.notNormalised, "vertex", "vertices") +
                                " do not sum to one (the worst to " + rounded(repairs.worstSum) +
                                "); they were scaled",
                            "Normalise all weights in the modelling program."});
    }
    if (repairs.negative > 0) {
        findings.push_back({Severity::Warning, "negative-weights",
                            counted(repairs.negative, "vertex has", "vertices have") +
                                " negative weights, which were dropped",
                            "Clean the weights in the modelling program."});
    }
    if (repairs.without == vertices) {
        findings.push_back({Severity::Error, "no-weights",
                            "not one of the " + std::to_string(vertices) + " vertices has a weight",
                            "Paint weights in the modelling program (Blender: Parent > With Automatic "
                            "Weights) and export the mesh with its skin."});
    } else if (repairs.without > 0) {
        findings.push_back(
            {Severity::Warning, "vertices-without-weight",
             counted(repairs.without, "vertex", "vertices") + " without a weight bound to the nearest joint",
             "Paint weights for them in the modelling program."});
    }
}

}  // namespace

void repairWeights(FileMesh& mesh, const std::vector<Vec3d>& jointPositions, std::vector<Finding>& findings) {
    Repairs repairs;
    SkinWeights repaired;
    repaired.firstOfVertex.reserve(mesh.positions.size() + 1);
    repaired.firstOfVertex.push_back(0);
    repaired.influences.reserve(mesh.weights.influences.size());
    const std::vector<bool> candidates = jointsInUse(mesh.weights, jointPositions.size());
    std::vector<Influence> influences;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        influences.assign(mesh.weights.influences.begin() + mesh.weights.firstOfVertex[v],
                          mesh.weights.influences.begin() + mesh.weights.firstOfVertex[v + 1]);
        repairVertex(influences, repairs);
        if (influences.empty()) {
            ++repairs.without;
            influences = {{nearestJoint(mesh.positions[v], jointPositions, candidates), 1}};
        }
        repaired.influences.insert(repaired.influences.end(), influences.begin(), influences.end());
        repaired.firstOfVertex.push_back(static_cast<std::uint32_t>(repaired.influences.size()));
    }
    mesh.weights = std::move(repaired);
    report(repairs, mesh.positions.size(), findings);
}

}  // namespace sinew
