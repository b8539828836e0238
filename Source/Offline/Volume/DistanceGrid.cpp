#include "Offline/Volume/DistanceGrid.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "Offline/Error.h"

namespace sinew {

namespace {

constexpr std::uint32_t kBatch = 64;  // blocks between two reports
constexpr double kMaxNodes = 5e8;

// Corners in the order x, y, z of bits.
double trilinear(const std::array<double, 8>& corner, Vec3d t) {
    const auto mix = [](double a, double b, double s) { return a + (b - a) * s; };
    const double low = mix(mix(corner[0], corner[1], t.x), mix(corner[2], corner[3], t.x), t.y);
    const double high = mix(mix(corner[4], corner[5], t.x), mix(corner[6], corner[7], t.x), t.y);
    return mix(low, high, t.z);
}

double signedDistance(const Solid& solid, Vec3d p) {
    return -solid.depth(p);
}

}  // namespace

DistanceGrid::DistanceGrid(const Solid& solid, double spacing, double band, const Jobs& jobs,
                           const ProgressCallback& progress)
    : spacing_(spacing) {
    if (solid.isEmpty()) return;
    const Box box = inflated(solid.box(), band + spacing);
    origin_ = box.low;
    double blocks = 1;
    for (std::size_t a = 0; a < 3; ++a) {
        const double count = std::ceil(extent(box)[static_cast<int>(a)] / (kBlock * spacing));
        blocks *= count + 1;
        blocks_[a] = count < 1e6 ? std::max(1, static_cast<int>(count)) : 0;
    }
    if (!(blocks * kNodes <= kMaxNodes)) {
        throw Error(ErrorKind::Budget,
                    "a distance grid of " + std::to_string(spacing) + " m would be too large for a body of " +
                        std::to_string(length(extent(box))) + " m",
                    "Use a larger spacing.");
    }
    fillCoarse(solid, jobs, part(progress, 0, 0.1));
    std::vector<std::size_t> near;
    fineOfBlock_.assign(static_cast<std::size_t>(blocks_[0]) * blocks_[1] * blocks_[2], kNone);
    parallelForRanges(jobs, static_cast<std::uint32_t>(fineOfBlock_.size()), kBatch,
                      [&](std::uint32_t begin, std::uint32_t end) {
                          for (std::uint32_t b = begin; b < end; ++b) {
                              if (isNear(solid, blockIndex(b), band)) fineOfBlock_[b] = 0;
                          }
                      });
    for (std::size_t b = 0; b < fineOfBlock_.size(); ++b) {
        if (fineOfBlock_[b] == kNone) continue;
        fineOfBlock_[b] = static_cast<std::uint32_t>(near.size());
        near.push_back(b);
    }
    fine_.resize(near.size() * kNodes);
    for (std::size_t begin = 0; begin < near.size(); begin += kBatch) {
        report(progress, 0.1 + 0.9 * static_cast<double>(begin) / static_cast<double>(near.size()));
        const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(kBatch, near.size() - begin));
        parallelFor(jobs, count, [&](std::uint32_t i) {
            fillBlock(solid, blockIndex(near[begin + i]), fine_.data() + (begin + i) * kNodes);
        });
    }
    report(progress, 1);
}

DistanceGrid::Index DistanceGrid::blockIndex(std::size_t block) const {
    const auto nx = static_cast<std::size_t>(blocks_[0]), ny = static_cast<std::size_t>(blocks_[1]);
    return {static_cast<int>(block % nx), static_cast<int>(block / nx % ny),
            static_cast<int>(block / nx / ny)};
}

void DistanceGrid::fillCoarse(const Solid& solid, const Jobs& jobs, const ProgressCallback& progress) {
    const int nx = blocks_[0] + 1, ny = blocks_[1] + 1, nz = blocks_[2] + 1;
    coarse_.resize(static_cast<std::size_t>(nx) * ny * nz);
    for (int k = 0; k < nz; ++k) {
        report(progress, double(k) / nz);
        parallelFor(jobs, static_cast<std::uint32_t>(ny), [&](std::uint32_t j) {
            for (int i = 0; i < nx; ++i) {
                const Index index{i, static_cast<int>(j), k};
                coarse_[coarseAt(index)] = static_cast<float>(signedDistance(solid, coarsePosition(index)));
            }
        });
    }
}

// Distances change no faster than places do.
bool DistanceGrid::isNear(const Solid& solid, Index block, double band) const {
    const double side = kBlock * spacing_, reach = std::sqrt(0.75) * side + band;
    return solid.distance(coarsePosition(block) + Vec3d{0.5, 0.5, 0.5} * side, reach) <= reach;
}

// One node after the other: the last one's distance bounds the search for the next, and where it is more than
// a step the side cannot have changed, provided that the boundary is all triangles.
void DistanceGrid::fillBlock(const Solid& solid, Index block, float* nodes) const {
    const Vec3d low = coarsePosition(block);
    const bool closed = solid.isClosed();
    for (int n = 0; n < kNodes; ++n) {
        const int i = n % kRow, j = n / kRow % kRow, k = n / kRow / kRow;
        const Vec3d p = low + Vec3d{double(i), double(j), double(k)} * spacing_;
        if (n == 0) {
            nodes[n] = static_cast<float>(signedDistance(solid, p));
            continue;
        }
        const int before = i > 0 ? n - 1 : j > 0 ? n - kRow : n - kRow * kRow;
        const double last = static_cast<double>(nodes[before]), step = spacing_ * (1 + 1e-6);
        const double distance = solid.distance(p, std::abs(last) * (1 + 1e-6) + step);
        const bool sameSide = closed && std::abs(last) > step;
        const bool inside = sameSide ? last < 0 : solid.inside(p);
        nodes[n] = static_cast<float>(inside ? -distance : distance);
    }
}

double DistanceGrid::at(Vec3d p) const {
    if (coarse_.empty()) return Box::kInfinity;
    Index block{}, cell{};
    Vec3d inCell, inBlock, clamped;
    for (int a = 0; a < 3; ++a) {
        const double limit = static_cast<double>(blocks_[static_cast<std::size_t>(a)]) * kBlock;
        const double x = std::clamp((p[a] - origin_[a]) / spacing_, 0.0, limit);
        clamped[a] = origin_[a] + x * spacing_;
        const int whole = std::min(static_cast<int>(x), static_cast<int>(limit) - 1);
        block[static_cast<std::size_t>(a)] = whole / kBlock;
        cell[static_cast<std::size_t>(a)] = whole % kBlock;
        inCell[a] = x - whole;
        inBlock[a] = (whole % kBlock + inCell[a]) / kBlock;
    }
    const std::uint32_t fine = fineOfBlock_[blockAt(block)];
    std::array<double, 8> corners{};
    for (int c = 0; c < 8; ++c) {
        const int x = c & 1, y = c >> 1 & 1, z = c >> 2;
        const int node = ((cell[2] + z) * kRow + cell[1] + y) * kRow + cell[0] + x;
        corners[static_cast<std::size_t>(c)] = static_cast<double>(
            fine != kNone ? fine_[std::size_t{fine} * kNodes + static_cast<std::size_t>(node)]
                          : coarse_[coarseAt({block[0] + x, block[1] + y, block[2] + z})]);
    }
    return trilinear(corners, fine != kNone ? inCell : inBlock) + length(p - clamped);
}

Vec3d DistanceGrid::gradient(Vec3d p) const {
    const double half = spacing_ / 2;
    Vec3d result;
    for (int a = 0; a < 3; ++a) {
        Vec3d step;
        step[a] = half;
        result[a] = (at(p + step) - at(p - step)) / spacing_;
    }
    return result;
}

}  // namespace sinew
