#include "Offline/Tets/TetStiffness.h"

namespace sinew::tets {

namespace {

// Of the linear tet with the same F at a point (Quadratic.h): one block per pair of corners.
using CornerBlocks = std::array<std::array<Mat3d, 4>, 4>;

CornerBlocks cornerBlocks(const ElasticBody& body, std::uint32_t point, const ElementFrame& frame) {
    CornerBlocks blocks;
    forEachStiffnessBlock(
        shapeGradients(body.restInverse(body.tetOf(point))), frame, body.volumes()[point],
        [](std::size_t, std::size_t) { return false; },
        [&](std::size_t i, std::size_t k, const Mat3d& block) { blocks[i][k] = block; });
    return blocks;
}

// One block per pair of nodes; only those with a ≤ b are used.
using NodeBlocks = std::array<std::array<Mat3d, kQuadraticNodes>, kQuadraticNodes>;

// Adds Cᵀ blocks C, where C has the weights of the nodes in the corners at a point: first C, then Cᵀ.
void passToNodes(const CornerBlocks& blocks, std::size_t point, NodeBlocks& sum) {
    const auto& weights = kCornerWeights[point];
    for (std::size_t i = 0; i < 4; ++i) {
        std::array<Mat3d, kQuadraticNodes> row;
        for (std::size_t k = 0; k < 4; ++k) {
            for (std::size_t l = 0; l < 4; ++l) {
                Mat3d& block = row[kBetween[k][l]];
                block = block + blocks[i][k] * weights[k][l];
            }
        }
        for (std::size_t j = 0; j < 4; ++j) {
            const std::size_t a = kBetween[i][j];
            for (std::size_t b = a; b < kQuadraticNodes; ++b) {
                sum[a][b] = sum[a][b] + row[b] * weights[i][j];
            }
        }
    }
}

}  // namespace

void addQuadraticStiffness(const ElasticBody& body, std::uint32_t tet, const ElementFrames& frames,
                           StiffnessSum& sum) {
    NodeBlocks blocks;
    for (std::uint32_t q = 0; q < kQuadraticPoints; ++q) {
        const auto point = static_cast<std::uint32_t>(kQuadraticPoints * tet + q);
        passToNodes(cornerBlocks(body, point, frames[point]), q, blocks);
    }
    const std::span<const std::uint32_t> places = sum.places[tet];
    for (std::size_t a = 0; a < kQuadraticNodes; ++a) {
        for (std::size_t b = a; b < kQuadraticNodes; ++b) {
            if (places[kQuadraticNodes * a + b] == FreeNodes::kHeld) continue;
            sum.add(places[kQuadraticNodes * a + b], blocks[a][b]);
            if (a != b) sum.add(places[kQuadraticNodes * b + a], transpose(blocks[a][b]));
        }
    }
}

}  // namespace sinew::tets
