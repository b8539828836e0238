#include "Asset/ModelHash.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "Base/Hash.h"

namespace sinew {

namespace {

constexpr double kQuantum = 1e-4;  // m

std::uint64_t hashPoint(const Vec3d& p) {
    const std::array<std::int64_t, 3> cell{static_cast<std::int64_t>(std::floor(p.x / kQuantum + 0.5)),
                                           static_cast<std::int64_t>(std::floor(p.y / kQuantum + 0.5)),
                                           static_cast<std::int64_t>(std::floor(p.z / kQuantum + 0.5))};
    return hashBytes(cell.data(), sizeof cell);
}

}  // namespace

std::uint64_t hashTriangle(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
    const std::uint64_t p = hashPoint(a), q = hashPoint(b), r = hashPoint(c);
    using Corners = std::array<std::uint64_t, 3>;
    // The order around stays, so that a triangle turned over is another.
    const Corners corners = std::min({Corners{p, q, r}, Corners{q, r, p}, Corners{r, p, q}});
    return hashBytes(corners.data(), sizeof corners);
}

std::uint64_t hashJoint(std::span<const char> name, std::span<const char> parent, const Vec3d& position) {
    return hashBytes(parent.data(), parent.size(), hashBytes(name.data(), name.size(), hashPoint(position)));
}

}  // namespace sinew
