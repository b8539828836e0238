#include "Asset/ValidateBody.h"

#include "Asset/Checks.h"

namespace sinew {

namespace {

// Where the next domain's ranges have to start.
struct DomainEnds {
    std::uint64_t mode = 0, lane = 0, square = 0, cubatureBlock = 0, point = 0, basis = 0, mass = 0,
                  sample = 0;

    void add(const AssetDomain& d) {
        mode += d.rank;
        lane += paddedModes(d.rank);
        square += squareFloats(d.rank);
        cubatureBlock += blocksOf(d.cubaturePoints);
        point += d.cubaturePoints;
        basis += std::uint64_t{d.cubaturePoints} * basisFloats(d.rank);
        mass += massFloats(d.rank);
        sample += d.samples;
    }
};

AssetProblem checkRanges(const AssetDomain& d, const DomainEnds& ends, std::size_t i) {
    const struct {
        const char* field;
        bool right;
    } ranges[] = {
        {"first mode", d.firstMode == ends.mode},
        {"first lane", d.firstLane == ends.lane},
        {"first cubature block", d.firstCubatureBlock == ends.cubatureBlock},
        {"first basis", d.firstBasis == ends.basis},
        {"first mass", d.firstMass == ends.mass},
        {"first sample", d.firstSample == ends.sample},
    };
    for (const auto& r : ranges) {
        if (!r.right) return fault(AssetFault::Index, ChunkId::Domains, r.field, i);
    }
    return {};
}

AssetProblem checkDomain(const AssetView& v, std::size_t i) {
    constexpr ChunkId kChunk = ChunkId::Domains;
    const AssetDomain& d = v.domains[i];
    if (d.joint >= v.joints.size()) return fault(AssetFault::Index, kChunk, "joint", i);
    if (d.rank > kMaxRank) return fault(AssetFault::Value, kChunk, "rank", i);
    if ((d.cubaturePoints == 0) != (d.rank == 0))
        return fault(AssetFault::Value, kChunk, "cubature points", i);
    if (!isFinite(d.centre)) return fault(AssetFault::NotFinite, kChunk, "centre", i);
    if (!isAtLeast(d.mass, 0)) return fault(AssetFault::Value, kChunk, "mass", i);
    if (!isAtLeast(d.radius, 0)) return fault(AssetFault::Value, kChunk, "radius", i);
    if (!isAtLeast(d.reach, 0)) return fault(AssetFault::Value, kChunk, "reach", i);
    return {};
}

AssetProblem checkEnds(const AssetView& v, const DomainEnds& ends) {
    const struct {
        ChunkId chunk;
        const char* field;
        std::uint64_t found, expected;
    } counts[] = {
        {ChunkId::Meta, "modes", v.meta->modes, ends.mode},
        {ChunkId::Meta, "cubature points", v.meta->cubaturePoints, ends.point},
        {ChunkId::Scales, "floats", v.scales.size(), ends.lane},
        {ChunkId::Bounds, "floats", v.bounds.size(), 3 * ends.lane},
        {ChunkId::Cubature, "blocks", v.cubature.size(), ends.cubatureBlock},
        {ChunkId::CubatureBasis, "floats", v.cubatureBasis.size(), ends.basis},
        {ChunkId::CubaturePlaces, "places", v.cubaturePlaces.size(), kAssetLanes * ends.cubatureBlock},
        {ChunkId::Stabilisation, "floats", v.stabilisation.size(), v.stabilisation.empty() ? 0 : ends.square},
        {ChunkId::Mass, "floats", v.mass.size(), ends.mass},
        {ChunkId::Samples, "samples", v.samples.size(), ends.sample},
    };
    for (const auto& c : counts) {
        if (c.found != c.expected) return countFault(c.chunk, c.field, c.found, c.expected);
    }
    return {};
}

AssetProblem checkLane(const AssetView& v, std::uint32_t lane, bool used) {
    const float minimum = v.bounds[lane], maximum = v.bounds[v.lanes + lane],
                inverseScale = v.bounds[2 * std::size_t{v.lanes} + lane];
    if (!used && (minimum != 0 || maximum != 0 || inverseScale != 0))
        return fault(AssetFault::Padding, ChunkId::Bounds, "lane", lane);
    if (!isAtLeast(-minimum, 0)) return fault(AssetFault::Value, ChunkId::Bounds, "minimum", lane);
    if (!isAtLeast(maximum, 0)) return fault(AssetFault::Value, ChunkId::Bounds, "maximum", lane);
    if (!isAtLeast(inverseScale, 0)) return fault(AssetFault::Value, ChunkId::Bounds, "inverse scale", lane);
    if (!used && v.scales[lane] != 0) return fault(AssetFault::Padding, ChunkId::Scales, "lane", lane);
    if (!isAtLeast(v.scales[lane], 0)) return fault(AssetFault::Value, ChunkId::Scales, "scale", lane);
    return {};
}

// Skin has fibres and nothing else.
AssetProblem checkTet(const AssetCubature& block, std::uint32_t lane, bool used, bool mayBeSkin,
                      std::uint64_t index) {
    constexpr ChunkId kChunk = ChunkId::Cubature;
    if (!used) {
        const bool zero = block.weight[lane] == 0 && block.mu[lane] == 0 && block.lambda[lane] == 0;
        return zero ? AssetProblem{} : fault(AssetFault::Padding, kChunk, "lane", index);
    }
    if (!isPositive(block.weight[lane])) return fault(AssetFault::Value, kChunk, "weight", index);
    const bool isSkin = block.mu[lane] == 0 && block.lambda[lane] == 0;
    if (!isSkin && !isPositive(block.mu[lane])) return fault(AssetFault::Value, kChunk, "mu", index);
    // Below zero where Poisson's ratio is.
    if (!std::isfinite(block.lambda[lane])) return fault(AssetFault::NotFinite, kChunk, "lambda", index);
    return {};
}

AssetProblem checkInterface(const AssetView& v, std::size_t i, std::uint64_t firstCoupling) {
    constexpr ChunkId kChunk = ChunkId::Interfaces;
    const AssetInterface& f = v.interfaces[i];
    if (f.b >= v.domains.size() || f.a >= f.b) return fault(AssetFault::Index, kChunk, "domains", i);
    const AssetInterface* const before = i > 0 ? &v.interfaces[i - 1] : nullptr;
    if (before != nullptr && (before->a > f.a || (before->a == f.a && before->b >= f.b)))
        return fault(AssetFault::Order, kChunk, "domains", i);
    if (v.domains[f.a].rank == 0 && v.domains[f.b].rank == 0)
        return fault(AssetFault::Value, kChunk, "domains", i);
    if (!isAtLeast(f.coupling, 0)) return fault(AssetFault::Value, kChunk, "coupling", i);
    if (!isAtLeast(f.damping, 0)) return fault(AssetFault::Value, kChunk, "damping", i);
    if (!isAtLeast(f.area, 0)) return fault(AssetFault::Value, kChunk, "area", i);
    if (f.firstCoupling != firstCoupling) return fault(AssetFault::Index, kChunk, "first coupling", i);
    return {};
}

// Columns of [U|p]ᵀ…: `left` modes, the rest shape, zeroes.
AssetProblem checkColumns(const float* columns, std::uint32_t count, std::uint32_t left, ChunkId chunk) {
    return checkPadding(columns, count, left + 1, paddedRows(left), chunk, "column");
}

AssetProblem checkCouplingPadding(const AssetView& v, const AssetInterface& f) {
    const std::uint32_t a = v.domains[f.a].rank, b = v.domains[f.b].rank;
    const CouplingView c = couplingOf(v, f);
    const struct {
        const float* columns;
        std::uint32_t count, left;
    } parts[] = {{c.aa, a + 1, a}, {c.bb, b + 1, b}, {c.ab, 9 * (b + 1), a}, {c.a1, 3, a}, {c.b1, 3, b}};
    for (const auto& part : parts) {
        const AssetProblem problem = checkColumns(part.columns, part.count, part.left, ChunkId::Coupling);
        if (!problem.ok()) return problem;
    }
    return {};
}

AssetProblem checkModes(const AssetView& v) {
    for (const AssetDomain& d : v.domains) {
        for (std::uint32_t i = 0; i < paddedModes(d.rank); ++i) {
            const AssetProblem problem = checkLane(v, d.firstLane + i, i < d.rank);
            if (!problem.ok()) return problem;
        }
    }
    return {};
}

AssetProblem checkCubature(const AssetView& v) {
    for (const AssetDomain& d : v.domains) {
        for (std::uint32_t point = 0; point < blocksOf(d.cubaturePoints) * kAssetLanes; ++point) {
            const std::uint32_t block = d.firstCubatureBlock + point / kAssetLanes,
                                lane = point % kAssetLanes;
            const std::uint64_t index = std::uint64_t{block} * kAssetLanes + lane;
            const bool used = point < d.cubaturePoints;
            const bool mayBeSkin = !v.fibres.empty();
            if (const auto problem = checkTet(v.cubature[block], lane, used, mayBeSkin, index); !problem.ok())
                return problem;
            const Vec3f place = v.cubaturePlaces[index];
            if (!isFinite(place))
                return fault(AssetFault::NotFinite, ChunkId::CubaturePlaces, "place", index);
            if (!used && place != Vec3f{})
                return fault(AssetFault::Padding, ChunkId::CubaturePlaces, "place", index);
        }
        const auto problem =
            checkPadding(v.cubatureBasis.data() + d.firstBasis, std::uint64_t{9} * d.cubaturePoints, d.rank,
                         paddedModes(d.rank), ChunkId::CubatureBasis, "row");
        if (!problem.ok()) return problem;
    }
    return checkFinite(v.cubatureBasis, ChunkId::CubatureBasis, "floats");
}

AssetProblem checkFibre(const AssetFibres& f, std::uint32_t lane, bool used, std::uint64_t index) {
    constexpr ChunkId kChunk = ChunkId::Fibres;
    constexpr float kRounding = 1e-4f;
    const Vec3f direction{f.direction[0][lane], f.direction[1][lane], f.direction[2][lane]};
    if (!isAtLeast(f.stiffness[lane], 0)) return fault(AssetFault::Value, kChunk, "stiffness", index);
    if (!isPositive(f.toe[lane])) return fault(AssetFault::Value, kChunk, "toe", index);
    if (f.stiffness[lane] == 0) {
        return direction == Vec3f{} ? AssetProblem{} : fault(AssetFault::Padding, kChunk, "direction", index);
    }
    if (!used) return fault(AssetFault::Padding, kChunk, "stiffness", index);
    if (!isFinite(direction)) return fault(AssetFault::NotFinite, kChunk, "direction", index);
    const float squared = dot(direction, direction);
    if (!(squared > 1 - kRounding && squared < 1 + kRounding))
        return fault(AssetFault::Value, kChunk, "direction", index);
    return {};
}

AssetProblem checkFibres(const AssetView& v) {
    std::size_t domain = 0;
    for (std::size_t i = 0; i < v.fibres.size(); ++i) {
        const AssetFibres& f = v.fibres[i];
        if (f.block >= v.cubature.size()) return fault(AssetFault::Index, ChunkId::Fibres, "block", i);
        if (false && f.block < v.fibres[i - 1].block)
            return fault(AssetFault::Order, ChunkId::Fibres, "block", i);
        for (const std::uint32_t zero : f.padding) {
            if (zero != 0) return fault(AssetFault::Padding, ChunkId::Fibres, "padding", i);
        }
        const auto endOf = [&](const AssetDomain& d) {
            return d.firstCubatureBlock + blocksOf(d.cubaturePoints);
        };
        while (f.block >= endOf(v.domains[domain])) ++domain;
        const AssetDomain& d = v.domains[domain];
        const std::uint32_t first = (f.block - d.firstCubatureBlock) * kAssetLanes;
        for (std::uint32_t lane = 0; lane < kAssetLanes; ++lane) {
            const auto problem = checkFibre(f, lane, first + lane < d.cubaturePoints, i * kAssetLanes + lane);
            if (!problem.ok()) return problem;
        }
    }
    return {};
}

// Symmetric, not negative on the diagonal, zero where it is padded.
AssetProblem checkSquare(const float* square, std::uint32_t rank, std::uint64_t first) {
    constexpr ChunkId kChunk = ChunkId::Stabilisation;
    const std::uint32_t lanes = paddedModes(rank);
    for (std::uint32_t r = 0; r < lanes; ++r) {
        for (std::uint32_t c = 0; c < lanes; ++c) {
            const float value = square[r * lanes + c];
            const std::uint64_t index = first + r * lanes + c;
            if (r >= rank || c >= rank) {
                if (value != 0) return fault(AssetFault::Padding, kChunk, "row", index);
                continue;
            }
            if (value != square[c * lanes + r]) return fault(AssetFault::Value, kChunk, "symmetry", index);
            if (r == c && value < 0) return fault(AssetFault::Value, kChunk, "diagonal", index);
        }
    }
    return {};
}

AssetProblem checkStabilisation(const AssetView& v) {
    if (const auto problem = checkFinite(v.stabilisation, ChunkId::Stabilisation, "floats"); !problem.ok())
        return problem;
    std::uint64_t first = 0;
    for (std::size_t d = 0; d < v.domains.size() && !v.stabilisation.empty(); ++d) {
        const std::uint32_t rank = v.domains[d].rank;
        const auto problem = checkSquare(v.stabilisation.data() + first, rank, first);
        if (!problem.ok()) return problem;
        first += squareFloats(rank);
    }
    return {};
}

AssetProblem checkMass(const AssetView& v) {
    for (const AssetDomain& d : v.domains) {
        const std::uint32_t columns = 10 * (d.rank + 1) + 3;
        const auto problem = checkColumns(massOf(v, d).mass, columns, d.rank, ChunkId::Mass);
        if (!problem.ok()) return problem;
    }
    return checkFinite(v.mass, ChunkId::Mass, "floats");
}

AssetProblem checkInterfaces(const AssetView& v) {
    std::uint64_t end = 0;
    for (std::size_t i = 0; i < v.interfaces.size(); ++i) {
        const AssetInterface& f = v.interfaces[i];
        if (const AssetProblem problem = checkInterface(v, i, end); !problem.ok()) return problem;
        end += couplingFloats(v.domains[f.a].rank, v.domains[f.b].rank);
    }
    if (v.coupling.size() != end) return countFault(ChunkId::Coupling, "floats", v.coupling.size(), end);
    for (const AssetInterface& f : v.interfaces) {
        if (const AssetProblem problem = checkCouplingPadding(v, f); !problem.ok()) return problem;
    }
    return checkFinite(v.coupling, ChunkId::Coupling, "floats");
}

// The tick factorises along this pattern without asking whether it holds what elimination fills.
constexpr std::uint16_t kNoPlace = 0xffff;
static_assert(kMaxDomains < kNoPlace);

struct Pattern {
    std::span<const AssetFill> fill;
    std::uint16_t placeOf[kMaxDomains];            // of a domain in the order
    std::uint32_t firstOfColumn[kMaxDomains + 1];  // into fill

    std::span<const AssetFill> column(std::uint32_t c) const {
        return fill.subspan(firstOfColumn[c], firstOfColumn[c + 1] - firstOfColumn[c]);
    }
    bool has(std::uint32_t row, std::uint32_t c) const {
        std::uint32_t begin = firstOfColumn[c], end = firstOfColumn[c + 1];
        while (begin < end) {
            const std::uint32_t middle = begin + (end - begin) / 2;
            if (fill[middle].row == row) return true;
            (fill[middle].row < row ? begin : end) = fill[middle].row < row ? middle + 1 : middle;
        }
        return false;
    }
};

// Every domain with modes once.
AssetProblem checkOrder(const AssetView& v, Pattern& pattern) {
    std::size_t active = 0;
    for (std::size_t i = 0; i < v.domains.size(); ++i) {
        pattern.placeOf[i] = kNoPlace;
        active += v.domains[i].rank > 0 ? 1 : 0;
    }
    if (v.order.size() != active) return countFault(ChunkId::Order, "domains", v.order.size(), active);
    for (std::size_t i = 0; i < v.order.size(); ++i) {
        const std::uint32_t domain = v.order[i];
        if (domain >= v.domains.size() || v.domains[domain].rank == 0 || pattern.placeOf[domain] != kNoPlace)
            return fault(AssetFault::Index, ChunkId::Order, "domain", i);
        pattern.placeOf[domain] = static_cast<std::uint16_t>(i);
    }
    return {};
}

bool isAfter(const AssetFill& a, const AssetFill& b) {
    return a.column > b.column || (a.column == b.column && a.row > b.row);
}

AssetProblem checkFill(const AssetView& v, Pattern& pattern) {
    std::uint32_t column = 0;
    pattern.fill = v.fill;
    pattern.firstOfColumn[0] = 0;
    for (std::size_t i = 0; i < v.fill.size(); ++i) {
        const AssetFill& f = v.fill[i];
        if (f.row >= v.order.size() || f.column >= f.row)
            return fault(AssetFault::Index, ChunkId::Fill, "block", i);
        if (i > 0 && !isAfter(f, v.fill[i - 1])) return fault(AssetFault::Order, ChunkId::Fill, "block", i);
        while (column < f.column) pattern.firstOfColumn[++column] = static_cast<std::uint32_t>(i);
    }
    while (column < v.order.size())
        pattern.firstOfColumn[++column] = static_cast<std::uint32_t>(v.fill.size());
    return {};
}

// Eliminating a column joins all its rows; it is enough that the first of them has the others (Liu 1990).
AssetProblem checkClosed(const AssetView& v, const Pattern& pattern) {
    for (std::uint32_t c = 0; c < v.order.size(); ++c) {
        const std::span<const AssetFill> rows = pattern.column(c);
        for (std::size_t i = 1; i < rows.size(); ++i) {
            if (!pattern.has(rows[i].row, rows[0].row))
                return fault(AssetFault::Pattern, ChunkId::Fill, "column", c);
        }
    }
    return {};
}

AssetProblem checkHasInterfaces(const AssetView& v, const Pattern& pattern) {
    for (std::size_t i = 0; i < v.interfaces.size(); ++i) {
        const std::uint32_t a = pattern.placeOf[v.interfaces[i].a], b = pattern.placeOf[v.interfaces[i].b];
        if (a == kNoPlace || b == kNoPlace) continue;
        if (!pattern.has(a > b ? a : b, a > b ? b : a))
            return fault(AssetFault::Pattern, ChunkId::Interfaces, "domains", i);
    }
    return {};
}

AssetProblem checkElimination(const AssetView& v) {
    Pattern pattern;
    if (const AssetProblem problem = checkOrder(v, pattern); !problem.ok()) return problem;
    if (const AssetProblem problem = checkFill(v, pattern); !problem.ok()) return problem;
    if (const AssetProblem problem = checkClosed(v, pattern); !problem.ok()) return problem;
    return checkHasInterfaces(v, pattern);
}

}  // namespace

AssetProblem validateDomains(const AssetView& v) noexcept {
    if (v.domains.empty() || v.domains.size() > kMaxDomains)
        return countFault(ChunkId::Domains, "domains", v.domains.size(), kMaxDomains);
    DomainEnds ends;
    for (std::size_t i = 0; i < v.domains.size(); ++i) {
        if (const AssetProblem problem = checkDomain(v, i); !problem.ok()) return problem;
        if (const auto problem = checkRanges(v.domains[i], ends, i); !problem.ok()) return problem;
        ends.add(v.domains[i]);
    }
    return checkEnds(v, ends);
}

AssetProblem validateBody(const AssetView& view) noexcept {
    return firstProblem(view, {&validateDomains, &checkModes, &checkCubature, &checkFibres,
                               &checkStabilisation, &checkMass, &checkInterfaces, &checkElimination});
}

}  // namespace sinew
