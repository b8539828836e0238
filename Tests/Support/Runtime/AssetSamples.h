// Assets of any size made of a chain of domains, with tensors summed node by node.
#pragma once

#include <algorithm>
#include <cmath>

#include "Asset/Writer.h"
#include "Support/Dice.h"

namespace sinew::test {

// Some of a domain's nodes: rest positions about its centre, and how each mode moves them.
struct SampleNodes {
    std::vector<Vec3d> p;
    std::vector<std::vector<Vec3d>> modes;
    std::vector<double> weight;  // mass or area

    std::uint32_t rank() const { return static_cast<std::uint32_t>(modes.size()); }
    // Column c of [U|p].
    Vec3d at(std::uint32_t c, std::size_t node) const { return c < rank() ? modes[c][node] : p[node]; }
};

inline SampleNodes sampleNodes(std::uint32_t rank, std::size_t count, Dice& dice) {
    SampleNodes nodes;
    for (std::size_t k = 0; k < count; ++k) {
        nodes.p.push_back(dice.vector(0.2));
        nodes.weight.push_back(dice.between(0.5, 2.5));
    }
    nodes.modes.resize(rank);
    for (auto& mode : nodes.modes) {
        for (std::size_t k = 0; k < count; ++k) mode.push_back(dice.vector(1));
    }
    return nodes;
}

// Σ weight·[U|p]ᵀ E [U|p].
inline AssetMatrix sandwichOf(const SampleNodes& left, const SampleNodes& right, const Mat3d& e) {
    AssetMatrix m(left.rank() + 1, right.rank() + 1);
    for (std::uint32_t i = 0; i < m.rows; ++i) {
        for (std::uint32_t j = 0; j < m.columns; ++j) {
            for (std::size_t k = 0; k < left.p.size(); ++k)
                m(i, j) += left.weight[k] * dot(left.at(i, k), e * right.at(j, k));
        }
    }
    return m;
}

inline std::array<AssetMatrix, 9> sandwichesOf(const SampleNodes& left, const SampleNodes& right) {
    std::array<AssetMatrix, 9> all;
    for (int i = 0; i < 9; ++i) {
        Mat3d e{};
        e(i / 3, i % 3) = 1;
        all[static_cast<std::size_t>(i)] = sandwichOf(left, right, e);
    }
    return all;
}

inline AssetMatrix onesOf(const SampleNodes& nodes) {
    AssetMatrix m(nodes.rank() + 1, 3);
    for (std::uint32_t i = 0; i < m.rows; ++i) {
        for (std::size_t k = 0; k < nodes.p.size(); ++k) {
            for (int c = 0; c < 3; ++c)
                m(i, static_cast<std::uint32_t>(c)) += nodes.weight[k] * nodes.at(i, k)[c];
        }
    }
    return m;
}

struct SampleSize {
    std::vector<std::uint32_t> ranks{3, 2, 0};
    std::uint32_t tetsPerMode = 2;
    std::uint32_t nodes = 5;  // of every domain and interface
    std::uint32_t vertices = 40;
    double band = 0.5;               // how much of the chain blends two domains
    std::uint32_t samplesEvery = 8;  // vertices
};

struct SampleAsset {
    AssetContent content;
    std::vector<SampleNodes> masses;                             // per domain
    std::vector<std::pair<SampleNodes, SampleNodes>> couplings;  // per interface
};

inline void addDomain(SampleAsset& sample, const SampleSize& size, std::uint32_t index, Dice& dice) {
    DomainContent d;
    d.joint = index;
    d.rank = size.ranks[index];
    d.centre = {static_cast<double>(index), 0, 0};
    d.radius = 3;
    const SampleNodes nodes = sampleNodes(d.rank, size.nodes, dice);
    for (const double m : nodes.weight) d.mass += m;
    d.massMatrix = sandwichOf(nodes, nodes, Mat3d::identity());
    d.sandwich = sandwichesOf(nodes, nodes);
    d.massOne = onesOf(nodes);
    for (std::uint32_t i = 0; i < d.rank; ++i) d.bounds.push_back({-1 - 0.1 * i, 1 + 0.1 * i, 0.5});
    for (std::uint32_t i = 0; i < d.rank * size.tetsPerMode; ++i) {
        CubatureContent tet{1e-4 * (1 + i), 10e3, 90e3, d.centre + Vec3d{0, 0.01 * i, 0},
                            AssetMatrix(9, d.rank)};
        for (double& x : tet.basis.values) x = dice.between(-1, 1);
        d.cubature.push_back(std::move(tet));
    }
    const auto domain = static_cast<std::int32_t>(index);
    JointContent joint{"joint" + std::to_string(index), domain - 1, d.rank > 0 ? domain : kNoDomain, {}};
    joint.inverseBind.translation = {-d.centre.x, 0, 0};
    sample.content.joints.push_back(std::move(joint));
    sample.content.domains.push_back(std::move(d));
    sample.masses.push_back(nodes);
}

inline void addInterface(SampleAsset& sample, const SampleSize& size, std::uint32_t a, std::uint32_t b,
                         Dice& dice) {
    SampleNodes left = sampleNodes(size.ranks[a], size.nodes, dice);
    SampleNodes right = sampleNodes(size.ranks[b], size.nodes, dice);
    right.weight = left.weight;
    InterfaceContent f;
    f.a = a;
    f.b = b;
    f.coupling = 2e6;
    f.damping = 50;
    for (const double area : left.weight) f.area += area;
    f.nodes = size.nodes;
    f.aa = sandwichOf(left, left, Mat3d::identity());
    f.bb = sandwichOf(right, right, Mat3d::identity());
    f.ab = sandwichesOf(left, right);
    f.aOne = onesOf(left);
    f.bOne = onesOf(right);
    sample.content.interfaces.push_back(std::move(f));
    sample.couplings.emplace_back(std::move(left), std::move(right));
}

inline void bind(SurfaceContent& s, std::uint32_t domain, float weight, std::uint32_t rank, double along) {
    s.bindings.push_back({domain, weight});
    for (std::uint32_t c = 0; c < 3; ++c) {
        for (std::uint32_t j = 0; j < rank; ++j)
            s.rows.push_back(
                static_cast<float>(std::sin((j + 1) * along * 2 + c) * std::exp(-along * along)));
    }
}

// A zigzag along the chain; every vertex belongs to the nearest domain, or to two.
inline void addVertex(SampleAsset& sample, const SampleSize& size, std::uint32_t i) {
    SurfaceContent& s = sample.content.surface;
    const auto last = static_cast<std::uint32_t>(size.ranks.size() - 1);
    const double x = std::min(static_cast<double>(i) / size.vertices * last, last - 1e-9);
    const auto a = static_cast<std::uint32_t>(x);
    const double within = (x - a - 0.5) / size.band + 0.5;  // 0 to 1 in the band
    const auto weight = static_cast<float>(std::clamp(within, 0.0, 1.0));
    s.positions.push_back(
        {static_cast<float>(x), i % 2 == 0 ? 0.1f : -0.1f, 0.01f * static_cast<float>(i % 3)});
    s.normals.push_back({0, 0, 1});
    if (weight < 1) bind(s, a, 1 - weight, size.ranks[a], x - a);
    if (weight > 0) bind(s, a + 1, weight, size.ranks[a + 1], x - a - 1);
    s.firstBinding.push_back(static_cast<std::uint32_t>(s.bindings.size()));
    s.influences.push_back({{{a, 1 - weight}, {a + 1, weight}}});
    s.weldedOfFile.push_back(i);
}

inline void addSurface(SampleAsset& sample, const SampleSize& size) {
    SurfaceContent& s = sample.content.surface;
    s.firstBinding = {0};
    for (std::uint32_t i = 0; i < size.vertices; ++i) addVertex(sample, size, i);
    for (std::uint32_t i = 0; i < size.vertices / 5; ++i) s.weldedOfFile.push_back(5 * i);  // a seam
    const auto files = static_cast<std::uint32_t>(s.weldedOfFile.size());
    for (std::uint32_t i = 0; i < 2 * size.vertices; ++i) {
        s.fileTriangles.push_back({i % files, (i + 1) % files, (i + 2) % files});
        s.slotOf.push_back(i % 2);
    }
    s.slots = {"skin", "nails"};
    for (std::uint32_t i = 0; i < files; ++i) {
        s.uvs.push_back({static_cast<float>(i) / static_cast<float>(files), 0.5f});
        s.fileNormals.push_back({0, i % 3 == 0 ? 0.6f : 0, i % 3 == 0 ? 0.8f : 1});
        s.tangents.push_back({1, 0, 0, i % 2 == 0 ? 1.0f : -1.0f});
    }
}

inline void addBound(SampleAsset& sample, const SampleSize& size) {
    AssetContent& content = sample.content;
    for (std::uint32_t v = 0; v < size.vertices; v += size.samplesEvery) {
        const BindingContent& first = content.surface.bindings[content.surface.firstBinding[v]];
        content.samples.push_back({v, first.domain, 0.01f});
    }
    content.rigidParts.push_back({"sword", 0, 12, {0, 1, 0}, 0.5, {}});
}

// Gives each domain a definite matrix for what its cubature leaves out.
inline void stabilise(AssetContent& content) {
    for (DomainContent& d : content.domains) {
        d.stabilisation = AssetMatrix(d.rank, d.rank);
        for (std::uint32_t i = 0; i < d.rank; ++i) {
            for (std::uint32_t j = 0; j < d.rank; ++j)
                d.stabilisation(i, j) = i == j ? 200 + i : 50.0 / (1 + i + j);
        }
    }
}

// Gives cubature points none, one or two fibres in turn; the last point of a domain is skin.
inline void addFibres(AssetContent& content) {
    for (DomainContent& d : content.domains) {
        for (std::size_t i = 0; i < d.cubature.size(); ++i) {
            for (std::size_t n = 0; n < i % 3; ++n)
                d.cubature[i].fibres.push_back(
                    {n == 0 ? Vec3d{0, 0.6, 0.8} : Vec3d{1, 0, 0}, n == 0 ? 1e3 : 2e3, 0.1});
        }
        if (d.cubature.empty()) continue;
        d.cubature.back().mu = d.cubature.back().lambda = 0;
        d.cubature.back().fibres = {{{0, 1, 0}, 5e3, 0.02}};
    }
}

inline SampleAsset sampleAsset(const SampleSize& size = {}) {
    SampleAsset sample;
    Dice dice(7);
    AssetContent& content = sample.content;
    content.recipeHash = 11;
    content.meshHash = 12;
    content.skeletonHash = 13;
    content.recipe = "[bases]\nrank = 20\n";
    content.programVersion = "0.1.0";
    content.characterName = "Chain";
    content.seed = 42;
    const auto domains = static_cast<std::uint32_t>(size.ranks.size());
    for (std::uint32_t d = 0; d < domains; ++d) addDomain(sample, size, d, dice);
    for (std::uint32_t d = 0; d + 1 < domains; ++d) addInterface(sample, size, d, d + 1, dice);
    for (std::uint32_t d = 0; d + 2 < domains; d += 3) addInterface(sample, size, d, d + 2, dice);
    addSurface(sample, size);
    addBound(sample, size);
    return sample;
}

}  // namespace sinew::test
