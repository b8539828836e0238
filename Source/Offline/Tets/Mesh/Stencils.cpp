#include "Offline/Tets/Mesh/Stencils.h"

#include <utility>

namespace sinew::tets {

namespace {

using Corners = std::array<StencilCorner, 4>;

// The sign of the orientation relative to the whole tetrahedron, with cuts in the middle of their edges:
// the determinant of barycentric coordinates.
int orientationOf(const Corners& corners) {
    std::array<std::array<int, 4>, 4> m{};
    for (std::size_t row = 0; row < 4; ++row) {
        ++m[row][corners[row].a];
        ++m[row][corners[row].b];
    }
    int det = 0;
    for (std::size_t a = 0; a < 4; ++a) {
        for (std::size_t b = 0; b < 4; ++b) {
            for (std::size_t c = 0; c < 4; ++c) {
                if (a == b || b == c || c == a) continue;
                const std::size_t d = 6 - a - b - c;
                int sign = 1;
                const std::array<std::size_t, 4> order{a, b, c, d};
                for (std::size_t i = 0; i < 4; ++i) {
                    for (std::size_t j = i + 1; j < 4; ++j) sign = order[i] > order[j] ? -sign : sign;
                }
                det += sign * m[0][a] * m[1][b] * m[2][c] * m[3][d];
            }
        }
    }
    return det;
}

void add(Stencil& stencil, Corners corners) {
    if (orientationOf(corners) < 0) std::swap(corners[2], corners[3]);
    stencil.tets[static_cast<std::size_t>(stencil.count++)] = corners;
}

// Of the edge between two nodes: the axis of a long one, -1 for a short one.
int longAxis(BccGrid::Place from, BccGrid::Place to) {
    const BccGrid::Place d = to - from;
    if (d[0] != 0 && d[1] != 0) return -1;
    return d[0] != 0 ? 0 : d[1] != 0 ? 1 : 2;
}

// A face with p and q inside and n outside leaves a quadrilateral: does its diagonal start at p (and end on
// the edge from q to n)?
bool diagonalStartsAt(BccGrid::Place p, BccGrid::Place q, BccGrid::Place n) {
    const int axis = longAxis(p, q);
    // Of the two cut edges one is long: the diagonal ends on that one. Tried both ways; the other leaves
    // angles of 6°.
    if (axis < 0) return longAxis(q, n) >= 0;
    // The parity rule: the start alternates among the four faces around a long edge.
    const auto along = static_cast<std::size_t>(axis);
    const BccGrid::Place d = n - p;
    const bool alike = (d[(along + 1) % 3] > 0) == (d[(along + 2) % 3] > 0);
    return (p[along] < q[along]) == alike;
}

// A prism of three columns, each with a top and a bottom; before[i][j] says that the diagonal between columns
// i and j starts at the top of i. Three tetrahedra, if the order has no cycle.
struct Prism {
    std::array<StencilCorner, 3> top, bottom;
    std::array<std::array<bool, 3>, 3> before{};

    void set(std::size_t i, std::size_t j, bool first) {
        before[i][j] = first;
        before[j][i] = !first;
    }

    void addTo(Stencil& stencil) const {
        std::array<std::size_t, 3> order{};
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t rank =
                (before[0][i] ? 1u : 0u) + (before[1][i] ? 1u : 0u) + (before[2][i] ? 1u : 0u);
            order[rank] = i;
        }
        const auto [i, j, k] = order;
        add(stencil, {top[i], top[j], top[k], bottom[k]});
        add(stencil, {top[i], top[j], bottom[j], bottom[k]});
        add(stencil, {top[i], bottom[i], bottom[j], bottom[k]});
    }
};

}  // namespace

Stencil stencilOf(const std::array<BccGrid::Place, 4>& places, const std::array<BccSide, 4>& sides) {
    std::array<std::uint8_t, 4> in{}, out{}, on{};
    std::size_t ins = 0, outs = 0, ons = 0;
    for (std::uint8_t v = 0; v < 4; ++v) {
        if (sides[v] == BccSide::Inside) in[ins++] = v;
        if (sides[v] == BccSide::Outside) out[outs++] = v;
        if (sides[v] == BccSide::Surface) on[ons++] = v;
    }
    Stencil stencil;
    if (ins == 0) return stencil;
    const auto node = [](std::uint8_t v) { return StencilCorner{v, v}; };
    if (outs == 0) {
        add(stencil, {node(0), node(1), node(2), node(3)});
        return stencil;
    }
    const auto startsAt = [&](std::uint8_t p, std::uint8_t q, std::uint8_t n) {
        return diagonalStartsAt(places[p], places[q], places[n]);
    };
    if (ins == 1) {
        Corners corners{};
        for (std::uint8_t v = 0; v < 4; ++v) {
            corners[v] = sides[v] == BccSide::Outside ? StencilCorner{in[0], v} : node(v);
        }
        add(stencil, corners);
    } else if (ins == 2 && outs == 1) {
        const bool first = startsAt(in[0], in[1], out[0]);
        const std::uint8_t p = first ? in[0] : in[1], q = first ? in[1] : in[0], n = out[0], z = on[0];
        add(stencil, {node(p), node(q), node(z), StencilCorner{q, n}});
        add(stencil, {node(p), StencilCorner{q, n}, node(z), StencilCorner{p, n}});
    } else if (ins == 2) {
        const auto [p, q] = std::pair(in[0], in[1]);
        Prism prism{{node(p), {p, out[0]}, {p, out[1]}}, {node(q), {q, out[0]}, {q, out[1]}}, {}};
        prism.set(0, 1, startsAt(p, q, out[0]));
        prism.set(0, 2, startsAt(p, q, out[1]));
        // The diagonal on the surface itself is free: the one that leaves no cycle.
        prism.set(1, 2, prism.before[1][0]);
        prism.addTo(stencil);
    } else {
        const std::uint8_t n = out[0];
        Prism prism{
            {node(in[0]), node(in[1]), node(in[2])}, {StencilCorner{in[0], n}, {in[1], n}, {in[2], n}}, {}};
        for (std::size_t i = 0; i < 3; ++i) {
            prism.set(i, (i + 1) % 3, startsAt(in[i], in[(i + 1) % 3], n));
        }
        prism.addTo(stencil);
    }
    return stencil;
}

}  // namespace sinew::tets
