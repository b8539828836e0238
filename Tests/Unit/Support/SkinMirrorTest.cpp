// Joints that mirror: their rotation is a choice, and must be one that follows the joint without jumps.
#include <gtest/gtest.h>

#include "Support/Characters/Skinned.h"
#include "Support/Runtime/SkinSamples.h"
#include "Support/Skinning/RandomSkin.h"

namespace sinew {
namespace {

using test::SkinTube;

constexpr int kFrames = 240;
constexpr Vec3d kMirrors[] = {{-1, 1, 1}, {1, -1, 1}, {1, 1, -1}, {-1, -1, -1}};

Affined turn(Vec3d axis, double angle) {
    return {toMatrix(fromAxisAngle(normalized(axis), angle)), {}};
}

void expectFastEquals(const Character& character, std::span<const Affined> matrices,
                      std::span<const Vec3d> expected) {
    const SkinBatch batch = buildSkinBatch(character);
    for (const InstructionSet set : supportedInstructionSets()) {
        const auto fast = test::skin(batch, matrices, SkinMethod::DualQuaternion, set, {}, false).positions;
        ASSERT_LE(test::largestError(fast, expected), 3e-6 * test::reach(expected))
            << instructionSetName(set);
    }
}

double largestStep(std::span<const Vec3d> a, std::span<const Vec3d> b) {
    double largest = 0;
    for (std::size_t v = 0; v < a.size(); ++v) largest = std::fmax(largest, length(a[v] - b[v]));
    return largest;
}

// Every second joint mirrors, and all of them turn together: the surface must turn with them.
TEST(SkinMirror, TheShapeDoesNotDependOnWhereTheCharacterTurns) {
    const Character character = test::randomSkin(203, 20, 4);
    for (const Vec3d mirror : kMirrors) {
        std::vector<Affined> matrices = test::randomMotions(character, 1.0, 0);
        for (std::size_t j = 0; j < matrices.size(); j += 2) {
            matrices[j].linear = matrices[j].linear * Mat3d::diagonal(mirror);
        }
        const auto still = skinPositions(character, matrices, SkinMethod::DualQuaternion);
        for (int frame = 0; frame < kFrames; ++frame) {
            const Affined whole = turn({1, 2, -0.5}, 0.03 * frame);
            std::vector<Affined> turned;
            for (const Affined& m : matrices) turned.push_back(whole * m);
            std::vector<Vec3d> expected;
            for (std::size_t v = 0; v < still.size(); ++v) {
                const bool hangs = !skinShares(character.weights, v).empty();
                expected.push_back(hangs ? transformPoint(whole, still[v]) : still[v]);
            }
            const auto slow = skinPositions(character, turned, SkinMethod::DualQuaternion);
            ASSERT_LT(largestStep(slow, expected), 1e-12) << frame;
            expectFastEquals(character, turned, expected);
        }
    }
}

TEST(SkinMirror, AMirroredJointThatTurnsAgainstItsNeighbourMovesVerticesSteadily) {
    const SkinTube tube;
    const double step = 3.0 / kFrames;
    for (const Vec3d mirror : kMirrors) {
        std::vector<Vec3d> last;
        for (int frame = 1; frame < kFrames; ++frame) {
            const Affined moved = turn({0, 0, 1}, step * frame) * Affined{Mat3d::diagonal(mirror), {}};
            const std::vector<Affined> matrices{{}, moved};
            auto posed = skinPositions(tube.character, matrices, SkinMethod::DualQuaternion);
            expectFastEquals(tube.character, matrices, posed);
            // A blend may turn faster than its parts, but no vertex jumps from one side to the other.
            if (frame > 1) {
                ASSERT_LT(largestStep(posed, last), 4 * step) << frame;
            }
            last = std::move(posed);
        }
    }
}

TEST(SkinMirror, AJointThatMirrorsLeftAndRightFlattensTowardsItsNeighbourWithoutTurning) {
    const SkinTube tube;
    const std::vector<Affined> matrices{{}, {Mat3d::diagonal({-1, 1, 1}), {}}};
    const auto posed = skinPositions(tube.character, matrices, SkinMethod::DualQuaternion);
    expectFastEquals(tube.character, matrices, posed);
    for (std::size_t v = 0; v < posed.size(); ++v) {
        const Vec3d rest = tube.character.surface.positions[v];
        EXPECT_LT(std::hypot(posed[v].y - rest.y, posed[v].z - rest.z), 1e-14);
    }
}

}  // namespace
}  // namespace sinew
