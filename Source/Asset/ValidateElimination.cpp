// The tick factorises along this pattern without asking whether it holds what elimination fills.
#include "Asset/Checks.h"

namespace sinew {

namespace {

constexpr std::uint16_t kNoPlace = 0xffff;
static_assert(kMaxDomains < kNoPlace);

struct Pattern {
    std::span<const AssetFill> fill;
    std::uint16_t placeOf[kMaxDomains];            // of a domain in the order
    std::uint32_t firstOfColumn[kMaxDomains + 1];  // into fill

    std::span<const AssetFill> column(std::uint32_t c) const {
        return fill.subspan(firstOfColumn[c], firstOfColumn[c + 1] - firstOfColumn[c]);
    }
    bool has(std::uint32_t row, std::uint32_t c) const {
        std::uint32_t begin = firstOfColumn[c], end = firstOfColumn[c + 1];
        while (begin < end) {
            const std::uint32_t middle = begin + (end - begin) / 2;
            if (fill[middle].row == row) return true;
            (fill[middle].row < row ? begin : end) = fill[middle].row < row ? middle + 1 : middle;
        }
        return false;
    }
};

// Every domain with modes once.
AssetProblem checkOrder(const AssetView& v, Pattern& pattern) {
    std::size_t active = 0;
    for (std::size_t i = 0; i < v.domains.size(); ++i) {
        pattern.placeOf[i] = kNoPlace;
        active += v.domains[i].rank > 0 ? 1 : 0;
    }
    if (v.order.size() != active) return countFault(ChunkId::Order, "domains", v.order.size(), active);
    for (std::size_t i = 0; i < v.order.size(); ++i) {
        const std::uint32_t domain = v.order[i];
        if (domain >= v.domains.size() || v.domains[domain].rank == 0 || pattern.placeOf[domain] != kNoPlace)
            return fault(AssetFault::Index, ChunkId::Order, "domain", i);
        pattern.placeOf[domain] = static_cast<std::uint16_t>(i);
    }
    return {};
}

bool isAfter(const AssetFill& a, const AssetFill& b) {
    return a.column > b.column || (a.column == b.column && a.row > b.row);
}

AssetProblem checkFill(const AssetView& v, Pattern& pattern) {
    std::uint32_t column = 0;
    pattern.fill = v.fill;
    pattern.firstOfColumn[0] = 0;
    for (std::size_t i = 0; i < v.fill.size(); ++i) {
        const AssetFill& f = v.fill[i];
        if (f.row >= v.order.size() || f.column >= f.row)
            return fault(AssetFault::Index, ChunkId::Fill, "block", i);
        if (i > 0 && !isAfter(f, v.fill[i - 1])) return fault(AssetFault::Order, ChunkId::Fill, "block", i);
        while (column < f.column) pattern.firstOfColumn[++column] = static_cast<std::uint32_t>(i);
    }
    while (column < v.order.size())
        pattern.firstOfColumn[++column] = static_cast<std::uint32_t>(v.fill.size());
    return {};
}

// Eliminating a column joins all its rows; it is enough that the first of them has the others (Liu 1990).
AssetProblem checkClosed(const AssetView& v, const Pattern& pattern) {
    for (std::uint32_t c = 0; c < v.order.size(); ++c) {
        const std::span<const AssetFill> rows = pattern.column(c);
        for (std::size_t i = 1; i < rows.size(); ++i) {
            if (!pattern.has(rows[i].row, rows[0].row))
                return fault(AssetFault::Pattern, ChunkId::Fill, "column", c);
        }
    }
    return {};
}

AssetProblem checkHasInterfaces(const AssetView& v, const Pattern& pattern) {
    for (std::size_t i = 0; i < v.interfaces.size(); ++i) {
        const std::uint32_t a = pattern.placeOf[v.interfaces[i].a], b = pattern.placeOf[v.interfaces[i].b];
        if (a == kNoPlace || b == kNoPlace) continue;
        if (!pattern.has(a > b ? a : b, a > b ? b : a))
            return fault(AssetFault::Pattern, ChunkId::Interfaces, "domains", i);
    }
    return {};
}

}  // namespace

AssetProblem checkElimination(const AssetView& v) {
    Pattern pattern;
    if (const AssetProblem problem = checkOrder(v, pattern); !problem.ok()) return problem;
    if (const AssetProblem problem = checkFill(v, pattern); !problem.ok()) return problem;
    if (const AssetProblem problem = checkClosed(v, pattern); !problem.ok()) return problem;
    return checkHasInterfaces(v, pattern);
}

}  // namespace sinew
