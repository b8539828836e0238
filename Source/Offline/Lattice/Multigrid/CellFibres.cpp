#include "Offline/Lattice/Multigrid/CellFibres.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sinew::lattice {

namespace {

// Fibres of a coarse cell become one where they differ by less.
constexpr float kAligned = 0.9f;  // cosine
constexpr float kNearby = 0.35f;  // cell widths
constexpr std::size_t kMostPerCell = 9;

float alignment(const CellFibre& a, const CellFibre& b) {
    return std::abs(dot(a.direction, b.direction));
}

// Weighted by stiffness; a direction and its opposite are the same.
void join(CellFibre& into, const CellFibre& other) {
    const float whole = into.stiffness + other.stiffness, share = whole > 0 ? other.stiffness / whole : 0;
    const float sign = dot(into.direction, other.direction) < 0 ? -1.0f : 1.0f;
    into.direction =
        normalized(into.direction * (1 - share) + other.direction * (sign * share), into.direction);
    into.place = lerp(into.place, other.place, share);
    into.toe += (other.toe - into.toe) * share;
    into.stiffness = whole;
}

// `merged` has the fibres of a cell from `begin` on.
void addMerged(const CellFibre& fibre, std::size_t begin, std::vector<CellFibre>& merged) {
    CellFibre* nearest = nullptr;
    for (std::size_t i = begin; i < merged.size(); ++i) {
        const float here = alignment(merged[i], fibre);
        if (here > kAligned && length(merged[i].place - fibre.place) < kNearby) return join(merged[i], fibre);
        if (nearest == nullptr || here > alignment(*nearest, fibre)) nearest = &merged[i];
    }
    if (merged.size() - begin < kMostPerCell) {
        merged.push_back(fibre);
    } else {
        join(*nearest, fibre);
    }
}

// ∂x/∂X of the trilinear shape in a direction at a place, as weights of the Hadamard coefficients (Lanes.h):
// x = ⅛ Σ_b h_b Π_{axis ∈ b} ξ_axis with ξ from −1 to 1.
std::array<double, 8> weightsAlong(const CellFibre& fibre, double width) {
    std::array<double, 8> weights{};
    for (std::uint32_t b = 1; b < 8; ++b) {
        for (int axis = 0; axis < 3; ++axis) {
            if ((b >> axis & 1) == 0) continue;
            double product = static_cast<double>(fibre.direction[axis]) / (4 * width);
            for (const int other : {(axis + 1) % 3, (axis + 2) % 3}) {
                if ((b >> other & 1) != 0) product *= 2 * static_cast<double>(fibre.place[other]) - 1;
            }
            weights[b] += product;
        }
    }
    return weights;
}

}  // namespace

std::vector<CellFibre> cellFibres(const Cells& cells, std::span<const Fibre> fibres) {
    std::vector<CellFibre> all;
    for (const Fibre& fibre : fibres) {
        const Vec3d place = (fibre.place - cells.position(cells.cells[fibre.element].place)) / cells.width;
        all.push_back({fibre.element, convert<float>(place), convert<float>(fibre.direction),
                       static_cast<float>(fibre.law.stiffness * fibre.volume),
                       static_cast<float>(fibre.law.toe)});
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const CellFibre& a, const CellFibre& b) { return a.cell < b.cell; });
    return all;
}

std::vector<CellFibre> coarsened(std::span<const CellFibre> fibres, const Cells& fine, const Cells& coarse,
                                 std::span<const std::uint32_t> parents) {
    std::vector<CellFibre> moved(fibres.begin(), fibres.end());
    for (CellFibre& fibre : moved) {
        const Cells::Place& child = fine.cells[fibre.cell].place;
        fibre.cell = parents[fibre.cell];
        for (int axis = 0; axis < 3; ++axis) {
            const auto a = static_cast<std::size_t>(axis);
            const auto offset = static_cast<float>(child[a] - 2 * coarse.cells[fibre.cell].place[a]);
            fibre.place[axis] = fibre.place[axis] / 2;
        }
    }
    std::stable_sort(moved.begin(), moved.end(),
                     [](const CellFibre& a, const CellFibre& b) { return a.cell < b.cell; });
    std::vector<CellFibre> merged;
    std::size_t begin = 0;
    for (const CellFibre& fibre : moved) {
        if (begin < merged.size() && merged[begin].cell != fibre.cell) begin = merged.size();
        addMerged(fibre, begin, merged);
    }
    return merged;
}

FibreArrays fibreArrays(std::span<const CellFibre> fibres, const LevelMap& map, double width) {
    FibreArrays arrays;
    if (fibres.empty()) return arrays;
    std::vector<std::uint32_t> inLane(std::size_t{map.groups()} * kGroupLanes, 0), place;
    std::vector<std::uint32_t> most(map.groups(), 0);
    for (const CellFibre& fibre : fibres) {
        const std::uint32_t lane = map.laneOfCell()[fibre.cell];
        place.push_back(inLane[lane]++);
        most[lane / kGroupLanes] = std::max(most[lane / kGroupLanes], inLane[lane]);
    }
    arrays.first.push_back(0);
    for (const std::uint32_t count : most) arrays.first.push_back(arrays.first.back() + count);
    arrays.fibres.resize(arrays.first.back());
    arrays.tangents.resize(arrays.first.back());
    arrays.terms.assign(arrays.first.back(), kMiddleTerms);
    for (GroupFibre& group : arrays.fibres) std::fill_n(group.toe, kGroupLanes, 1.0f);
    for (std::size_t i = 0; i < fibres.size(); ++i) {
        const std::uint32_t lane = map.laneOfCell()[fibres[i].cell], in = lane % kGroupLanes;
        const std::uint32_t at = arrays.first[lane / kGroupLanes] + place[i];
        const std::array<double, 8> weights = weightsAlong(fibres[i], width);
        for (std::uint32_t term = 0; term < kAllTerms; ++term) {
            const auto weight =
                static_cast<float>(weights[static_cast<std::size_t>(kCoefficientOfTerm[term])]);
            arrays.fibres[at].weights[term][in] = weight;
            if (term >= kMiddleTerms && weight != 0) arrays.terms[at] = kAllTerms;
        }
        arrays.fibres[at].stiffness[in] = fibres[i].stiffness;
        arrays.fibres[at].toe[in] = fibres[i].toe;
        arrays.stiffness += static_cast<double>(fibres[i].stiffness);
    }
    return arrays;
}

}  // namespace sinew::lattice
