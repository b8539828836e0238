#include <algorithm>
#include <array>

#include "Offline/Lattice/HexLevel.h"

namespace sinew {

namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFFu;
constexpr std::uint32_t kNodeSide = kBrickSide + 1;

std::uint32_t within(std::int32_t place) {
    return static_cast<std::uint32_t>(place) % kBrickSide;  // also below 0: the side is a power of two
}

HexCells::Place brickOf(HexCells::Place place) {
    return {place[0] >> 2, place[1] >> 2, place[2] >> 2};
}
static_assert(kBrickSide == 4);

}  // namespace

// Cells of one place of a brick that agree on its nodes. A brick has several layers where flesh is there
// several times.
struct HexMap::Layer {
    std::array<std::uint32_t, kBrickSide * kBrickSide * kBrickSide> cells;
    std::array<std::uint32_t, kNodeSide * kNodeSide * kNodeSide> nodes;

    Layer() {
        cells.fill(kNone);
        nodes.fill(kNone);
    }

    static std::uint32_t nodeAt(HexCells::Place cell, std::uint32_t corner) {
        return within(cell[0]) + (corner & 1) +
               kNodeSide *
                   (within(cell[1]) + (corner >> 1 & 1) + kNodeSide * (within(cell[2]) + (corner >> 2)));
    }

    bool add(const HexCells& all, std::uint32_t cell) {
        const HexCells::Place place = all.cells[cell].place;
        const std::uint32_t at =
            within(place[0]) + kBrickSide * (within(place[1]) + kBrickSide * within(place[2]));
        if (cells[at] != kNone) return false;
        for (std::uint32_t c = 0; c < 8; ++c) {
            const std::uint32_t node = nodes[nodeAt(place, c)];
            if (node != kNone && node != all.nodesOfCell[cell][c]) return false;
        }
        cells[at] = cell;
        for (std::uint32_t c = 0; c < 8; ++c) nodes[nodeAt(place, c)] = all.nodesOfCell[cell][c];
        return true;
    }
};

HexMap::HexMap(const HexCells& cells) : nodes_(cells.nodeCount()), laneOfCell_(cells.cells.size()) {
    for (std::uint32_t begin = 0; begin < cells.cellCount();) {
        std::vector<Layer> layers;
        std::uint32_t end = begin;
        for (;
             end < cells.cellCount() && brickOf(cells.cells[end].place) == brickOf(cells.cells[begin].place);
             ++end) {
            std::size_t layer = 0;
            while (layer < layers.size() && !layers[layer].add(cells, end)) ++layer;
            if (layer < layers.size()) continue;
            layers.emplace_back().add(cells, end);
        }
        for (const Layer& layer : layers) addBrick(layer);
        begin = end;
    }
    listSlotsOfNodes();
}

void HexMap::addBrick(const Layer& layer) {
    HexBrick brick{groups(), 0, slots(), 0};
    for (std::uint32_t z = 0; z < kBrickSide; ++z) {
        for (std::uint32_t y = 0; y < kBrickSide; y += 2) {
            bool used = false;
            for (std::uint32_t lane = 0; lane < kGroupLanes; ++lane) {
                const std::uint32_t cell = layer.cells[lane + kBrickSide * (y + kBrickSide * z)];
                if (cell == kNone) continue;
                laneOfCell_[cell] = groups() * kGroupLanes + lane;
                used = true;
            }
            if (used) rowOfGroup_.push_back(static_cast<std::uint8_t>(y + kNodeSide * z));
        }
    }
    for (std::uint32_t row = 0; row < kBrickRows; ++row) {
        for (std::uint32_t x = 0; x < kNodeSide; ++x) {
            const std::uint32_t node = layer.nodes[row * kNodeSide + x];
            if (node == kNone) continue;
            nodeOfSlot_.push_back(node);
            placeOfSlot_.push_back(static_cast<std::uint8_t>(row * kBrickRowFloats + x));
        }
    }
    brick.groupCount = groups() - brick.firstGroup;
    brick.slotCount = slots() - brick.firstSlot;
    bricks_.push_back(brick);
}

void HexMap::listSlotsOfNodes() {
    firstSlotOfNode_.assign(nodes_ + 1, 0);
    for (const std::uint32_t node : nodeOfSlot_) ++firstSlotOfNode_[node + 1];
    for (std::uint32_t n = 0; n < nodes_; ++n) firstSlotOfNode_[n + 1] += firstSlotOfNode_[n];
    std::vector<std::uint32_t> next(firstSlotOfNode_.begin(), firstSlotOfNode_.end() - 1);
    slotsOfNode_.resize(nodeOfSlot_.size());
    for (std::uint32_t s = 0; s < slots(); ++s) slotsOfNode_[next[nodeOfSlot_[s]]++] = s;
}

}  // namespace sinew
