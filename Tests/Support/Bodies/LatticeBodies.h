// Bodies of cubic cells and shapes of them, for tests and benchmarks.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <map>
#include <span>
#include <vector>

#include "Offline/Lattice/Multigrid/Level.h"
#include "Support/Dense.h"
#include "Support/Dice.h"

namespace sinew::test {

struct LatticeBody {
    lattice::Cells cells;
    std::vector<lattice::CellModuli> stiffness;
    std::vector<bool> fixed;
    std::vector<Vec3d> rest;
};

// E = 30 kPa.
inline lattice::CellModuli fleshOf(double poisson) {
    constexpr double kYoung = 30e3;
    return {static_cast<float>(kYoung / (2 * (1 + poisson))),
            static_cast<float>(kYoung * poisson / ((1 + poisson) * (1 - 2 * poisson)))};
}

template <class Rule>  // of a rest position
LatticeBody bodyOf(lattice::Cells cells, Rule&& isFixed, double poisson = 0.4) {
    LatticeBody body{std::move(cells), {}, {}, {}};
    body.stiffness.assign(body.cells.cells.size(), fleshOf(poisson));
    for (std::uint32_t n = 0; n < body.cells.nodeCount(); ++n) {
        body.rest.push_back(body.cells.nodePosition(n));
        body.fixed.push_back(isFixed(body.rest.back()));
    }
    return body;
}

inline LatticeBody freeBox(lattice::Cells::Place size, double width = 0.01, double poisson = 0.4) {
    return bodyOf(
        lattice::boxOfCells(size, width), [](Vec3d) { return false; }, poisson);
}

// Held at both ends along x.
inline LatticeBody heldBar(lattice::Cells::Place size, double width = 0.01, double poisson = 0.4) {
    const double end = size[0] * width;
    return bodyOf(
        lattice::boxOfCells(size, width), [end](Vec3d p) { return p.x < 1e-9 || p.x > end - 1e-9; }, poisson);
}

// Some of the places of a box about 0, negative ones too, once or twice each; neighbours linked at random,
// with stiffness of their own. What an anatomy would hardly do to a lattice.
inline LatticeBody oddBody(std::uint32_t seed, int reach = 5) {
    Dice dice(seed);
    lattice::Cells cells;
    cells.width = 0.02;
    cells.origin = {0.3, -0.2, 0.1};
    std::map<lattice::Cells::Place, std::vector<std::uint32_t>> at;
    for (std::int32_t z = -reach; z < reach; ++z) {
        for (std::int32_t y = -reach; y < reach; ++y) {
            for (std::int32_t x = -reach; x < reach; ++x) {
                const std::uint32_t kind = dice.below(8), copies = kind < 3 ? 0 : kind < 7 ? 1 : 2;
                for (std::uint32_t i = 0; i < copies; ++i) {
                    at[{x, y, z}].push_back(cells.cellCount());
                    cells.cells.push_back({{x, y, z}, static_cast<float>(dice.between(0.1, 1))});
                }
            }
        }
    }
    for (const auto& [place, copies] : at) {
        for (std::uint32_t axis = 0; axis < 3; ++axis) {
            lattice::Cells::Place next = place;
            ++next[axis];
            const auto neighbours = at.find(next);
            if (neighbours == at.end()) continue;
            for (const std::uint32_t a : copies) {
                for (const std::uint32_t b : neighbours->second) {
                    if (dice.below(10) < 7) cells.links.push_back({a, b, axis});
                }
            }
        }
    }
    lattice::arrange(cells);
    LatticeBody body = bodyOf(std::move(cells), [&](Vec3d) { return dice.below(12) == 0; });
    for (lattice::CellModuli& s : body.stiffness) {
        s.mu *= static_cast<float>(dice.between(0.2, 3));
        s.lambda *= static_cast<float>(dice.between(0.2, 3));
    }
    return body;
}

// Every node moved by up to `part` of a cell.
inline std::vector<Vec3d> shaken(const LatticeBody& body, double part, std::uint32_t seed) {
    Dice dice(seed);
    std::vector<Vec3d> x = body.rest;
    for (Vec3d& p : x) p += dice.vector(part * body.cells.width);
    return x;
}

template <class Map>  // of a position
std::vector<Vec3d> mapped(std::span<const Vec3d> x, Map&& map) {
    std::vector<Vec3d> result;
    for (const Vec3d& p : x) result.push_back(map(p));
    return result;
}

inline lattice::NodeVector asNodeVector(Vec3d v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z), 0};
}

// 0 at fixed nodes.
inline lattice::NodeVectors randomVectors(const LatticeBody& body, std::uint32_t seed, double size = 1) {
    Dice dice(seed);
    lattice::NodeVectors v(body.cells.nodeCount());
    for (std::size_t n = 0; n < v.size(); ++n) {
        const Vec3d random = dice.vector(size);
        if (!body.fixed[n]) v[n] = asNodeVector(random);
    }
    return v;
}

inline double largest(std::span<const Vec3d> v) {
    double largest = 0;
    for (const Vec3d& p : v) largest = std::max(largest, length(p));
    return largest;
}

inline double largest(const lattice::NodeVectors& v) {
    double largest = 0;
    for (const lattice::NodeVector& p : v) largest = std::max(largest, length(asVec3(p)));
    return largest;
}

inline double largestGap(const lattice::NodeVectors& a, std::span<const Vec3d> b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, length(asVec3(a[i]) - b[i]));
    return largest;
}

inline double largestGap(std::span<const Vec3d> a, std::span<const Vec3d> b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, length(a[i] - b[i]));
    return largest;
}

inline std::vector<std::uint32_t> freeNodesOf(const std::vector<bool>& fixed) {
    std::vector<std::uint32_t> free;
    for (std::uint32_t n = 0; n < fixed.size(); ++n) {
        if (!fixed[n]) free.push_back(n);
    }
    return free;
}

inline Eigen::VectorXd flat(const lattice::NodeVectors& v, std::span<const std::uint32_t> nodes) {
    Eigen::VectorXd result(3 * nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        for (int axis = 0; axis < 3; ++axis)
            result(static_cast<Eigen::Index>(3 * i) + axis) = asVec3(v[nodes[i]])[axis];
    }
    return result;
}

// The matrix of a linear map from and to vectors of nodes, column by column: apply(x, y) sets y.
template <class Apply>
Eigen::MatrixXd denseOf(std::span<const std::uint32_t> nodes, std::size_t allNodes, Apply&& apply) {
    Eigen::MatrixXd matrix(3 * nodes.size(), 3 * nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            lattice::NodeVectors x(allNodes), y;
            Vec3d unit;
            unit[axis] = 1;
            x[nodes[i]] = asNodeVector(unit);
            apply(x, y);
            matrix.col(static_cast<Eigen::Index>(3 * i) + axis) = flat(y, nodes);
        }
    }
    return matrix;
}

// Of a level's operator, on the nodes that move.
inline Eigen::MatrixXd denseOf(lattice::Level& level) {
    return denseOf(freeNodesOf(level.fixed()), level.nodes(),
                   [&](const lattice::NodeVectors& x, lattice::NodeVectors& y) { level.apply(x, y, {}); });
}

inline double smallestEigenvalue(const Eigen::MatrixXd& a) {
    return eigenvaluesOf((a + a.transpose()) / 2)(0);
}

}  // namespace sinew::test
