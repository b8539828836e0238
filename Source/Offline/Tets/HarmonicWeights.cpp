#include "Offline/Tets/HarmonicWeights.h"

#include <algorithm>

#include "Offline/Tets/Linear/ConjugateGradient.h"
#include "Offline/Tets/Linear/Multilevel.h"

namespace sinew::tets {

namespace {

constexpr double kTolerance = 1e-2;  // a start for Newton need not be exact
constexpr float kMinShare = 0.002F;
constexpr std::uint32_t kAtOnce = 3;  // bones solved for together, one in each component

// The Laplacian over the free nodes, and what the held ones add to the right-hand side.
struct Laplace {
    FreeNodes free;
    std::shared_ptr<const Graph> graph;
    BlockMatrix<float> matrix;
    struct Held {
        std::uint32_t row;
        std::int32_t bone;
        float pull;
    };
    std::vector<Held> held;
};

Laplace laplace(const ElasticBody& body, std::span<const std::int32_t> boneOfNode) {
    std::vector<bool> held(boneOfNode.size());
    for (std::size_t i = 0; i < held.size(); ++i) held[i] = boneOfNode[i] >= 0;
    Laplace l;
    l.free = freeNodes(held);
    l.graph = std::make_shared<Graph>(nodeGraph(body.elements(), l.free));
    l.matrix = zeroMatrix<float>(l.graph);
    for (std::uint32_t point = 0; point < body.points(); ++point) {
        const std::span<const std::uint32_t> nodes = body.elements()[body.tetOf(point)];
        const Gradients gradients = body.gradients(point);
        for (std::size_t a = 0; a < nodes.size(); ++a) {
            const std::uint32_t row = l.free.freeOfNode[nodes[a]];
            if (row == FreeNodes::kHeld) continue;
            for (std::size_t b = 0; b < nodes.size(); ++b) {
                const auto value =
                    static_cast<float>(dot(gradients[a], gradients[b]) * body.volumes()[point]);
                const std::uint32_t column = l.free.freeOfNode[nodes[b]];
                if (column == FreeNodes::kHeld) {
                    l.held.push_back({row, boneOfNode[nodes[b]], -value});
                } else {
                    Mat3f& sum = l.matrix.value[l.graph->find(row, column)];
                    sum = sum + Mat3f::identity() * value;
                }
            }
        }
    }
    return l;
}

// shares[node] gathers what is not too little of each bone.
void solveWeights(const ElasticBody& body, const Laplace& l, std::uint32_t bones, const Jobs& jobs,
                  const ProgressCallback& progress, std::vector<std::vector<BoneWeights::Share>>& shares) {
    std::vector<Vec3d> positions;
    for (const std::uint32_t node : l.free.nodeOfFree) positions.push_back(body.rest().nodes[node]);
    const ProgressCallback planning = part(progress, 0, 0.3), solving = part(progress, 0.3, 1);
    const MultilevelPlan plan = planMultilevel(l.graph, positions, body.spacing(), planning,
                                               largestEigenvalueFor(body.nodesPerTet()));
    Multilevel<float> levels(plan);
    levels.update(l.matrix, jobs);
    std::vector<Vec3f> b(l.free.count()), w(l.free.count());
    for (std::uint32_t first = 0; first < bones; first += kAtOnce) {
        const double done = static_cast<double>(first) / bones;
        std::fill(b.begin(), b.end(), Vec3f{});
        for (const Laplace::Held& h : l.held) {
            const std::int32_t component = h.bone - static_cast<std::int32_t>(first);
            if (component >= 0 && component < static_cast<std::int32_t>(kAtOnce))
                b[h.row][component] += h.pull;
        }
        conjugateGradient<float>(
            l.matrix, b, w, [&](auto r, auto z) { levels.apply(r, z, jobs); },
            {.tolerance = kTolerance, .progress = part(solving, done, done)}, jobs);
        for (std::uint32_t i = 0; i < l.free.count(); ++i) {
            for (std::uint32_t c = 0; c < kAtOnce && first + c < bones; ++c) {
                const float weight = w[i][static_cast<int>(c)];
                if (weight > kMinShare) shares[l.free.nodeOfFree[i]].push_back({first + c, weight});
            }
        }
    }
}

}  // namespace

BoneWeights harmonicBoneWeights(const ElasticBody& body, std::span<const std::int32_t> boneOfNode,
                                std::uint32_t bones, const Jobs& jobs, const ProgressCallback& progress) {
    report(progress, 0);
    const Laplace l = laplace(body, boneOfNode);
    std::vector<std::vector<BoneWeights::Share>> shares(boneOfNode.size());
    solveWeights(body, l, bones, jobs, progress, shares);
    return gatheredWeights(boneOfNode, shares);
}

}  // namespace sinew::tets
