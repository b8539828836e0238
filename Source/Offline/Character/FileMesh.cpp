#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <unordered_map>

#include "Base/Hash.h"
#include "Offline/Character/FileMesh.h"
#include "Offline/Character/Finding.h"
#include "Offline/Geometry/Box.h"

namespace sinew {

namespace {

// Of the bounding box's diagonal. Seam vertices come from one number written twice, so this only has to cover
// rounding; parts that nearly touch (lips) must stay apart.
constexpr double kSamePlace = 1e-6;
// Quantised weights of one vertex, written twice, differ by less; touching parts of different bones by more.
constexpr float kSameWeight = 0.01f;

std::span<const SkinWeights::Influence> influencesOf(const SkinWeights& weights, std::size_t vertex) {
    if (weights.firstOfVertex.empty()) return {};
    const std::size_t first = weights.firstOfVertex[vertex];
    return {weights.influences.data() + first, weights.firstOfVertex[vertex + 1] - first};
}

float weightOn(std::span<const SkinWeights::Influence> influences, std::uint32_t joint) {
    for (const SkinWeights::Influence& i : influences) {
        if (i.joint == joint) return i.weight;
    }
    return 0;
}

bool sameWeights(const SkinWeights& weights, std::size_t a, std::size_t b) {
    const auto ofA = influencesOf(weights, a), ofB = influencesOf(weights, b);
    const auto within = [](auto x, auto y) {
        return std::all_of(x.begin(), x.end(), [&](const SkinWeights::Influence& i) {
            return std::abs(i.weight - weightOn(y, i.joint)) <= kSameWeight;
        });
    };
    return within(ofA, ofB) && within(ofB, ofA);
}

struct Cell {
    std::int64_t x, y, z;
    friend bool operator==(const Cell&, const Cell&) = default;
};

struct CellHash {
    std::size_t operator()(const Cell& c) const { return hashBytes(&c, sizeof c); }
};

// The welded vertices so far, found by place. Cells are as wide as the tolerance's double, so a neighbour
// within tolerance is in one of the eight cells nearest to a point.
class Places {
  public:
    Places(const FileMesh& mesh, Vec3d low, double tolerance)
        : mesh_(mesh),
          low_(low),
          tolerance_(tolerance),
          perCell_(1 / (2 * tolerance)),
          previous_(mesh.positions.size(), kNone) {}

    // The first earlier vertex that `vertex` is to be welded to; itself where there is none.
    std::uint32_t representative(std::uint32_t vertex) {
        const Vec3d p = mesh_.positions[vertex] - low_;
        std::uint32_t best = vertex;
        for (int corner = 0; corner < 8; ++corner) {
            const auto found = lastInCell_.find(cellNear(p, corner));
            if (found != lastInCell_.end()) best = std::min(best, firstMatch(found->second, vertex));
        }
        if (best == vertex) remember(vertex);
        return best;
    }

  private:
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    Cell cellNear(Vec3d p, int corner) const {
        const auto along = [&](double x, int bit) {
            const double shift = (corner >> bit & 1) != 0 ? tolerance_ : -tolerance_;
            return static_cast<std::int64_t>(std::floor((x + shift) * perCell_));
        };
        return {along(p.x, 0), along(p.y, 1), along(p.z, 2)};
    }

    Cell cellOf(Vec3d p) const {
        const auto along = [&](double x) { return static_cast<std::int64_t>(std::floor(x * perCell_)); };
        return {along(p.x), along(p.y), along(p.z)};
    }

    std::uint32_t firstMatch(std::uint32_t candidate, std::uint32_t vertex) const {
        std::uint32_t best = vertex;
        for (; candidate != kNone; candidate = previous_[candidate]) {
            const Vec3d apart = mesh_.positions[candidate] - mesh_.positions[vertex];
            if (length(apart) <= tolerance_ && sameWeights(mesh_.weights, candidate, vertex))
                best = candidate;
        }
        return best;
    }

    void remember(std::uint32_t vertex) {
        const auto [slot, isNew] = lastInCell_.try_emplace(cellOf(mesh_.positions[vertex] - low_), vertex);
        previous_[vertex] = isNew ? kNone : slot->second;
        slot->second = vertex;
    }

    const FileMesh& mesh_;
    Vec3d low_;
    double tolerance_, perCell_;
    std::unordered_map<Cell, std::uint32_t, CellHash> lastInCell_;
    std::vector<std::uint32_t> previous_;  // welded vertices of one cell, chained
};

void appendVertex(WeldedMesh& welded, const FileMesh& mesh, std::size_t vertex) {
    welded.surface.positions.push_back(mesh.positions[vertex]);
    if (mesh.weights.firstOfVertex.empty()) return;
    const auto influences = influencesOf(mesh.weights, vertex);
    welded.weights.influences.insert(welded.weights.influences.end(), influences.begin(), influences.end());
    welded.weights.firstOfVertex.push_back(static_cast<std::uint32_t>(welded.weights.influences.size()));
}

void weldVertices(WeldedMesh& welded, const FileMesh& mesh) {
    const Box box = boxOf(mesh.positions);
    Places places(mesh, box.low, std::max(length(box.high - box.low) * kSamePlace, 1e-30));
    if (!mesh.weights.firstOfVertex.empty()) welded.weights.firstOfVertex.push_back(0);
    welded.surface.weldedOfFile.resize(mesh.positions.size());
    for (std::uint32_t v = 0; v < mesh.positions.size(); ++v) {
        const std::uint32_t first = places.representative(v);
        std::uint32_t& target = welded.surface.weldedOfFile[v];
        if (first == v) {
            target = static_cast<std::uint32_t>(welded.surface.positions.size());
            appendVertex(welded, mesh, v);
        } else {
            target = welded.surface.weldedOfFile[first];
        }
    }
}

// Returns how many had lost a corner.
std::size_t weldTriangles(Surface& surface, const FileMesh& mesh) {
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const Triangle& file = mesh.triangles[t];
        const Triangle welded{surface.weldedOfFile[file[0]], surface.weldedOfFile[file[1]],
                              surface.weldedOfFile[file[2]]};
        if (welded[0] == welded[1] || welded[1] == welded[2] || welded[2] == welded[0]) continue;
        surface.triangles.push_back(welded);
        surface.fileTriangles.push_back(file);
        surface.materialOf.push_back(mesh.materialOf[t]);
    }
    return mesh.triangles.size() - surface.triangles.size();
}

std::size_t unusedVertices(const Surface& surface) {
    std::vector<bool> used(surface.positions.size());
    for (const Triangle& t : surface.triangles) used[t[0]] = used[t[1]] = used[t[2]] = true;
    return static_cast<std::size_t>(std::count(used.begin(), used.end(), false));
}

}  // namespace

WeldedMesh weldMesh(FileMesh mesh, const std::string& what, std::vector<Finding>& findings) {
    WeldedMesh welded;
    weldVertices(welded, mesh);
    const std::size_t dropped = weldTriangles(welded.surface, mesh);
    welded.surface.uvs = std::move(mesh.uvs);
    welded.surface.colours = std::move(mesh.colours);
    welded.surface.normals = std::move(mesh.normals);
    welded.surface.tangents = std::move(mesh.tangents);
    welded.surface.materials = std::move(mesh.materials);
    if (dropped > 0) {
        findings.push_back(
            {Severity::Note, "degenerate-triangles-dropped",
             std::to_string(dropped) + " triangles of " + what + " use a vertex twice and were removed", ""});
    }
    if (const std::size_t unused = unusedVertices(welded.surface); unused > 0) {
        findings.push_back({Severity::Note, "unused-vertices",
                            std::to_string(unused) + " vertices of " + what + " belong to no triangle", ""});
    }
    return welded;
}

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
                                " do not sum to 1 (the worst sum is " + rounded(repairs.worstSum) +
                                ") and were normalised",
                            "Normalise all weights in the modelling program."});
    }
    if (repairs.negative > 0) {
        findings.push_back({Severity::Warning, "negative-weights",
                            counted(repairs.negative, "vertex has", "vertices have") +
                                " negative weights, which were removed",
                            "Remove the negative weights in the modelling program."});
    }
    if (repairs.without == vertices) {
        findings.push_back({Severity::Error, "no-weights",
                            "none of the " + std::to_string(vertices) + " vertices has a weight",
                            "Paint weights in the modelling program (Blender: Parent > With Automatic "
                            "Weights) and export the mesh with its skin."});
    } else if (repairs.without > 0) {
        findings.push_back({Severity::Warning, "vertices-without-weight",
                            counted(repairs.without, "vertex had", "vertices had") +
                                " no weight and follow the nearest joint",
                            "Paint weights for these vertices in the modelling program."});
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
