#include "Asset/Writer/Domains.h"

#include <algorithm>

#include "Asset/Writer/Elimination.h"

namespace sinew {

namespace {

std::string nameOf(const char* noun, std::size_t index) {
    return std::string(noun) + " " + std::to_string(index);
}

void requireShape(const AssetMatrix& m, std::uint32_t rows, std::uint32_t columns, const std::string& what) {
    requireFits(m.rows == rows && m.columns == columns && m.values.size() == std::size_t{rows} * columns,
                "the values of " + what);
}

// Columns of `rank` modes and the rest shape, padded with zeroes.
void appendColumns(const AssetMatrix& m, std::uint32_t rank, std::uint32_t columns, const std::string& what,
                   std::vector<float>& floats) {
    requireShape(m, rank + 1, columns, what);
    for (std::uint32_t c = 0; c < columns; ++c) {
        for (std::uint32_t r = 0; r <= rank; ++r) floats.push_back(static_cast<float>(m(r, c)));
        floats.resize(floats.size() + paddedRows(rank) - rank - 1);
    }
}

void appendMass(const DomainContent& d, const std::string& name, std::vector<float>& mass) {
    if (d.rank == 0 && d.massMatrix.values.empty()) {
        mass.resize(mass.size() + massFloats(0));
        return;
    }
    appendColumns(d.massMatrix, d.rank, d.rank + 1, "the mass matrix of " + name, mass);
    for (const AssetMatrix& m : d.sandwich)
        appendColumns(m, d.rank, d.rank + 1, "the mass tensors of " + name, mass);
    appendColumns(d.massOne, d.rank, 3, "the first moments of " + name, mass);
}

void appendBasis(const AssetMatrix& basis, std::uint32_t rank, std::vector<float>& floats) {
    for (std::uint32_t row = 0; row < 9; ++row) {
        for (std::uint32_t j = 0; j < rank; ++j) floats.push_back(static_cast<float>(basis(row, j)));
        floats.resize(floats.size() + paddedModes(rank) - rank);
    }
}

void addFibre(const FibreContent& fibre, std::size_t lane, AssetFibres& to) {
    for (int i = 0; i < 3; ++i) to.direction[i][lane] = static_cast<float>(fibre.direction[i]);
    to.stiffness[lane] = static_cast<float>(fibre.stiffness);
    to.toe[lane] = static_cast<float>(fibre.toe);
}

// The n-th fibres of all points of a block are a record.
void appendFibres(const DomainContent& d, std::size_t firstBlock, std::vector<AssetFibres>& fibres) {
    for (std::size_t first = 0; first < d.cubature.size(); first += kAssetLanes) {
        const std::size_t end = std::min(first + kAssetLanes, d.cubature.size());
        std::size_t records = 0;
        for (std::size_t i = first; i < end; ++i) records = std::max(records, d.cubature[i].fibres.size());
        for (std::size_t n = 0; n < records; ++n) {
            AssetFibres record{};
            record.block = static_cast<std::uint32_t>(firstBlock + first / kAssetLanes);
            std::fill_n(record.toe, kAssetLanes, 1.0f);
            for (std::size_t i = first; i < end; ++i) {
                if (n < d.cubature[i].fibres.size()) addFibre(d.cubature[i].fibres[n], i - first, record);
            }
            fibres.push_back(record);
        }
    }
}

void appendCubature(const DomainContent& d, const std::string& name, AssetArrays& arrays) {
    const std::size_t first = arrays.cubature.size();
    arrays.cubature.resize(first + blocksOf(static_cast<std::uint32_t>(d.cubature.size())));
    arrays.cubaturePlaces.resize(arrays.cubature.size() * kAssetLanes);
    for (std::size_t i = 0; i < d.cubature.size(); ++i) {
        const CubatureContent& point = d.cubature[i];
        AssetCubature& block = arrays.cubature[first + i / kAssetLanes];
        block.weight[i % kAssetLanes] = static_cast<float>(point.weight);
        block.mu[i % kAssetLanes] = static_cast<float>(point.mu);
        block.lambda[i % kAssetLanes] = static_cast<float>(point.lambda);
        arrays.cubaturePlaces[first * kAssetLanes + i] = convert<float>(point.place);
        requireShape(point.basis, 9, d.rank, "the cubature basis of " + name);
        appendBasis(point.basis, d.rank, arrays.cubatureBasis);
    }
    appendFibres(d, first, arrays.fibres);
}

// A symmetric matrix over the modes, from its lower triangle: both halves have the same bits.
void appendSquare(const AssetMatrix& m, std::uint32_t rank, std::vector<float>& floats) {
    const std::uint32_t lanes = paddedModes(rank);
    const std::size_t first = floats.size();
    floats.resize(first + squareFloats(rank));
    for (std::uint32_t r = 0; r < m.rows; ++r) {
        for (std::uint32_t c = 0; c <= r; ++c) {
            floats[first + r * lanes + c] = floats[first + c * lanes + r] = static_cast<float>(m(r, c));
        }
    }
}

// All domains have one, or none has.
void packStabilisation(const AssetContent& content, AssetArrays& arrays) {
    const auto isStabilised = [](const DomainContent& d) { return !d.stabilisation.values.empty(); };
    if (std::none_of(content.domains.begin(), content.domains.end(), isStabilised)) return;
    for (std::size_t i = 0; i < content.domains.size(); ++i) {
        const DomainContent& d = content.domains[i];
        if (isStabilised(d))
            requireShape(d.stabilisation, d.rank, d.rank, "the stabilisation of " + nameOf("domain", i));
        appendSquare(d.stabilisation, d.rank, arrays.stabilisation);
    }
}

// The three rows over all lanes, once all domains are known.
void packBounds(const AssetContent& content, std::size_t lanes, AssetArrays& arrays) {
    arrays.bounds.assign(3 * lanes, 0.0f);
    for (std::size_t d = 0; d < content.domains.size(); ++d) {
        const std::vector<BoundContent>& bounds = content.domains[d].bounds;
        requireFits(bounds.size() == content.domains[d].rank, "the bounds of " + nameOf("domain", d));
        for (std::size_t i = 0; i < bounds.size(); ++i) {
            float* const lane = &arrays.bounds[arrays.domains[d].firstLane + i];
            lane[0] = static_cast<float>(bounds[i].min);
            lane[lanes] = static_cast<float>(bounds[i].max);
            lane[2 * lanes] = bounds[i].scale > 0 ? static_cast<float>(1 / bounds[i].scale) : 0.0f;
        }
    }
}

AssetDomain domainRecord(const DomainContent& d, const AssetArrays& arrays) {
    AssetDomain record{};
    record.joint = d.joint;
    record.rank = d.rank;
    record.centre = convert<float>(d.centre);
    record.mass = static_cast<float>(d.mass);
    record.firstCubatureBlock = static_cast<std::uint32_t>(arrays.cubature.size());
    record.cubaturePoints = static_cast<std::uint32_t>(d.cubature.size());
    record.firstBasis = static_cast<std::uint32_t>(arrays.cubatureBasis.size());
    record.firstMass = static_cast<std::uint32_t>(arrays.mass.size());
    record.radius = static_cast<float>(d.radius);
    return record;
}

void appendInterface(const InterfaceContent& f, const AssetContent& content, const std::string& name,
                     AssetArrays& arrays) {
    const std::uint32_t a = content.domains[f.a].rank, b = content.domains[f.b].rank;
    AssetInterface record{};
    record.a = f.a;
    record.b = f.b;
    record.coupling = static_cast<float>(f.coupling);
    record.damping = static_cast<float>(f.damping);
    record.area = static_cast<float>(f.area);
    record.nodes = f.nodes;
    record.firstCoupling = static_cast<std::uint32_t>(arrays.coupling.size());
    arrays.interfaces.push_back(record);
    appendColumns(f.aa, a, a + 1, "aa of " + name, arrays.coupling);
    appendColumns(f.bb, b, b + 1, "bb of " + name, arrays.coupling);
    for (const AssetMatrix& m : f.ab) appendColumns(m, a, b + 1, "ab of " + name, arrays.coupling);
    appendColumns(f.aOne, a, 3, "a1 of " + name, arrays.coupling);
    appendColumns(f.bOne, b, 3, "b1 of " + name, arrays.coupling);
}

}  // namespace

void packDomains(const AssetContent& content, AssetArrays& arrays) {
    std::uint32_t mode = 0, lane = 0;
    for (std::size_t i = 0; i < content.domains.size(); ++i) {
        const DomainContent& d = content.domains[i];
        const std::string name = nameOf("domain", i);
        requireFits(d.rank <= kMaxRank, "the modes of " + name + " (" + std::to_string(d.rank) + ")");
        AssetDomain record = domainRecord(d, arrays);
        record.firstMode = mode;
        record.firstLane = lane;
        arrays.domains.push_back(record);
        appendCubature(d, name, arrays);
        appendMass(d, name, arrays.mass);
        mode += d.rank;
        lane += paddedModes(d.rank);
        arrays.meta().cubaturePoints += record.cubaturePoints;
    }
    packStabilisation(content, arrays);
    arrays.meta().modes = mode;
    arrays.scales.assign(lane, 0.0f);
    packBounds(content, lane, arrays);
}

void packInterfaces(const AssetContent& content, AssetArrays& arrays) {
    std::vector<const InterfaceContent*> sorted;
    for (const InterfaceContent& f : content.interfaces) sorted.push_back(&f);
    std::stable_sort(sorted.begin(), sorted.end(), [](const InterfaceContent* x, const InterfaceContent* y) {
        return x->a != y->a ? x->a < y->a : x->b < y->b;
    });
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (const InterfaceContent* f : sorted) {
        const std::string name = "interface " + std::to_string(f->a) + "–" + std::to_string(f->b);
        requireFits(f->a < f->b && f->b < content.domains.size(), "the domains of " + name);
        appendInterface(*f, content, name, arrays);
        pairs.emplace_back(f->a, f->b);
    }
    std::vector<std::uint32_t> ranks;
    for (const DomainContent& d : content.domains) ranks.push_back(d.rank);
    Elimination elimination = eliminationOf(ranks, pairs);
    arrays.order = std::move(elimination.order);
    arrays.fill = std::move(elimination.fill);
}

}  // namespace sinew
