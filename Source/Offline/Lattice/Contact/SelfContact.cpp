#include "Offline/Lattice/Contact/SelfContact.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "Offline/Volume/Solid.h"

namespace sinew::lattice {

namespace {

constexpr std::uint32_t kProxiesPerRange = 256;
constexpr double kShallow = 1e-3;  // cells
// Cells: what is deeper is pushed no harder. That is as hard as it takes to crush flesh; harder, thin flesh
// would be torn off its bone before thick flesh gives way.
constexpr double kHardest = 0.3;
// Cosines: the way out leads against the normal of the skin that is pushed and along that of the other, as
// they are posed. What is caught in a fold, or at the far side of a thin limb, would else be pushed through.
constexpr double kAgainstOwn = -0.2, kAlongOther = 0.7;

// A cube as six tetrahedra around the diagonal from corner 0 to corner 7 (Kuhn), with the same faces on both
// sides of every face of the grid.
constexpr std::array<std::array<std::uint32_t, 4>, 6> kTets = {
    {{0, 1, 3, 7}, {0, 3, 2, 7}, {0, 2, 6, 7}, {0, 6, 4, 7}, {0, 4, 5, 7}, {0, 5, 1, 7}}};

Vec3d cornerOffset(std::uint32_t corner) {
    return {double(corner & 1), double(corner >> 1 & 1), double(corner >> 2)};
}

Vec3d turned(const Mat3d& f, Vec3d normal) {
    // The cofactor matrix is det F · F⁻ᵀ and exists where F⁻¹ does not.
    const Vec3d a = cross(f.column[1], f.column[2]), b = cross(f.column[2], f.column[0]),
                c = cross(f.column[0], f.column[1]);
    return normalized(a * normal.x + b * normal.y + c * normal.z);
}

}  // namespace

SelfContact::SelfContact(const FleshCells& flesh, const Solid& solid, double young,
                         const ContactSettings& settings, const Jobs& jobs, std::span<const double> factors)
    : flesh_(flesh),
      solid_(solid),
      stiffness_(flesh.cells().cellCount(), settings.stiffness * young * flesh.cells().width),
      proxies_(proxiesOf(flesh, solid.mesh(), settings.thickness * flesh.cells().width, jobs)) {
    for (std::size_t c = 0; c < factors.size(); ++c) stiffness_[c] *= factors[c];
    std::stable_sort(proxies_.begin(), proxies_.end(),
                     [](const Proxy& a, const Proxy& b) { return a.point.cell < b.point.cell; });
    std::vector<Vec3d> rest;
    for (std::uint32_t n = 0; n < flesh.cells().nodeCount(); ++n)
        rest.push_back(flesh.cells().nodePosition(n));
    boxes_.resize(flesh.cells().cells.size());
    refit(rest, jobs);
    std::vector<std::uint8_t> touches(proxies_.size());
    parallelForRanges(jobs, static_cast<std::uint32_t>(proxies_.size()), kProxiesPerRange,
                      [&](std::uint32_t begin, std::uint32_t end) {
                          forEachHit(begin, end, rest, [&](std::uint32_t i, const Hit& hit) {
                              touches[i] = hit.depth > 0 ? 1 : 0;
                          });
                      });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < proxies_.size(); ++i) {
        if (touches[i] == 0) proxies_[kept++] = proxies_[i];
    }
    proxies_.resize(kept);
}

void SelfContact::refit(std::span<const Vec3d> x, const Jobs& jobs) {
    const Cells& cells = flesh_.cells();
    parallelForRanges(jobs, cells.cellCount(), 4 * kProxiesPerRange,
                      [&](std::uint32_t begin, std::uint32_t end) {
                          for (std::uint32_t c = begin; c < end; ++c) {
                              Box box;
                              for (const std::uint32_t node : cells.nodesOfCell[c])
                                  box = merged(box, Box{x[node], x[node]});
                              boxes_[c] = box;
                          }
                      });
    if (tree_.nodes().empty()) {
        tree_ = BoxTree(boxes_, jobs);
    } else {
        tree_.refit(boxes_, jobs);
    }
}

bool SelfContact::isNeighbour(std::uint32_t a, std::uint32_t b) const {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (std::abs(flesh_.cells().cells[a].place[axis] - flesh_.cells().cells[b].place[axis]) > 1)
            return false;
    }
    const Cells::Corners &of = flesh_.cells().nodesOfCell[a], &with = flesh_.cells().nodesOfCell[b];
    return std::find_first_of(of.begin(), of.end(), with.begin(), with.end()) != of.end();
}

bool SelfContact::materialPlace(std::uint32_t cell, std::span<const Vec3d> x, Vec3d p, Vec3d& place) const {
    const Cells& cells = flesh_.cells();
    const Cells::Corners& corners = cells.nodesOfCell[cell];
    for (const auto& tet : kTets) {
        const Vec3d& origin = x[corners[tet[0]]];
        Mat3d edges;
        for (int i = 0; i < 3; ++i)
            edges.column[i] = x[corners[tet[static_cast<std::size_t>(i) + 1]]] - origin;
        const double volume = determinant(edges);
        if (!(volume > 0)) continue;  // turned inside out: nothing is in it
        const Vec3d to = p - origin;
        const Vec3d b{dot(to, cross(edges.column[1], edges.column[2])) / volume,
                      dot(to, cross(edges.column[2], edges.column[0])) / volume,
                      dot(to, cross(edges.column[0], edges.column[1])) / volume};
        if (b.x < 0 || b.y < 0 || b.z < 0 || b.x + b.y + b.z > 1) continue;
        const Vec3d local =
            cornerOffset(tet[1]) * b.x + cornerOffset(tet[2]) * b.y + cornerOffset(tet[3]) * b.z;
        place = cells.position(cells.cells[cell].place) + local * cells.width;
        return true;
    }
    return false;
}

bool SelfContact::isInside(Vec3d p, const Search& search, Hit& hit) const {
    std::optional<Vec3d> inside;
    Vec3d nearest;
    double depth = Box::kInfinity;
    std::uint32_t host = 0;
    for (const std::uint32_t cell : search.near) {
        Vec3d place;
        if (!overlap(boxes_[cell], Box{p, p}) || !materialPlace(cell, search.x, p, place)) continue;
        if (flesh_.find(place).point.cell != cell || !solid_.inside(place)) continue;
        const std::optional<Vec3d> surface = solid_.closestBoundary(place);
        if (!surface || length(*surface - place) >= depth) continue;
        depth = length(*surface - place);
        nearest = *surface;
        inside = place;
        host = cell;
    }
    if (!inside) return false;
    const Vec3d normal = normalized(nearest - *inside);
    if (normal == Vec3d{}) return false;
    hit.other = turned(deformationGradient(flesh_.cells(), host, search.x), normal);
    hit.surface = flesh_.find(nearest, normal).point;
    // On the skin the way out is nothing, and its direction anything.
    const Vec3d out = positionOf(hit.surface, flesh_.cells(), search.x) - p;
    hit.depth = length(out);
    hit.out = hit.depth > kShallow * flesh_.cells().width ? normalized(out) : hit.other;
    return dot(hit.out, hit.own) < kAgainstOwn && dot(hit.out, hit.other) > kAlongOther;
}

std::uint32_t SelfContact::lookAround(std::uint32_t first, std::uint32_t end, Search& search) const {
    const Cells& cells = flesh_.cells();
    const std::uint32_t own = proxies_[first].point.cell;
    Box box;
    std::uint32_t i = first;
    for (; i < end && proxies_[i].point.cell == own; ++i)
        box = merged(box, positionOf(proxies_[i].point, cells, search.x));
    search.near.clear();
    tree_.overlapping(inflated(box, kReach * cells.width), [&](std::uint32_t cell) {
        if (!isNeighbour(cell, own)) search.near.push_back(cell);
    });
    return i;
}

bool SelfContact::find(const Proxy& proxy, const Search& search, Hit& hit) const {
    const Cells& cells = flesh_.cells();
    const Vec3d p = positionOf(proxy.point, cells, search.x);
    hit.own = turned(deformationGradient(cells, proxy.point.cell, search.x), proxy.normal);
    if (isInside(p, search, hit)) return true;
    if (!isInside(p + hit.own * (kReach * cells.width), search, hit)) return false;
    hit.depth = dot(positionOf(hit.surface, cells, search.x) - p, hit.out);
    return hit.depth <= 0;
}

template <class Visit>
void SelfContact::forEachHit(std::uint32_t begin, std::uint32_t end, std::span<const Vec3d> x,
                             Visit&& visit) const {
    Search search{x, {}};
    Hit hit;
    for (std::uint32_t i = begin; i < end;) {
        const std::uint32_t next = lookAround(i, end, search);
        if (search.near.empty()) i = next;
        for (; i < next; ++i) {
            if (find(proxies_[i], search, hit)) visit(i, hit);
        }
    }
}

void SelfContact::addTies(std::span<const Vec3d> x, std::vector<Tie>& ties, const Jobs& jobs) {
    refit(x, jobs);
    const double hardest = kHardest * flesh_.cells().width;
    const auto count = static_cast<std::uint32_t>(proxies_.size());
    std::vector<std::vector<Tie>> found(count / kProxiesPerRange + 1);
    parallelForRanges(jobs, count, kProxiesPerRange, [&](std::uint32_t begin, std::uint32_t end) {
        forEachHit(begin, end, x, [&](std::uint32_t i, const Hit& hit) {
            const CellPoint& point = proxies_[i].point;
            const double softer = std::min(stiffness_[point.cell], stiffness_[hit.surface.cell]);
            const double stiffness = softer * hardest / std::max(hardest, hit.depth);
            found[begin / kProxiesPerRange].push_back(
                {point, hit.surface, {}, springAlong(hit.out, stiffness), hit.out, i});
        });
    });
    for (const std::vector<Tie>& some : found) ties.insert(ties.end(), some.begin(), some.end());
}

}  // namespace sinew::lattice
