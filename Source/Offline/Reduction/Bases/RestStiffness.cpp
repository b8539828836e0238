#include "Offline/Reduction/Bases/RestStiffness.h"

#include <algorithm>

#include "Offline/Tets/Linear/ConjugateGradient.h"
#include "Offline/Volume/ElasticMesh.h"
#include "Offline/Volume/ElementFrames.h"

namespace sinew::reduction {

namespace {

std::vector<Vec3d> positionsOf(const ElasticMesh& mesh, const tets::FreeNodes& free) {
    std::vector<Vec3d> positions;
    for (const std::uint32_t node : free.nodeOfFree) positions.push_back(mesh.rest[node]);
    return positions;
}

// Nodes that are connected: those of an element, and those of a stabilisation that reaches beyond its
// element.
tets::Graph graphOf(const ElasticMesh& mesh, const tets::FreeNodes& free) {
    std::vector<std::uint32_t> first = mesh.firstOfElement, nodes = mesh.elementNodes;
    const NodeSums& sums = mesh.stabilisation.sums;
    for (std::uint32_t k = 0; k < sums.rows(); ++k) {
        const std::span<const std::uint32_t> of = sums.nodesOf(k),
                                             element = mesh.nodesOf(mesh.stabilisation.elementOfSum[k]);
        const bool within = std::all_of(of.begin(), of.end(), [&](std::uint32_t node) {
            return std::find(element.begin(), element.end(), node) != element.end();
        });
        if (within) continue;
        nodes.insert(nodes.end(), of.begin(), of.end());
        first.push_back(static_cast<std::uint32_t>(nodes.size()));
    }
    return tets::nodeGraph(ElementNodes(first, nodes), free);
}

}  // namespace

RestStiffness::RestStiffness(const ElasticMesh& mesh, const std::vector<bool>& held, double shift,
                             const Jobs& jobs)
    : jobs_(jobs),
      free_(tets::freeNodes(held)),
      graph_(std::make_shared<const tets::Graph>(graphOf(mesh, free_))),
      plan_(tets::planMultilevel(graph_, positionsOf(mesh, free_), mesh.spacing, {},
                                 tets::largestEigenvalueFor(mesh.nodesOf(0).size()))),
      matrix_(tets::zeroMatrix<double>(graph_)),
      levels_(plan_) {
    addElements(mesh);
    addStabilisation(mesh);
    for (std::uint32_t i = 0; i < free_.count() && shift > 0; ++i) {
        const std::uint32_t node = free_.nodeOfFree[i];
        add(node, node, Mat3d::identity() * (shift * mesh.masses[node]));
    }
    levels_.update(matrix_, jobs_);
}

void RestStiffness::add(std::uint32_t nodeA, std::uint32_t nodeB, const Mat3d& block) {
    Mat3d& sum = matrix_.value[graph_->find(free_.freeOfNode[nodeA], free_.freeOfNode[nodeB])];
    sum = sum + block;
}

void RestStiffness::addElements(const ElasticMesh& mesh) {
    const ElementChunks chunks(mesh.nodesOfElements(), mesh.nodeCount());
    chunks.forEach(jobs_, [&](std::uint32_t begin, std::uint32_t end) {
        const ElementFrames frames(
            mesh.flesh.kind, true, begin, end,
            [&](std::uint32_t e) { return deformationGradient(mesh, e, mesh.rest); },
            [&](std::uint32_t e) { return mesh.elements[e].lame; });
        for (std::uint32_t e = begin; e < end; ++e) {
            const std::span<const std::uint32_t> nodes = mesh.nodesOf(e);
            const std::span<const Vec3d> gradients = mesh.gradientsOf(e);
            forEachStiffnessBlock(
                std::vector<Vec3d>(gradients.begin(), gradients.end()), frames[e], mesh.elements[e].volume,
                [&](std::size_t a, std::size_t b) {
                    return free_.isHeld(nodes[a]) || free_.isHeld(nodes[b]);
                },
                [&](std::size_t a, std::size_t b, const Mat3d& block) { add(nodes[a], nodes[b], block); });
        }
    });
}

void RestStiffness::addStabilisation(const ElasticMesh& mesh) {
    const NodeSums& sums = mesh.stabilisation.sums;
    for (std::uint32_t k = 0; k < sums.rows(); ++k) {
        const std::span<const std::uint32_t> nodes = sums.nodesOf(k);
        const std::span<const double> c = sums.weightsOf(k);
        for (std::size_t a = 0; a < nodes.size(); ++a) {
            for (std::size_t b = 0; b < nodes.size(); ++b) {
                if (free_.isHeld(nodes[a]) || free_.isHeld(nodes[b])) continue;
                add(nodes[a], nodes[b], Mat3d::identity() * (mesh.stabilisation.stiffness[k] * c[a] * c[b]));
            }
        }
    }
}

void RestStiffness::solve(std::span<const Vec3d> b, std::span<Vec3d> y, double tolerance,
                          const ProgressCallback& progress) {
    const LinearSettings settings{tolerance, 1000, progress};
    tets::conjugateGradient<double>(
        matrix_, b, y, [&](auto r, auto z) { levels_.apply(r, z, jobs_); }, settings, jobs_);
}

}  // namespace sinew::reduction
