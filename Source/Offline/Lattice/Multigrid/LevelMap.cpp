#include <algorithm>
#include <array>

#include "Offline/Lattice/Multigrid/LevelMap.h"

namespace sinew::lattice {

namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFFu;
constexpr std::uint32_t kNodeSide = kBrickSide + 1;
constexpr std::uint32_t kNodesPerBlock = 2048;  // of nodes that ranges share: what a worker takes at once

std::uint32_t within(std::int32_t place) {
    return static_cast<std::uint32_t>(place) % kBrickSide;  // also below 0: the side is a power of two
}

Cells::Place brickOf(Cells::Place place) {
    return {place[0] >> 2, place[1] >> 2, place[2] >> 2};
}
static_assert(kBrickSide == 4);

// Bricks that a worker takes at once: cubes of them along the Morton curve, enough ranges for some workers.
std::uint32_t rangeOf(std::uint32_t bricks, std::uint32_t limit) {
    return bricks < 256 ? 8 : limit;
}

}  // namespace

// Cells of one place of a brick that agree on its nodes. A brick has several layers where flesh is there
// several times.
struct LevelMap::Layer {
    std::array<std::uint32_t, kBrickSide * kBrickSide * kBrickSide> cells;
    std::array<std::uint32_t, kNodeSide * kNodeSide * kNodeSide> nodes;

    Layer() {
        cells.fill(kNone);
        nodes.fill(kNone);
    }

    static std::uint32_t nodeAt(Cells::Place cell, std::uint32_t corner) {
        return within(cell[0]) + (corner & 1) +
               kNodeSide *
                   (within(cell[1]) + (corner >> 1 & 1) + kNodeSide * (within(cell[2]) + (corner >> 2)));
    }

    bool add(const Cells& all, std::uint32_t cell) {
        const Cells::Place place = all.cells[cell].place;
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

LevelMap::LevelMap(const Cells& cells) : nodes_(cells.nodeCount()), laneOfCell_(cells.cells.size()) {
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
    listRuns();
}

void LevelMap::addBrick(const Layer& layer) {
    Brick brick{groups(), 0, slots(), 0};
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

struct LevelMap::SlotsOfNodes {
    std::vector<std::uint32_t> first, slots;  // of a node

    SlotsOfNodes(std::uint32_t nodes, std::span<const std::uint32_t> nodeOfSlot)
        : first(nodes + 1, 0), slots(nodeOfSlot.size()) {
        for (const std::uint32_t node : nodeOfSlot) ++first[node + 1];
        for (std::uint32_t n = 0; n < nodes; ++n) first[n + 1] += first[n];
        std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
        for (std::uint32_t s = 0; s < nodeOfSlot.size(); ++s) slots[next[nodeOfSlot[s]]++] = s;
    }
    std::span<const std::uint32_t> operator[](std::uint32_t node) const {
        return std::span(slots).subspan(first[node], first[node + 1] - first[node]);
    }
};

void LevelMap::addRuns(std::vector<std::uint32_t> nodes, const SlotsOfNodes& slots,
                       std::span<const std::uint32_t> number) {
    const auto count = [&](std::uint32_t n) { return static_cast<std::uint32_t>(slots[n].size()); };
    std::stable_sort(nodes.begin(), nodes.end(), [&](auto a, auto b) { return count(a) < count(b); });
    for (const std::uint32_t n : nodes) {
        if (runs_.size() == firstRun_.back() || runs_.back().slotsOfEach != count(n)) {
            runs_.push_back({count(n), static_cast<std::uint32_t>(nodesOfRuns_.size()), 0,
                             static_cast<std::uint32_t>(slotsOfRuns_.size())});
        }
        ++runs_.back().nodes;
        nodesOfRuns_.push_back(n);
        for (const std::uint32_t slot : slots[n]) slotsOfRuns_.push_back(number[slot]);
    }
    firstRun_.push_back(static_cast<std::uint32_t>(runs_.size()));
}

void LevelMap::listRuns() {
    const SlotsOfNodes slots(nodes_, nodeOfSlot_);
    bricksPerRange_ = rangeOf(bricks(), kMaxRange);
    ranges_ = (bricks() + bricksPerRange_ - 1) / bricksPerRange_;
    std::vector<std::uint32_t> rangeOfSlot, number;
    for (std::uint32_t b = 0; b < bricks(); ++b) {
        const std::uint32_t range = b / bricksPerRange_;
        for (std::uint32_t s = bricks_[b].firstSlot; s < bricks_[b].firstSlot + bricks_[b].slotCount; ++s) {
            rangeOfSlot.push_back(range);
            number.push_back(s - bricks_[range * bricksPerRange_].firstSlot);
        }
    }
    std::vector<std::vector<std::uint32_t>> own(ranges_);
    std::vector<std::uint32_t> shared;
    const auto isOwn = [&](std::uint32_t n) {
        return rangeOfSlot[slots[n].front()] == rangeOfSlot[slots[n].back()];
    };
    for (std::uint32_t n = 0; n < nodes_; ++n)
        (isOwn(n) ? own[rangeOfSlot[slots[n].front()]] : shared).push_back(n);
    firstRun_.push_back(0);
    for (std::vector<std::uint32_t>& nodes : own) addRuns(std::move(nodes), slots, number);
    for (std::uint32_t s = 0; s < this->slots(); ++s) {
        while (firstShared_.size() <= rangeOfSlot[s])
            firstShared_.push_back(static_cast<std::uint32_t>(sharedSlots_.size()));
        if (isOwn(nodeOfSlot_[s])) continue;
        sharedSlots_.push_back(number[s]);
        number[s] = static_cast<std::uint32_t>(sharedSlots_.size() - 1);
    }
    firstShared_.push_back(static_cast<std::uint32_t>(sharedSlots_.size()));
    for (std::size_t begin = 0; begin < shared.size(); begin += kNodesPerBlock) {
        const std::size_t end = std::min(begin + kNodesPerBlock, shared.size());
        addRuns({shared.begin() + static_cast<std::ptrdiff_t>(begin),
                 shared.begin() + static_cast<std::ptrdiff_t>(end)},
                slots, number);
    }
}

}  // namespace sinew::lattice
