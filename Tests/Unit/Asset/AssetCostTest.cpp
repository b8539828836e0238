#include "Asset/Writer/Cost.h"

#include <gtest/gtest.h>

#include "Asset/Writer.h"
#include "Support/Runtime/AssetSamples.h"

namespace sinew {
namespace {

AssetCost costOfSample(const test::SampleSize& size) {
    const AssetBytes bytes = packAsset(test::sampleAsset(size).content);
    AssetView view;
    EXPECT_TRUE(viewAsset(bytes.bytes(), view).ok());
    return costOf(view);
}

// The sample's domains are all coupled to each other: block Cholesky costs what a dense one does.
TEST(AssetCost, CoupledDomainsCostADenseFactorisation) {
    const double n = 3 * 12;
    const AssetCost cost = costOfSample({.ranks = {12, 12, 12}});
    EXPECT_NEAR(cost.solve, n * n * n / 3 + 2 * n * n, 1e-9 * cost.solve);
}

// Of each pair of (U|p): nine sandwiches added up, their sum times a vector from both sides, and both sides'
// own. The bone has p only.
TEST(AssetCost, CouplingIsThatOfThePairsInterfaces) {
    const double flesh = 22 * 9 * 9 + 2 * 9 * 9 + 2 * 9 * 9, bone = 22 * 9 * 1 + 2 * 9 * 9 + 2 * 1;
    EXPECT_EQ(costOfSample({.ranks = {8, 8, 0}}).coupling, flesh + 2 * bone);
}

TEST(AssetCost, GrowsWithWhatThereIs) {
    const AssetCost one = costOfSample({.ranks = {8, 8, 0}});
    const AssetCost tets = costOfSample({.ranks = {8, 8, 0}, .tetsPerMode = 4});
    EXPECT_EQ(tets.stiffness, 2 * one.stiffness);
    EXPECT_EQ(tets.forces, 2 * one.forces);
    EXPECT_EQ(tets.solve, one.solve);
    const AssetCost skin = costOfSample({.ranks = {8, 8, 0}, .vertices = 80});
    EXPECT_NEAR(skin.surface, 2 * one.surface, 0.1 * one.surface);
    EXPECT_EQ(skin.stiffness, one.stiffness);
    EXPECT_GT(tets.tickMs(), one.tickMs());
    AssetContent content = test::sampleAsset({.ranks = {8, 8, 0}}).content;
    test::stabilise(content);
    const AssetBytes bytes = packAsset(content);
    AssetView view;
    ASSERT_TRUE(viewAsset(bytes.bytes(), view).ok());
    EXPECT_EQ(costOf(view).forces, one.forces + 2 * 2 * 8 * 8);
    EXPECT_EQ(costOf(view).stiffness, one.stiffness + 2 * 2 * 8 * 8);
    EXPECT_EQ(one.tickMs(), costOfSample({.ranks = {8, 8, 0}, .vertices = 80}).tickMs());
}

}  // namespace
}  // namespace sinew
