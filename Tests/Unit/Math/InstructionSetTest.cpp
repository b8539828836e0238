#include "Math/InstructionSet.h"

#include <gtest/gtest.h>

#include <string>

#include "Math/KernelTable.h"

namespace sinew {
namespace {

TEST(InstructionSet, TheBestIsTheLastSupportedOne) {
    const std::span<const InstructionSet> supported = supportedInstructionSets();
    ASSERT_FALSE(supported.empty());
    EXPECT_LE(supported.size(), kInstructionSetCount);
    EXPECT_EQ(supported.front(), InstructionSet{});
    EXPECT_EQ(supported.back(), bestInstructionSet());
    for (std::size_t i = 1; i < supported.size(); ++i) EXPECT_LT(supported[i - 1], supported[i]);
}

const InstructionSet kAskedByAnInitialiser = bestInstructionSet();

TEST(InstructionSet, IsKnownToStaticInitialisers) {
    EXPECT_EQ(kAskedByAnInitialiser, bestInstructionSet());
}

TEST(InstructionSet, NamesAreThoseOfTheKernelNamespaces) {
#if defined(__x86_64__)
    EXPECT_STREQ(instructionSetName(InstructionSet::X86V2), "x86v2");
    EXPECT_STREQ(instructionSetName(InstructionSet::X86V4), "x86v4");
#else
    EXPECT_STREQ(instructionSetName(InstructionSet::Neon), "neon");
#endif
}

TEST(KernelTable, GivesTheKernelOfTheSetAskedFor) {
    using Kernel = int();
    constexpr KernelTable<Kernel> kTable{{[] { return 7; }}};
    EXPECT_EQ(kTable[InstructionSet{}](), 7);
}

}  // namespace
}  // namespace sinew
