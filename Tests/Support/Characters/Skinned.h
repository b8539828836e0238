// The fast way to skin, run once and held against the slow and obvious one.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "Offline/Character/Skinning.h"
#include "Support/Skinning/SkinBatch.h"

namespace sinew::test {

inline constexpr SkinMethod kSkinMethods[] = {SkinMethod::LinearBlend, SkinMethod::DualQuaternion};

struct Skinned {
    std::vector<Vec3f> positions, normals;

    friend bool operator==(const Skinned& a, const Skinned& b) {
        return same(a.positions, b.positions) && same(a.normals, b.normals);
    }

  private:
    // Bit by bit, so that NaN equals itself.
    static bool same(const std::vector<Vec3f>& a, const std::vector<Vec3f>& b) {
        return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Vec3f)) == 0;
    }
};

// From scratch memory that is not aligned.
inline Skinned skin(const SkinBatch& batch, std::span<const Affined> matrices, SkinMethod method,
                    InstructionSet set, const Jobs& jobs = {}, bool withNormals = true) {
    std::vector<Affinef> floats;
    for (const Affined& m : matrices) floats.push_back(convert<float>(m));
    const SkinView view = batch.view();
    std::vector<float> scratch(skinScratchSize(view) + 1);
    Skinned result{std::vector<Vec3f>(view.vertices), std::vector<Vec3f>(withNormals ? view.vertices : 0)};
    const auto run = method == SkinMethod::LinearBlend ? skinLinearBlend : skinDualQuaternion;
    run(view, floats, std::span(scratch).subspan(1), {result.positions, result.normals}, jobs, set);
    return result;
}

// NaN where there is one.
inline double largestError(std::span<const Vec3f> fast, std::span<const Vec3d> slow) {
    EXPECT_EQ(fast.size(), slow.size());
    double largest = 0;
    for (std::size_t v = 0; v < fast.size(); ++v) {
        const double error = length(convert<double>(fast[v]) - slow[v]);
        if (std::isnan(error)) return error;
        largest = std::max(largest, error);
    }
    return largest;
}

// How far positions reach from the origin: what rounding is measured in.
inline double reach(std::span<const Vec3d> positions) {
    double largest = 0;
    for (const Vec3d& p : positions) largest = std::max(largest, length(p));
    return largest;
}

}  // namespace sinew::test
