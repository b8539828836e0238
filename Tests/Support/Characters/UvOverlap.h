// Whether a UV layout is injective: no two triangles share any area.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "Offline/Character/Character.h"

namespace sinew::test {

constexpr double wide(float x) {
    return static_cast<double>(x);
}

// Twice the area. Exact: differences of floats between 0 and 1 and their products fit a double.
inline double uvArea(const Uv& a, const Uv& b, const Uv& c) {
    const double bx = wide(b[0]) - wide(a[0]), by = wide(b[1]) - wide(a[1]);
    const double cx = wide(c[0]) - wide(a[0]), cy = wide(c[1]) - wide(a[1]);
    return bx * cy - by * cx;
}

// Of counter-clockwise triangles: an edge of `t` has all of `other` on its outer side or on its line.
inline bool hasSeparatingEdge(const std::array<Uv, 3>& t, const std::array<Uv, 3>& other) {
    for (std::size_t c = 0; c < 3; ++c) {
        if (std::all_of(other.begin(), other.end(),
                        [&](const Uv& p) { return uvArea(t[c], t[(c + 1) % 3], p) <= 0; })) {
            return true;
        }
    }
    return false;
}

// Triangles that are turned over or without area count as overlapping themselves.
inline std::size_t uvOverlaps(std::span<const Triangle> triangles, std::span<const Uv> uvs) {
    constexpr float kCells = 128;
    std::size_t found = 0;
    std::vector<std::array<Uv, 3>> flat;
    std::map<std::pair<int, int>, std::vector<std::size_t>> cells;
    for (const Triangle& t : triangles) {
        const std::array<Uv, 3> p{uvs[t[0]], uvs[t[1]], uvs[t[2]]};
        if (!(uvArea(p[0], p[1], p[2]) > 0)) {
            ++found;
            continue;
        }
        const auto [x0, x1] = std::minmax({p[0][0], p[1][0], p[2][0]});
        const auto [y0, y1] = std::minmax({p[0][1], p[1][1], p[2][1]});
        for (int y = static_cast<int>(y0 * kCells); y <= static_cast<int>(y1 * kCells); ++y) {
            for (int x = static_cast<int>(x0 * kCells); x <= static_cast<int>(x1 * kCells); ++x) {
                cells[{x, y}].push_back(flat.size());
            }
        }
        flat.push_back(p);
    }
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (const auto& [cell, members] : cells) {
        for (std::size_t i = 0; i < members.size(); ++i) {
            for (std::size_t j = i + 1; j < members.size(); ++j) {
                const auto &a = flat[members[i]], &b = flat[members[j]];
                if (!hasSeparatingEdge(a, b) && !hasSeparatingEdge(b, a))
                    pairs.emplace_back(members[i], members[j]);
            }
        }
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return found + pairs.size();
}

}  // namespace sinew::test
