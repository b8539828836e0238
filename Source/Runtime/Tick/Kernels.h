// The kernels of the tick for this machine, or for the instruction set that a test asks for. Rows of modes
// are padded to kModeLanes and start at multiples of 32 bytes. A block has `rows` of them.
#pragma once

#include "Math/InstructionSet.h"
#include "Runtime/Surface/SurfaceLayout.h"
#include "Runtime/Tick/KernelLayout.h"

namespace sinew {

struct RuntimeKernels {
    // Fills force and returns the energy, W = Σ weight Ψ(F).
    float (*cubatureForces)(const CubatureTask&);
    // Fills stiffness.
    void (*cubatureStiffness)(const CubatureTask&);

    // Replaces the upper triangle of a square by R with A = RᵀR. The diagonal holds the inverses of R's
    // diagonal, and the eight lanes around it are zero left of it. Returns false if A is not positive
    // definite.
    bool (*factorBlock)(float* square, std::uint32_t lanes);
    // Replaces `block` by R⁻ᵀ block.
    void (*divideBlock)(const float* factor, std::uint32_t lanes, float* block, std::uint32_t width);
    // to −= aᵀb; to −= aᵀa (upper triangle); to += aᵀa.
    void (*subtractBlock)(const float* a, std::uint32_t lanesA, const float* b, std::uint32_t lanesB,
                          std::uint32_t rows, float* to);
    void (*subtractSquareBlock)(const float* a, std::uint32_t lanes, std::uint32_t rows, float* to);
    void (*addSquareBlock)(const float* a, std::uint32_t lanes, std::uint32_t rows, float* to);
    // Replace x by R⁻ᵀx and by R⁻¹x.
    void (*forwardBlock)(const float* factor, std::uint32_t lanes, float* x);
    void (*backwardBlock)(const float* factor, std::uint32_t lanes, float* x);
    // y += scale · blockᵀx, where y has `width` lanes, and y += scale · block x, where y has `rows` lanes.
    void (*addTransposed)(const float* block, std::uint32_t stride, std::uint32_t rows, std::uint32_t width,
                          const float* x, float scale, float* y);
    void (*addTimes)(const float* block, std::uint32_t stride, std::uint32_t rows, std::uint32_t width,
                     const float* x, float scale, float* y);
    void (*weightedSum)(const WeightedArrays& arrays, std::uint32_t count, float* to);

    // Moves the vertices of blocks of one run: x = Σ_d weight_d (R_d (X − centre_d + U_d q_d) + t_d).
    void (*surfacePositions)(const SurfaceTask&);
    // Computes normals and tangents from the moved vertices.
    void (*surfaceShade)(const ShadeTask&);
};

const RuntimeKernels& runtimeKernels(InstructionSet set = bestInstructionSet()) noexcept;

}  // namespace sinew
