// Linear blend and dual quaternion skinning in float, batched: the fast versions of
// Offline/Character/Skinning.h, which says what they compute. They are the benchmark's yardstick: what a
// character costs without Sinew, done as well as we know how. Nothing here allocates.
#pragma once

#include <cstddef>
#include <span>

#include "Base/Jobs.h"
#include "Math/Affine.h"
#include "Math/InstructionSet.h"
#include "Support/Skinning/SkinLayout.h"

namespace sinew {

// A joint whose quaternion takes its sign from another joint, the strongest of some vertices.
struct SkinPair {
    std::uint16_t joint = 0, strongest = 0;
};

// What is constant about a skinned surface. Vertices without weights point at one entry past the last joint,
// which never moves.
struct SkinView {
    std::span<const SkinBlock> blocks;
    std::span<const float> positions;  // as SkinArrays has them
    std::span<const float> normals;    // empty where none were given
    std::span<const float> weights;
    std::span<const std::uint16_t> joints;
    std::span<const std::uint16_t> pairs;
    std::span<const std::uint32_t> vertexOf;
    std::span<const SkinPair> pairTable;
    std::span<const Vec3f> centres;  // one per joint: where it sits in the bind pose
    std::uint32_t vertices = 0;
};

// One entry per vertex in the order the surface had. Empty normals: none wanted.
struct SkinOutput {
    std::span<Vec3f> positions;
    std::span<Vec3f> normals;
};

// Floats of scratch memory that one call of either function needs.
std::size_t skinScratchSize(const SkinView& view) noexcept;

// `skinMatrices`: bind pose → posed, one per joint. The same bits for any number of workers. Stretches of
// 1e-9 to 1e+9 give right normals; beyond, their squares leave float's range.
void skinLinearBlend(const SkinView& view, std::span<const Affinef> skinMatrices, std::span<float> scratch,
                     const SkinOutput& out, const Jobs& jobs = {},
                     InstructionSet set = bestInstructionSet()) noexcept;
void skinDualQuaternion(const SkinView& view, std::span<const Affinef> skinMatrices, std::span<float> scratch,
                        const SkinOutput& out, const Jobs& jobs = {},
                        InstructionSet set = bestInstructionSet()) noexcept;

}  // namespace sinew
