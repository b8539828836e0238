#include "Offline/Volume/ElementChunks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "Support/Bodies/TetBoxes.h"

namespace sinew {
namespace {

// A host that numbers the calls it gets: what runs in one call may run at the same time. A task that is alone
// it does not get.
struct Rounds {
    static constexpr std::uint32_t kAlone = 0;
    std::uint32_t calls = 0, now = kAlone;

    static void run(void* host, std::uint32_t count, Jobs::Task task, void* data) {
        Rounds& rounds = *static_cast<Rounds*>(host);
        rounds.now = ++rounds.calls;
        for (std::uint32_t i = 0; i < count; ++i) task(data, i);
        rounds.now = kAlone;
    }
    Jobs jobs() { return {this, run}; }
};

struct Visit {
    std::uint32_t begin, round;
};

// Every tet once, and no node in two chunks of one round.
void expectApart(const TetMesh& mesh) {
    const ElementChunks chunks(mesh.tets, mesh.nodes.size());
    Rounds rounds;
    std::vector<int> visits(mesh.tets.size(), 0);
    std::vector<Visit> last(mesh.nodes.size(), {0, Rounds::kAlone});
    int shared = 0;
    chunks.forEach(rounds.jobs(), [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t t = begin; t < end; ++t) {
            ++visits[t];
            for (const std::uint32_t node : mesh.tets[t]) {
                const bool both = last[node].round == rounds.now && last[node].begin != begin;
                shared += both && rounds.now != Rounds::kAlone ? 1 : 0;
                last[node] = {begin, rounds.now};
            }
        }
    });
    EXPECT_GT(rounds.calls, 1U);
    EXPECT_EQ(shared, 0);
    EXPECT_EQ(std::count(visits.begin(), visits.end(), 1), static_cast<long>(visits.size()));
}

TEST(ElementChunks, OfOneColourShareNoNode) {
    expectApart(boxOfTets(16, 12, 11, 0.1));
}

// More than 64 chunks at a node: colours in several rounds.
TEST(ElementChunks, OfOneColourShareNoNodeInAnyOrderOfTets) {
    TetMesh mesh = boxOfTets(20, 20, 20, 0.1);
    std::shuffle(mesh.tets.begin(), mesh.tets.begin() + 24000, std::mt19937(1));
    EXPECT_GT(ElementChunks(mesh.tets, mesh.nodes.size()).colours(), 64U);
    expectApart(mesh);
}

}  // namespace
}  // namespace sinew
