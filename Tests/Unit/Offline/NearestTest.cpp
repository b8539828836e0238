#include "Offline/Nearest.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

TEST(Nearest, AMistypedNameFindsTheOneThatWasMeant) {
    const std::vector<std::string> known{"check", "inspect", "render", "samples"};
    EXPECT_EQ(nearestName("chek", known), "check");
    EXPECT_EQ(nearestName("REDNER", known), "render");
    EXPECT_EQ(nearestName("sample", known), "samples");
    EXPECT_EQ(didYouMean("inspct", known), " (did you mean inspect?)");
}

TEST(Nearest, WhatIsLikeNothingFindsNothing) {
    EXPECT_EQ(nearestName("xy", {"ab", "check"}), "");
    EXPECT_EQ(nearestName("moonwalk", {"idle", "walk"}), "");
    EXPECT_EQ(nearestName("", {"a"}), "");
    EXPECT_EQ(didYouMean("moonwalk", {}), "");
    EXPECT_EQ(nearestName(std::string(100000, 'x'), {std::string(100000, 'x') + "y"}), "");
}

}  // namespace
}  // namespace sinew
