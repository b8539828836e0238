#include "Offline/Reduction/Skin/ContactSamples.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include "Offline/Geometry/Box.h"
#include "Offline/Geometry/Measure.h"

namespace sinew::reduction {

namespace {

constexpr double kPacked = 0.7;        // points per squared distance, put on a surface one after the other
constexpr std::ptrdiff_t kGroup = 16;  // samples that the runtime looks at together

using CellIndex = std::array<std::int64_t, 3>;

CellIndex cellOf(Vec3d p, double size) {
    CellIndex cell{};
    for (int i = 0; i < 3; ++i)
        cell[static_cast<std::size_t>(i)] = static_cast<std::int64_t>(std::floor(p[i] / size));
    return cell;
}

class Spread {
  public:
    Spread(std::span<const Vec3d> positions, double radius) : positions_(positions), radius_(radius) {}

    // False where another is too near.
    bool add(std::uint32_t vertex) {
        const CellIndex cell = cellOf(positions_[vertex], radius_);
        for (std::int64_t x = -1; x <= 1; ++x) {
            for (std::int64_t y = -1; y <= 1; ++y) {
                for (std::int64_t z = -1; z <= 1; ++z) {
                    if (isNear(vertex, {cell[0] + x, cell[1] + y, cell[2] + z})) return false;
                }
            }
        }
        cells_[cell].push_back(vertex);
        return true;
    }

  private:
    bool isNear(std::uint32_t vertex, const CellIndex& cell) const {
        const auto found = cells_.find(cell);
        return found != cells_.end() &&
               std::any_of(found->second.begin(), found->second.end(), [&](std::uint32_t other) {
                   return length(positions_[other] - positions_[vertex]) < radius_;
               });
    }

    std::span<const Vec3d> positions_;
    double radius_;
    std::map<CellIndex, std::vector<std::uint32_t>> cells_;
};

// Halved across the longest side until groups are small: what follows each other is close.
void gather(std::span<SampleContent> samples, std::span<const Vec3d> positions) {
    if (static_cast<std::ptrdiff_t>(samples.size()) <= kGroup) return;
    Box box;
    for (const SampleContent& s : samples) box = merged(box, positions[s.vertex]);
    const Vec3d size = extent(box);
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    std::stable_sort(samples.begin(), samples.end(), [&](const SampleContent& a, const SampleContent& b) {
        return positions[a.vertex][axis] < positions[b.vertex][axis];
    });
    const auto groups = (static_cast<std::ptrdiff_t>(samples.size()) + kGroup - 1) / kGroup;
    const auto half = static_cast<std::size_t>((groups + 1) / 2 * kGroup);
    gather(samples.first(half), positions);
    gather(samples.subspan(half), positions);
}

}  // namespace

std::vector<SampleContent> contactSamples(const TriangleMesh& mesh, std::span<const std::int32_t> domainOf,
                                          std::uint32_t wanted) {
    if (wanted == 0) return {};
    const double area = surfaceArea(mesh);
    Spread spread(mesh.positions, std::sqrt(kPacked * area / wanted));
    std::vector<SampleContent> samples;
    for (std::uint32_t v = 0; v < mesh.positions.size(); ++v) {
        if (domainOf[v] == kNoDomain || !spread.add(v)) continue;
        samples.push_back({v, static_cast<std::uint32_t>(domainOf[v]), 0});
    }
    const double radius = std::sqrt(area / (std::numbers::pi * static_cast<double>(samples.size())));
    for (SampleContent& s : samples) s.radius = static_cast<float>(radius);
    std::stable_sort(samples.begin(), samples.end(),
                     [](const SampleContent& a, const SampleContent& b) { return a.domain < b.domain; });
    for (auto begin = samples.begin(); begin != samples.end();) {
        const auto end =
            std::find_if(begin, samples.end(), [&](const auto& s) { return s.domain != begin->domain; });
        gather({begin, end}, mesh.positions);
        begin = end;
    }
    return samples;
}

}  // namespace sinew::reduction
