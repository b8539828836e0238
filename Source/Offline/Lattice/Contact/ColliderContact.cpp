#include "Offline/Lattice/Contact/ColliderContact.h"

#include "Offline/Geometry/Measure.h"

namespace sinew::lattice {

namespace {

constexpr std::uint32_t kColliderPointsPerRange = 512;
constexpr double kStiffer = 10;  // than the flesh of the outermost cell

std::vector<double> vertexAreas(const TriangleMesh& mesh) {
    std::vector<double> areas(mesh.positions.size(), 0);
    for (const Triangle& t : mesh.triangles) {
        const double third = area({mesh.positions[t[0]], mesh.positions[t[1]], mesh.positions[t[2]]}) / 3;
        for (const std::uint32_t v : t) areas[v] += third;
    }
    return areas;
}

constexpr std::uint32_t kTouchIds =
    0x80000000u;  // of vertex and collider; flesh against flesh has the others

}  // namespace

ColliderContact::ColliderContact(const Volume& volume, const TriangleMesh& skin, double young,
                                 std::span<const double> factors)
    : cells_(volume.cells()) {
    const std::vector<double> areas = vertexAreas(skin);
    for (std::uint32_t v = 0; v < areas.size(); ++v) {
        if (!(areas[v] > 0) || volume.followsSkeleton[v] > 0.5f) continue;
        const std::uint32_t cell = volume.skin.cellOfVertex[v];
        const double factor = factors.empty() ? 1 : factors[cell];
        const Vec3d place = (skin.positions[v] - cells_.position(cells_.cells[cell].place)) / cells_.width;
        samples_.push_back(
            {v, {cell, trilinearWeights(place)}, kStiffer * young * factor * areas[v] / cells_.width});
    }
}

std::vector<TouchedSkin> ColliderContact::touched(std::span<const Vec3d> x,
                                                  std::span<const Collider> colliders,
                                                  const Jobs& jobs) const {
    if (colliders.empty()) return {};
    const auto count = static_cast<std::uint32_t>(samples_.size());
    std::vector<std::vector<TouchedSkin>> ranges(count / kColliderPointsPerRange + 1);
    parallelForRanges(jobs, count, kColliderPointsPerRange, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t s = begin; s < end; ++s) {
            const Vec3d p = positionOf(samples_[s].point, cells_, x);
            for (std::uint32_t c = 0; c < colliders.size(); ++c) {
                const Frame& frame = colliders[c].frame;
                const Vec3d inside = rotate(conjugate(frame.rotation), p - frame.translation);
                const Touch found = touch(colliders[c], convert<float>(inside));
                if (!(found.distance < 0)) continue;
                ranges[begin / kColliderPointsPerRange].push_back(
                    {samples_[s].vertex, c, s, p, rotate(frame.rotation, convert<double>(found.normal)),
                     -static_cast<double>(found.distance)});
            }
        }
    });
    std::vector<TouchedSkin> all;
    for (const std::vector<TouchedSkin>& range : ranges) all.insert(all.end(), range.begin(), range.end());
    return all;
}

void ColliderContact::addTies(std::span<const Vec3d> x, std::span<const Collider> colliders,
                              std::vector<Tie>& ties, const Jobs& jobs) const {
    for (const TouchedSkin& t : touched(x, colliders, jobs)) {
        const Sample& sample = samples_[t.sample];
        ties.push_back({sample.point,
                        {},
                        t.point + t.normal * t.depth,
                        springAlong(t.normal, sample.stiffness),
                        t.normal,
                        kTouchIds | (t.collider * static_cast<std::uint32_t>(samples_.size()) + t.sample)});
    }
}

}  // namespace sinew::lattice
