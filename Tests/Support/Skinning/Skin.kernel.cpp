#include "Math/Kernel.h"

#include <cstddef>

#include "Support/Skinning/SkinLayout.h"

// Where a block's vertices share their joints, everything runs on kLanes vertices at a time. Otherwise
// blending runs one vertex at a time, because its matrices lie anywhere: a joint's columns fill whole
// registers and are scaled by one broadcast weight, and a transposition in registers leads to what follows.
// Eight lanes at most: a wider register would hold several joints' columns.
namespace sinew::SINEW_KERNEL_NAMESPACE {
namespace {

constexpr std::size_t kLanes = HWY_MAX_BYTES >= 32 ? 8 : 4;
using D = hn::CappedTag<float, kLanes>;
using V = hn::Vec<D>;
constexpr D kTag{};
// Registers of one matrix and of one dual quaternion.
constexpr std::size_t kMatrixRegisters = kSkinMatrixFloats / kLanes,
                      kDualRegisters = kSkinDualFloats / kLanes;

struct Vectors {
    V x, y, z;
};

// Table entries are aligned; see Skin.cpp.
HWY_INLINE V load(const float* p) {
    return hn::Load(kTag, p);
}

// a × b + c
HWY_INLINE Vectors crossAdd(const Vectors& a, const Vectors& b, const Vectors& c) {
    return {hn::MulAdd(a.y, b.z, hn::NegMulAdd(a.z, b.y, c.x)),
            hn::MulAdd(a.z, b.x, hn::NegMulAdd(a.x, b.z, c.y)),
            hn::MulAdd(a.x, b.y, hn::NegMulAdd(a.y, b.x, c.z))};
}

HWY_INLINE Vectors cross(const Vectors& a, const Vectors& b) {
    return {hn::NegMulAdd(a.z, b.y, hn::Mul(a.y, b.z)), hn::NegMulAdd(a.x, b.z, hn::Mul(a.z, b.x)),
            hn::NegMulAdd(a.y, b.x, hn::Mul(a.x, b.y))};
}

HWY_INLINE Vectors scaled(const Vectors& a, V s) {
    return {hn::Mul(a.x, s), hn::Mul(a.y, s), hn::Mul(a.z, s)};
}

HWY_INLINE Vectors scaledAdd(const Vectors& a, V s, const Vectors& b) {
    return {hn::MulAdd(a.x, s, b.x), hn::MulAdd(a.y, s, b.y), hn::MulAdd(a.z, s, b.z)};
}

HWY_INLINE V dot(const Vectors& a, const Vectors& b) {
    return hn::MulAdd(a.x, b.x, hn::MulAdd(a.y, b.y, hn::Mul(a.z, b.z)));
}

// Zero where there is no direction.
HWY_INLINE Vectors normalized(const Vectors& a) {
    const V squared = dot(a, a), zero = hn::Zero(kTag);
    const V inverse = hn::Div(hn::Set(kTag, 1.0f), hn::Sqrt(squared));
    return scaled(a, hn::IfThenElse(hn::Eq(squared, zero), zero, inverse));
}

struct Matrices {
    Vectors column[3], translation;
};

struct DualQuats {
    Vectors real;
    V realW;
    Vectors dual;
    V dualW;
};

// The influences of kLanes vertices that share their joints.
struct SharedInfluences {
    const float* weights;
    const std::uint16_t* entries;
    std::size_t count;

    HWY_INLINE V weight(std::size_t k) const { return hn::LoadU(kTag, weights + k * kSkinBlock); }
};

HWY_INLINE Vectors broadcast(const float* p) {
    return {hn::Set(kTag, p[0]), hn::Set(kTag, p[1]), hn::Set(kTag, p[2])};
}

HWY_INLINE Matrices blendMatrices(const SharedInfluences& shared, const float* table) {
    const float* entry = table + shared.entries[0] * kSkinMatrixFloats;
    V w = shared.weight(0);
    Matrices m{
        {scaled(broadcast(entry), w), scaled(broadcast(entry + 4), w), scaled(broadcast(entry + 8), w)},
        scaled(broadcast(entry + 12), w)};
    for (std::size_t k = 1; k < shared.count; ++k) {
        entry = table + shared.entries[k] * kSkinMatrixFloats;
        w = shared.weight(k);
        m.column[0] = scaledAdd(broadcast(entry), w, m.column[0]);
        m.column[1] = scaledAdd(broadcast(entry + 4), w, m.column[1]);
        m.column[2] = scaledAdd(broadcast(entry + 8), w, m.column[2]);
        m.translation = scaledAdd(broadcast(entry + 12), w, m.translation);
    }
    return m;
}

HWY_INLINE DualQuats blendDuals(const SharedInfluences& shared, const float* table) {
    const float* entry = table + shared.entries[0] * kSkinDualFloats;
    V w = shared.weight(0);
    DualQuats q{scaled(broadcast(entry), w), hn::Mul(hn::Set(kTag, entry[3]), w),
                scaled(broadcast(entry + 4), w), hn::Mul(hn::Set(kTag, entry[7]), w)};
    for (std::size_t k = 1; k < shared.count; ++k) {
        entry = table + shared.entries[k] * kSkinDualFloats;
        w = shared.weight(k);
        q.real = scaledAdd(broadcast(entry), w, q.real);
        q.realW = hn::MulAdd(hn::Set(kTag, entry[3]), w, q.realW);
        q.dual = scaledAdd(broadcast(entry + 4), w, q.dual);
        q.dualW = hn::MulAdd(hn::Set(kTag, entry[7]), w, q.dualW);
    }
    return q;
}

// The influences of kLanes vertices, each with joints of its own. kInfluences 0: only known at run time.
template <std::size_t kInfluences>
struct Influences {
    const float* weights;
    const std::uint16_t* entries;
    std::size_t count;

    HWY_INLINE std::size_t size() const { return kInfluences != 0 ? kInfluences : count; }

    // The weighted sum of a vertex's table entries.
    template <std::size_t kRegisters>
    HWY_INLINE void blend(const float* table, std::size_t vertex, V (&sum)[kRegisters]) const {
        const float* const w = weights + vertex * size();
        const std::uint16_t* const e = entries + vertex * size();
        const float* entry = table + e[0] * (kRegisters * kLanes);
        const V first = hn::Set(kTag, w[0]);
        for (std::size_t r = 0; r < kRegisters; ++r) sum[r] = hn::Mul(first, load(entry + r * kLanes));
        for (std::size_t k = 1; k < size(); ++k) {
            entry = table + e[k] * (kRegisters * kLanes);
            const V weight = hn::Set(kTag, w[k]);
            for (std::size_t r = 0; r < kRegisters; ++r) {
                sum[r] = hn::MulAdd(weight, load(entry + r * kLanes), sum[r]);
            }
        }
    }
};

// Rows of four: element i of every group of four, for four vertices; groups side by side.
struct Rows {
    V row[4];
};

HWY_INLINE Rows transposed(V a, V b, V c, V d) {
    const V lowAc = hn::InterleaveLower(kTag, a, c), lowBd = hn::InterleaveLower(kTag, b, d);
    const V highAc = hn::InterleaveUpper(kTag, a, c), highBd = hn::InterleaveUpper(kTag, b, d);
    return {{hn::InterleaveLower(kTag, lowAc, lowBd), hn::InterleaveUpper(kTag, lowAc, lowBd),
             hn::InterleaveLower(kTag, highAc, highBd), hn::InterleaveUpper(kTag, highAc, highBd)}};
}

// Written out, since compilers do not unroll this far by themselves and would go through memory.
template <std::size_t kRegisters, class Source>
HWY_INLINE void blendFour(const Source& influences, const float* table, std::size_t first,
                          Rows (&rows)[kRegisters]) {
    V a[kRegisters], b[kRegisters], c[kRegisters], d[kRegisters];
    influences.blend(table, first, a);
    influences.blend(table, first + 1, b);
    influences.blend(table, first + 2, c);
    influences.blend(table, first + 3, d);
    for (std::size_t r = 0; r < kRegisters; ++r) rows[r] = transposed(a[r], b[r], c[r], d[r]);
}

#if HWY_MAX_BYTES >= 32

// groups[g].row[i]: element i of group g for eight vertices.
template <std::size_t kRegisters, class Source>
HWY_INLINE void gather(const Source& influences, const float* table, Rows (&groups)[kRegisters * 2]) {
    Rows low[kRegisters], high[kRegisters];
    blendFour(influences, table, 0, low);
    blendFour(influences, table, 4, high);
    for (std::size_t r = 0; r < kRegisters; ++r) {
        for (std::size_t i = 0; i < 4; ++i) {
            groups[r * 2].row[i] = hn::ConcatLowerLower(kTag, high[r].row[i], low[r].row[i]);
            groups[r * 2 + 1].row[i] = hn::ConcatUpperUpper(kTag, high[r].row[i], low[r].row[i]);
        }
    }
}

#else

template <std::size_t kRegisters, class Source>
HWY_INLINE void gather(const Source& influences, const float* table, Rows (&groups)[kRegisters]) {
    blendFour(influences, table, 0, groups);
}

#endif

HWY_INLINE Vectors vectorOf(const Rows& rows) {
    return {rows.row[0], rows.row[1], rows.row[2]};
}

template <std::size_t kInfluences>
HWY_INLINE Matrices blendMatrices(const Influences<kInfluences>& influences, const float* table) {
    Rows groups[4];
    gather<kMatrixRegisters>(influences, table, groups);
    return {{vectorOf(groups[0]), vectorOf(groups[1]), vectorOf(groups[2])}, vectorOf(groups[3])};
}

template <std::size_t kInfluences>
HWY_INLINE DualQuats blendDuals(const Influences<kInfluences>& influences, const float* table) {
    Rows groups[2];
    gather<kDualRegisters>(influences, table, groups);
    return {vectorOf(groups[0]), groups[0].row[3], vectorOf(groups[1]), groups[1].row[3]};
}

HWY_INLINE Vectors movedPoints(const Matrices& m, const Vectors& p) {
    return scaledAdd(m.column[0], p.x,
                     scaledAdd(m.column[1], p.y, scaledAdd(m.column[2], p.z, m.translation)));
}

// By the cofactor matrix, which keeps normals perpendicular whatever the stretch.
HWY_INLINE Vectors movedNormals(const Matrices& m, const Vectors& n) {
    const Vectors x = cross(m.column[1], m.column[2]), y = cross(m.column[2], m.column[0]),
                  z = cross(m.column[0], m.column[1]);
    return normalized(scaledAdd(x, n.x, scaledAdd(y, n.y, scaled(z, n.z))));
}

// p + 2/|q|² · (w c + v × c − dw v) with c = v × p + d for real part (v, w) and dual part (d, dw): rotation
// and translation together, the division by |q|² standing for the normalisation of the blend.
HWY_INLINE Vectors movedPoints(const DualQuats& q, V twoOverSize, const Vectors& p) {
    const Vectors c = crossAdd(q.real, p, q.dual);
    const Vectors along = scaledAdd(q.real, hn::Neg(q.dualW), scaled(c, q.realW));
    return scaledAdd(crossAdd(q.real, c, along), twoOverSize, p);
}

HWY_INLINE Vectors movedNormals(const DualQuats& q, V twoOverSize, const Vectors& n) {
    const Vectors c = cross(q.real, n);
    return scaledAdd(crossAdd(q.real, c, scaled(c, q.realW)), twoOverSize, n);
}

HWY_INLINE Vectors loadVectors(const float* p) {
    return {hn::LoadU(kTag, p), hn::LoadU(kTag, p + kSkinBlock), hn::LoadU(kTag, p + 2 * kSkinBlock)};
}

// `first` counts vertices within the block.
HWY_INLINE void storeVectors(const SkinBlock& block, const std::uint32_t* vertexOf, std::size_t first,
                             const Vectors& v, float* out) {
    if ((block.flags & kSkinConsecutive) != 0) {
        hn::StoreInterleaved3(v.x, v.y, v.z, kTag, out + std::size_t{3} * vertexOf[first]);
        return;
    }
    // Pairs x y of two vertices per group of four lanes: one copy of eight bytes and one of four per vertex.
    alignas(32) float low[kLanes], high[kLanes], z[kLanes];
    hn::Store(hn::InterleaveLower(kTag, v.x, v.y), kTag, low);
    hn::Store(hn::InterleaveUpper(kTag, v.x, v.y), kTag, high);
    hn::Store(v.z, kTag, z);
    for (std::size_t i = 0; i < kLanes && first + i < block.vertices; ++i) {
        float* const at = out + std::size_t{3} * vertexOf[first + i];
        const float* const xy = ((i & 2) != 0 ? high : low) + (i & ~std::size_t{3}) + 2 * (i & 1);
        __builtin_memcpy(at, xy, 2 * sizeof(float));
        at[2] = z[i];
    }
}

enum class Motion { Linear, Rigid, StretchThenRigid };

// `joints` and `pairs`: the influences of the block's kLanes vertices from `first` on, as entries of either
// table.
template <Motion kMotion, bool kNormals, class Source>
HWY_INLINE void skinLanes(const SkinArrays& a, std::size_t index, std::size_t first, const Source& joints,
                          const Source& pairs) {
    const std::size_t at = index * kSkinBlock * 3 + first;
    Vectors p = loadVectors(a.positions + at), n{};
    if constexpr (kNormals) n = loadVectors(a.normals + at);
    if constexpr (kMotion != Motion::Rigid) {
        const Matrices m = blendMatrices(joints, a.matrices);
        p = movedPoints(m, p);
        if constexpr (kNormals) n = movedNormals(m, n);
    }
    if constexpr (kMotion != Motion::Linear) {
        const DualQuats q = blendDuals(pairs, a.duals);
        const V size = hn::MulAdd(q.realW, q.realW, dot(q.real, q.real));
        const V twoOverSize = hn::Div(hn::Set(kTag, 2.0f), size);
        p = movedPoints(q, twoOverSize, p);
        if constexpr (kNormals) n = movedNormals(q, twoOverSize, n);
    }
    const std::uint32_t* const vertexOf = a.vertexOf + index * kSkinBlock;
    storeVectors(a.blocks[index], vertexOf, first, p, a.positionsOut);
    if constexpr (kNormals) storeVectors(a.blocks[index], vertexOf, first, n, a.normalsOut);
}

template <Motion kMotion, bool kNormals>
HWY_INLINE void skinShared(const SkinArrays& a, std::size_t index) {
    const SkinBlock& block = a.blocks[index];
    const std::size_t entry = block.firstEntry, count = block.influences;
    for (std::size_t first = 0; first < kSkinBlock; first += kLanes) {
        const float* const weights = a.weights + block.firstWeight + first;
        skinLanes<kMotion, kNormals>(a, index, first, SharedInfluences{weights, a.joints + entry, count},
                                     SharedInfluences{weights, a.pairs + entry, count});
    }
}

template <Motion kMotion, bool kNormals, std::size_t kInfluences>
HWY_INLINE void skinMixed(const SkinArrays& a, std::size_t index) {
    using Source = Influences<kInfluences>;
    const SkinBlock& block = a.blocks[index];
    const std::size_t count = kInfluences != 0 ? kInfluences : block.influences;
    for (std::size_t first = 0; first < kSkinBlock; first += kLanes) {
        const float* const weights = a.weights + block.firstWeight + first * count;
        const std::size_t entry = block.firstEntry + first * count;
        skinLanes<kMotion, kNormals>(a, index, first, Source{weights, a.joints + entry, count},
                                     Source{weights, a.pairs + entry, count});
    }
}

template <Motion kMotion, bool kNormals>
void skinBlocks(const SkinArrays& a, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
        if ((a.blocks[i].flags & kSkinShared) != 0) {
            skinShared<kMotion, kNormals>(a, i);
        } else if (a.blocks[i].influences == 4) {
            skinMixed<kMotion, kNormals, 4>(a, i);
        } else {
            skinMixed<kMotion, kNormals, 0>(a, i);
        }
    }
}

template <Motion kMotion>
void skinRange(const SkinArrays& a, std::size_t begin, std::size_t end) {
    if (a.normalsOut != nullptr) {
        skinBlocks<kMotion, true>(a, begin, end);
    } else {
        skinBlocks<kMotion, false>(a, begin, end);
    }
}

}  // namespace

void skinLinear(const SkinArrays& a, std::size_t begin, std::size_t end) {
    skinRange<Motion::Linear>(a, begin, end);
}

void skinDual(const SkinArrays& a, std::size_t begin, std::size_t end) {
    if (a.matrices != nullptr) {
        skinRange<Motion::StretchThenRigid>(a, begin, end);
    } else {
        skinRange<Motion::Rigid>(a, begin, end);
    }
}

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
