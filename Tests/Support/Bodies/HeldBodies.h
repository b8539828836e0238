// Bodies of tetrahedra with held nodes, for solver tests.
#pragma once

#include <random>

#include "Offline/Tets/ElasticBody.h"
#include "Support/Bodies/TetBoxes.h"

namespace sinew {

// Random positions near those given.
inline std::vector<Vec3d> shaken(std::vector<Vec3d> x, double by, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> offset(-by, by);
    for (Vec3d& p : x) p += Vec3d{offset(random), offset(random), offset(random)};
    return x;
}

template <class Rule>  // of a rest position
std::vector<bool> heldWhere(const tets::ElasticBody& body, Rule&& rule) {
    std::vector<bool> held;
    for (const Vec3d& p : body.rest().nodes) held.push_back(rule(p));
    return held;
}

inline double largestDistance(std::span<const Vec3d> a, std::span<const Vec3d> b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, length(a[i] - b[i]));
    return largest;
}

}  // namespace sinew
