// Stage 10: vertices from the domains that carry them (FORMAT.md, "The surface"), and how they are shaded.
#include "Math/Kernel.h"

#include "Runtime/Surface/SurfaceLayout.h"

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

HWY_INLINE Lanes load(const float* from) {
    return hn::Load(Tag(), from);
}

using Whole = hn::RebindToSigned<Tag>;
using Halves = hn::Repartition<std::int16_t, Whole>;

// Σ of pairs: kept in the order that the instruction set likes until it is asked for.
struct PairSum {
    hn::Vec<Whole> even = hn::Zero(Whole()), odd = hn::Zero(Whole());

    HWY_INLINE void add(const std::int16_t (*row)[2], hn::Vec<Halves> q) {
        even = hn::ReorderWidenMulAccumulate(Whole(), hn::Load(Halves(), row[0]), q, even, odd);
    }
    HWY_INLINE Lanes value() const { return hn::ConvertTo(Tag(), hn::RearrangeToOddPlusEven(even, odd)); }
};

// X + U q.
HWY_INLINE Point deformed(const AssetBlock& block, const AssetRow* rows, const SurfaceDomain& d,
                          std::size_t lane) {
    PairSum x, y, z;
    for (std::uint32_t k = 0; k < d.pairs; ++k, rows += 3) {
        const auto q = hn::BitCast(Halves(), hn::Set(Whole(), d.q[k]));
        x.add(rows[0].lane + lane, q);
        y.add(rows[1].lane + lane, q);
        z.add(rows[2].lane + lane, q);
    }
    const Lanes unit = set(d.unit);
    return {hn::MulAdd(x.value(), unit, load(block.position[0] + lane)),
            hn::MulAdd(y.value(), unit, load(block.position[1] + lane)),
            hn::MulAdd(z.value(), unit, load(block.position[2] + lane))};
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

HWY_INLINE Lanes dot(const Point& a, const Point& b) {
    return hn::MulAdd(a.x, b.x, hn::MulAdd(a.y, b.y, hn::Mul(a.z, b.z)));
}

HWY_INLINE Point cross(const Point& a, const Point& b) {
    return {hn::MulSub(a.y, b.z, hn::Mul(a.z, b.y)), hn::MulSub(a.z, b.x, hn::Mul(a.x, b.z)),
            hn::MulSub(a.x, b.y, hn::Mul(a.y, b.x))};
}

// a·s + b·t.
HWY_INLINE Point mixed(const Point& a, Lanes s, const Point& b, Lanes t) {
    return {hn::MulAdd(a.x, s, hn::Mul(b.x, t)), hn::MulAdd(a.y, s, hn::Mul(b.y, t)),
            hn::MulAdd(a.z, s, hn::Mul(b.z, t))};
}

HWY_INLINE Point unit(const Point& a) {
    const Lanes by = hn::Div(set(1), hn::Sqrt(hn::Max(dot(a, a), set(1e-37f))));
    return {hn::Mul(a.x, by), hn::Mul(a.y, by), hn::Mul(a.z, by)};
}

using Four = hn::FixedTag<float, 4>;

// Enough vertices that what is stored as single ones can be loaded as lanes without waiting.
constexpr std::uint32_t kBatch = 2 * kAssetLanes;

struct Batch {
    Place4 first[kBatch], second[kBatch];  // t₁, t₂
    alignas(64) float normals[3 * kBatch];
    Place4 tangents[kBatch];
};

HWY_INLINE Point loadPoints(const Place4* from) {
    Point p;
    Lanes rest;
    hn::LoadInterleaved4(Tag(), &from->x, p.x, p.y, p.z, rest);
    return p;
}

HWY_INLINE void findEdges(const NormalBlock& block, const float* places, Place4* first, Place4* second) {
    for (std::uint32_t i = 0; i < kAssetLanes; ++i) {
        const std::uint32_t* const near = block.near[i];
        const auto at = [&](int k) { return hn::Load(Four(), places + near[k]); };
        hn::Store(hn::Sub(at(0), at(2)), Four(), &first[i].x);
        hn::Store(hn::Sub(at(1), at(3)), Four(), &second[i].x);
    }
}

HWY_INLINE void shadeLanes(const NormalBlock& block, const TangentBlock* tangents, std::uint32_t lane,
                           std::uint32_t at, float* normals, Batch& batch) {
    const Point t1 = loadPoints(batch.first + at), t2 = loadPoints(batch.second + at), m = cross(t1, t2);
    const Point lean = mixed(t1, load(block.along + lane), t2, hn::Neg(load(block.across + lane)));
    const Point leaning = cross(m, lean);
    const Lanes out = load(block.out + lane);
    const Point n = unit(
        {hn::MulAdd(out, m.x, leaning.x), hn::MulAdd(out, m.y, leaning.y), hn::MulAdd(out, m.z, leaning.z)});
    hn::StoreInterleaved3(n.x, n.y, n.z, Tag(), normals + std::size_t{3} * at);
    if (tangents == nullptr) return;
    const Point along = mixed(t1, load(tangents->along + lane), t2, load(tangents->across + lane));
    const Point t = unit(mixed(along, set(1), n, hn::Neg(dot(along, n))));
    hn::StoreInterleaved4(t.x, t.y, t.z, load(tangents->side + lane), Tag(), &batch.tangents[at].x);
}

constexpr std::uint32_t kPacked = 3 * sizeof(float);

// Full batches of packed normals go straight to the caller.
HWY_INLINE float* normalsOf(const ShadeTask& task, std::uint32_t begin, std::uint32_t count, Batch& batch) {
    const bool straight = task.normals.first != nullptr && task.normals.stride == kPacked && count == kBatch;
    return straight ? task.normals.first + std::size_t{3} * begin : batch.normals;
}

template <std::uint32_t kFloats>
HWY_INLINE void put(const VertexStream& stream, std::uint32_t first, std::uint32_t count, const float* from) {
    char* to = reinterpret_cast<char*>(stream.first) + std::size_t{first} * stream.stride;
    for (std::uint32_t i = 0; i < count; ++i, to += stream.stride, from += kFloats)
        __builtin_memcpy(to, from, kFloats * sizeof(float));
}

}  // namespace

void surfacePositions(const SurfaceTask& task) {
    const AssetRun& run = *task.run;
    std::uint32_t rowsOfBlock = 0;
    for (std::uint32_t i = 0; i < run.bindings; ++i) rowsOfBlock += task.domains[run.domain[i]].rows;
    for (std::uint32_t b = task.begin; b < task.end; ++b) {
        const AssetBlock& block = task.blocks[run.firstBlock + b];
        const AssetWeights* const weights = task.weights + run.firstWeight + std::size_t{b} * run.bindings;
        Place4* const to = task.places + std::size_t{run.firstBlock + b} * kAssetLanes;
        for (std::size_t lane = 0; lane < kAssetLanes; lane += kWide) {
            const AssetRow* rows = task.rows + run.firstRow + std::size_t{b} * rowsOfBlock;
            Point sum{set(0), set(0), set(0)};
            for (std::uint32_t i = 0; i < run.bindings; ++i) {
                const SurfaceDomain& d = task.domains[run.domain[i]];
                addShare(d, deformed(block, rows, d, lane), load(weights[i].lane + lane), sum);
                rows += d.rows;
            }
            hn::StoreInterleaved4(sum.x, sum.y, sum.z, set(0), Tag(), &to[lane].x);
        }
    }
}

void surfaceShade(const ShadeTask& task) {
    Batch batch;
    for (std::uint32_t begin = task.begin; begin < task.end; begin += kBatch) {
        const std::uint32_t count = task.end - begin < kBatch ? task.end - begin : kBatch;
        const std::uint32_t block = begin / kAssetLanes;
        const std::uint32_t blocks = (count + kAssetLanes - 1) / kAssetLanes;
        float* const normals = normalsOf(task, begin, count, batch);
        for (std::uint32_t b = 0; b < blocks; ++b)
            findEdges(task.normalBlocks[block + b], &task.places->x, batch.first + b * kAssetLanes,
                      batch.second + b * kAssetLanes);
        for (std::uint32_t i = 0; i < blocks * kAssetLanes; i += kWide) {
            const std::uint32_t of = block + i / kAssetLanes;
            shadeLanes(task.normalBlocks[of],
                       task.tangentBlocks == nullptr ? nullptr : task.tangentBlocks + of, i % kAssetLanes, i,
                       normals, batch);
        }
        if (task.normals.first != nullptr && normals == batch.normals)
            put<3>(task.normals, begin, count, normals);
        if (task.tangentBlocks != nullptr) put<4>(task.tangents, begin, count, &batch.tangents[0].x);
    }
}

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
