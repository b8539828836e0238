// Stage 10: vertices from the domains that carry them (FORMAT.md, "The surface").
#include "Math/Kernel.h"

#include "Runtime/SurfaceLayout.h"

namespace sinew::SINEW_KERNEL_NAMESPACE {
namespace {

using Tag = hn::ScalableTag<float>;
using Lanes = hn::Vec<Tag>;
constexpr std::size_t kWide = hn::MaxLanes(Tag());
static_assert(kAssetLanes % kWide == 0);

struct Point {
    Lanes x, y, z;
};

HWY_INLINE Lanes set(float value) {
    return hn::Set(Tag(), value);
}

// Sixteen-bit steps as numbers.
HWY_INLINE Lanes widened(const std::int16_t* from) {
    const hn::Rebind<std::int16_t, Tag> half;
    const hn::RebindToSigned<Tag> whole;
    return hn::ConvertTo(Tag(), hn::PromoteTo(whole, hn::Load(half, from)));
}

// X + U q.
HWY_INLINE Point deformed(const AssetBlock& block, const AssetRow* rows, const SurfaceDomain& d,
                          std::size_t lane) {
    Point p{hn::Load(Tag(), block.position[0] + lane), hn::Load(Tag(), block.position[1] + lane),
            hn::Load(Tag(), block.position[2] + lane)};
    for (std::uint32_t k = 0; k < d.modes; ++k) {
        const AssetRow* const row = rows + 3 * std::size_t{d.mode[k]};
        const Lanes q = set(d.scaledQ[k]);
        p.x = hn::MulAdd(widened(row[0].lane + lane), q, p.x);
        p.y = hn::MulAdd(widened(row[1].lane + lane), q, p.y);
        p.z = hn::MulAdd(widened(row[2].lane + lane), q, p.z);
    }
    return p;
}

HWY_INLINE Lanes turned(const float* row, const Point& p, float offset) {
    return hn::MulAdd(set(row[0]), p.x,
                      hn::MulAdd(set(row[3]), p.y, hn::MulAdd(set(row[6]), p.z, set(offset))));
}

HWY_INLINE void addShare(const SurfaceDomain& d, const Point& p, Lanes weight, Point& sum) {
    sum.x = hn::MulAdd(weight, turned(d.rotation + 0, p, d.translation[0]), sum.x);
    sum.y = hn::MulAdd(weight, turned(d.rotation + 1, p, d.translation[1]), sum.y);
    sum.z = hn::MulAdd(weight, turned(d.rotation + 2, p, d.translation[2]), sum.z);
}

using Four = hn::FixedTag<float, 4>;
using Point4 = hn::Vec<Four>;

HWY_INLINE Point4 at(const Place4& place) {
    return hn::Load(Four(), &place.x);
}

// The turn x y z → y z x, kept in a register.
using Roll = decltype(hn::SetTableIndices(Four(), static_cast<const std::int32_t*>(nullptr)));

HWY_INLINE Point4 cross(Point4 a, Point4 b, Roll roll) {
    const Point4 product = hn::Mul(hn::TableLookupLanes(a, roll), b);
    return hn::TableLookupLanes(hn::MulSub(a, hn::TableLookupLanes(b, roll), product), roll);
}

}  // namespace

void surfacePositions(const SurfaceTask& task) {
    const AssetRun& run = *task.run;
    std::uint32_t rowsOfBlock = 0;
    for (std::uint32_t i = 0; i < run.bindings; ++i) rowsOfBlock += 3 * task.domains[run.domain[i]].rank;
    for (std::uint32_t b = task.begin; b < task.end; ++b) {
        const AssetBlock& block = task.blocks[run.firstBlock + b];
        const AssetWeights* const weights = task.weights + run.firstWeight + std::size_t{b} * run.bindings;
        Place4* const to = task.places + std::size_t{run.firstBlock + b} * kAssetLanes;
        for (std::size_t lane = 0; lane < kAssetLanes; lane += kWide) {
            const AssetRow* rows = task.rows + run.firstRow + std::size_t{b} * rowsOfBlock;
            Point sum{set(0), set(0), set(0)};
            for (std::uint32_t i = 0; i < run.bindings; ++i) {
                const SurfaceDomain& d = task.domains[run.domain[i]];
                addShare(d, deformed(block, rows, d, lane), hn::Load(Tag(), weights[i].lane + lane), sum);
                rows += 3 * d.rank;
            }
            hn::StoreInterleaved4(sum.x, sum.y, sum.z, set(0), Tag(), &to[lane].x);
        }
    }
}

void surfaceNormals(const NormalTask& task) {
    alignas(16) static constexpr std::int32_t kRoll[4] = {1, 2, 0, 3};
    const Roll roll = hn::SetTableIndices(Four(), kRoll);
    for (std::uint32_t i = task.begin; i < task.end; ++i) {
        const NormalStencil& s = task.stencils[i];
        const Point4 t1 = hn::Sub(at(task.places[s.near[0]]), at(task.places[s.near[2]]));
        const Point4 t2 = hn::Sub(at(task.places[s.near[1]]), at(task.places[s.near[3]]));
        const Point4 m = cross(t1, t2, roll);
        const Point4 lean =
            hn::Sub(hn::Mul(hn::Set(Four(), s.along), t1), hn::Mul(hn::Set(Four(), s.across), t2));
        const Point4 n = hn::MulAdd(hn::Set(Four(), s.out), m, cross(m, lean, roll));
        const Point4 squared = hn::SumOfLanes(Four(), hn::Mul(n, n));
        const Point4 size = hn::Sqrt(hn::Max(squared, hn::Set(Four(), 1e-37f)));
        hn::Store(hn::Div(n, size), Four(), &task.normals[i].x);
    }
}

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
