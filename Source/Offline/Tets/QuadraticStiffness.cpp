#include "Offline/Tets/TetStiffness.h"

namespace sinew::tets {

namespace {

// Of the linear tet with the same F at a point (Quadratic.h): one block per pair of corners.
using CornerBlocks = std::array<std::array<Mat3d, 4>, 4>;

CornerBlocks cornerBlocks(const ElasticBody& body, std::uint32_t point, const TetFrame& frame) {
    const Mat3d u = convert<double>(frame.u), ut = transpose(u), vt = transpose(convert<double>(frame.v));
    const PrincipalStiffness<double> h = convert<double>(frame.h);
    std::array<Vec3d, 4> g = shapeGradients(body.restInverse(body.tetOf(point)));
    for (Vec3d& gradient : g) gradient = vt * gradient;
    CornerBlocks blocks;
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t k = i; k < 4; ++k) {
            blocks[i][k] = u * (stiffnessBlock(h, g[i], g[k]) * body.volumes()[point]) * ut;
            if (k != i) blocks[k][i] = transpose(blocks[i][k]);
        }
    }
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

void addQuadraticStiffness(const ElasticBody& body, std::uint32_t tet, const ChunkFrames& frames,
                           StiffnessSum& sum) {
    NodeBlocks blocks;
    for (std::uint32_t q = 0; q < kQuadraticPoints; ++q) {
        const std::uint32_t point = kQuadraticPoints * tet + q;
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
