#include "Offline/Lattice/Contact/SlidingBones.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "Offline/Lattice/Volume.h"

namespace sinew::lattice {

namespace {

constexpr std::uint32_t kBonePointsPerRange = 1024;

struct Sample {
    Vec3d place, normal;
    double area;
};

// All over a capsule, no farther apart than `apart`: in rings, along the middle line and over both caps.
std::vector<Sample> samplesOf(const Bone& bone, double apart) {
    const double pi = std::numbers::pi, radius = bone.radius, quarter = pi / 2 * radius;
    const double middle = length(bone.tail - bone.head), all = 2 * quarter + middle;
    const Vec3d axis = normalized(bone.tail - bone.head, Vec3d{0, 1, 0});
    const Vec3d u = anyPerpendicular(axis), v = cross(axis, u);
    const int rings = std::max(1, static_cast<int>(std::ceil(all / apart)));
    const double step = all / rings;
    std::vector<Sample> samples;
    for (int ring = 0; ring < rings; ++ring) {
        const double way = (ring + 0.5) * step;  // from pole to pole
        const double along = std::clamp(way - quarter, 0.0, middle);
        const double rise = (way - quarter - along) / radius;  // radians towards a pole
        const double around = 2 * pi * radius * std::cos(rise);
        const int count = std::max(1, static_cast<int>(std::ceil(around / apart)));
        for (int i = 0; i < count; ++i) {
            const double angle = 2 * pi * (i + 0.5 * (ring % 2)) / count;
            const Vec3d out = u * std::cos(angle) + v * std::sin(angle);
            const Vec3d normal = out * std::cos(rise) + axis * std::sin(rise);
            samples.push_back({bone.head + axis * along + normal * radius, normal, around * step / count});
        }
    }
    return samples;
}

}  // namespace

SlidingBones::SlidingBones(const Volume& volume, const Carriers& carriers, double young,
                           std::span<const double> factors, const PoseSettings& settings, const Jobs& jobs)
    : volume_(volume) {
    const double width = volume.cells().width;
    std::vector<Vec3d> places, outOfFlesh;
    for (std::uint32_t b = 0; b < volume.bones.size(); ++b) {
        const Bone& bone = volume.bones[b];
        const auto carrier = static_cast<std::uint32_t>(
            std::lower_bound(carriers.joints.begin(), carriers.joints.end(), bone.joint) -
            carriers.joints.begin());
        firstBone_.resize(carrier + 1, b);
        for (const Sample& sample : samplesOf(bone, width)) {
            if (nearestBone(volume.bones, sample.place).distance < -1e-3 * bone.radius) continue;
            points_.push_back({{},
                               carrier,
                               sample.place,
                               sample.normal,
                               settings.springStiffness * young * sample.area / width,
                               settings.grip * young * sample.area / bone.radius});
            places.push_back(sample.place);
            outOfFlesh.push_back(-sample.normal);
        }
    }
    firstBone_.push_back(static_cast<std::uint32_t>(volume.bones.size()));
    const std::vector<FleshCells::Found> found = volume.flesh.find(places, outOfFlesh, jobs);
    for (std::size_t i = 0; i < points_.size(); ++i) {
        points_[i].flesh = found[i].point;
        const double factor = factors.empty() ? 1 : factors[found[i].point.cell];
        points_[i].push *= factor;
        points_[i].drawBack *= factor;
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
        if (found[i].distance <= width) points_[kept++] = points_[i];
    }
    points_.resize(kept);
}

SlidingBones::Surface SlidingBones::surfaceAt(const Point& point, Vec3d place) const {
    Surface nearest{point.place, point.normal};
    double smallest = Box::kInfinity;
    for (std::uint32_t b = firstBone_[point.carrier]; b < firstBone_[point.carrier + 1]; ++b) {
        const Bone& bone = volume_.bones[b];
        const Vec3d onAxis = closestOnBone(bone, place);
        const Vec3d off = (place - onAxis) / bone.radius;
        const double distance = (length(off) - 1) * bone.radius;
        if (distance >= smallest) continue;
        smallest = distance;
        // What is near the middle of the bone, or a little past it, goes back to the side it came from.
        const Vec3d normal =
            normalized(off + point.normal * std::max(0.0, 1 - 2 * length(off)), point.normal);
        nearest = {onAxis + normal * bone.radius, normal};
    }
    return nearest;
}

std::unique_ptr<const SlidingBones> slidingOver(PoseSolver& solver, const Volume& volume,
                                                const Carriers& carriers, double young,
                                                std::span<const double> factors, const Jobs& jobs) {
    if (solver.settings().hold != Hold::Sliding) return nullptr;
    auto slide =
        std::make_unique<const SlidingBones>(volume, carriers, young, factors, solver.settings(), jobs);
    solver.setHolds([&over = *slide](std::span<const Vec3d> x, std::span<const Affined> motion,
                                     std::vector<Tie>& ties,
                                     const Jobs& lent) { over.addTies(x, motion, ties, lent); });
    return slide;
}

void SlidingBones::addTies(std::span<const Vec3d> x, std::span<const Affined> motion, std::vector<Tie>& ties,
                           const Jobs& jobs) const {
    std::vector<Affined> back;
    for (const Affined& of : motion) back.push_back(inverse(of));
    const std::size_t first = ties.size();
    ties.resize(first + 2 * points_.size());
    parallelForRanges(jobs, static_cast<std::uint32_t>(points_.size()), kBonePointsPerRange,
                      [&](std::uint32_t begin, std::uint32_t end) {
                          for (std::uint32_t i = begin; i < end; ++i) {
                              const Point& point = points_[i];
                              const Affined& posed = motion[point.carrier];
                              const Vec3d p = positionOf(point.flesh, volume_.cells(), x);
                              const Surface at = surfaceAt(point, transformPoint(back[point.carrier], p));
                              const Vec3d normal = normalized(posed.linear * at.normal, at.normal);
                              Tie* const own = &ties[first + 2 * i];
                              own[0] = {point.flesh,
                                        {},
                                        transformPoint(posed, at.place),
                                        springAlong(normal, point.push),
                                        normal};
                              own[1] = {point.flesh,
                                        {},
                                        transformPoint(posed, point.place),
                                        Mat3f::identity() * static_cast<float>(point.drawBack)};
                          }
                      });
}

}  // namespace sinew::lattice
