#include "Runtime/Contact/Collider.h"

#include <cmath>

namespace sinew {

namespace {

constexpr std::uint32_t kMaxGridSize = 1u << 16;  // a side: products of three stay within 64 bits

float within(float value, float low, float high) {
    return value < low ? low : value > high ? high : value;
}

Touch aboutPoint(Vec3f away, float radius) {
    const float size = length(away);
    return {size - radius, size > 0 ? away / size : Vec3f{0, 1, 0}};
}

// Inside, the nearest face.
Touch touchBox(Vec3f half, Vec3f p) {
    const Vec3f nearest{within(p.x, -half.x, half.x), within(p.y, -half.y, half.y),
                        within(p.z, -half.z, half.z)};
    const Vec3f away = p - nearest;
    if (dot(away, away) > 0) return aboutPoint(away, 0);
    int axis = 0;
    for (int i = 1; i < 3; ++i) {
        if (half[i] - std::abs(p[i]) < half[axis] - std::abs(p[axis])) axis = i;
    }
    Vec3f normal;
    normal[axis] = p[axis] < 0 ? -1.0f : 1.0f;
    return {std::abs(p[axis]) - half[axis], normal};
}

struct Cell {
    std::uint32_t index[3];
    float share[3];
};

Cell cellOf(const DistanceGridView& grid, Vec3f p) {
    Cell cell{};
    for (int i = 0; i < 3; ++i) {
        const auto last = static_cast<float>(grid.size[i] - 1);
        const float at = within(p[i] / grid.cell, 0, last);
        const float floor = within(std::floor(at), 0, last - 1);
        cell.index[i] = static_cast<std::uint32_t>(floor);
        cell.share[i] = at - floor;
    }
    return cell;
}

Touch touchGrid(const DistanceGridView& grid, Vec3f p) {
    const Cell cell = cellOf(grid, p);
    float distance = 0;
    Vec3f slope;
    for (std::uint32_t corner = 0; corner < 8; ++corner) {
        float weight[3], sign[3];
        std::size_t at = 0;
        for (int i = 2; i >= 0; --i) {
            const bool far = (corner >> i & 1u) != 0;
            weight[i] = far ? cell.share[i] : 1 - cell.share[i];
            sign[i] = far ? 1.0f : -1.0f;
            at = at * grid.size[i] + cell.index[i] + (far ? 1 : 0);
        }
        const float value = grid.values[at];
        distance += value * weight[0] * weight[1] * weight[2];
        slope += Vec3f{sign[0] * weight[1] * weight[2], weight[0] * sign[1] * weight[2],
                       weight[0] * weight[1] * sign[2]} *
                 value;
    }
    Vec3f edge;
    for (int i = 0; i < 3; ++i) edge[i] = within(p[i], 0, static_cast<float>(grid.size[i] - 1) * grid.cell);
    // Outside the grid, what is inside it is behind its edge: no nearer than this.
    const float beyond = length(p - edge);
    const float bound = distance > 0 ? std::sqrt(distance * distance + beyond * beyond) : distance + beyond;
    return {bound, normalized(slope, Vec3f{0, 1, 0})};
}

}  // namespace

Touch touch(const Collider& collider, Vec3f p) noexcept {
    switch (collider.kind) {
        case ColliderKind::Capsule: {
            const float along = within(p.y, -collider.halfSize.y, collider.halfSize.y);
            return aboutPoint(p - Vec3f{0, along, 0}, collider.halfSize.x);
        }
        case ColliderKind::Box:
            return touchBox(collider.halfSize, p);
        case ColliderKind::Plane:
            return {p.y, {0, 1, 0}};
        case ColliderKind::Grid:
            return touchGrid(collider.grid, p);
        case ColliderKind::Sphere:
            break;
    }
    return aboutPoint(p, collider.halfSize.x);
}

bool isUsable(const Collider& collider) noexcept {
    const Quatd& r = collider.frame.rotation;
    const double turned = dot(r, r);
    if (!isFinite(collider.frame.translation) || !(turned > 0.5 && turned < 2) ||
        !isFinite(collider.halfSize)) {
        return false;
    }
    const Vec3f& half = collider.halfSize;
    if (collider.kind != ColliderKind::Grid) return half.x >= 0 && half.y >= 0 && half.z >= 0;
    const DistanceGridView& grid = collider.grid;
    for (const std::uint32_t size : grid.size) {
        if (size < 2 || size > kMaxGridSize) return false;
    }
    const std::uint64_t count = std::uint64_t{grid.size[0]} * grid.size[1] * grid.size[2];
    return grid.cell > 0 && std::isfinite(grid.cell) && count == grid.values.size();
}

}  // namespace sinew
