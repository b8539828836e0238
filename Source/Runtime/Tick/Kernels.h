// The tick's kernels for this machine, or for the instruction set a test asks for. Rows of modes are padded
// to kModeLanes and start on 32 bytes; a block is `rows` of them.
#pragma once

#include "Math/InstructionSet.h"
#include "Runtime/Surface/SurfaceLayout.h"
#include "Runtime/Tick/BlocksLayout.h"
#include "Runtime/Tick/CubatureLayout.h"

namespace sinew {

struct RuntimeKernels {
    // Fills force and returns the energy, W = Σ weight Ψ(F).
    float (*cubatureForces)(const CubatureTask&);
    // Fills stiffness.
    void (*cubatureStiffness)(const CubatureTask&);

    // A square's upper half becomes R with A = RᵀR, the inverses of R's diagonal in its place and zeroes left
    // of it within eight lanes. False where A is not positive definite.
    bool (*factorBlock)(float* square, std::uint32_t lanes);
    // block becomes R⁻ᵀ block.
    void (*divideBlock)(const float* factor, std::uint32_t lanes, float* block, std::uint32_t width);
    // to −= aᵀb, aᵀa (its upper half), and += aᵀa.
    void (*subtractBlock)(const float* a, std::uint32_t lanesA, const float* b, std::uint32_t lanesB,
                          std::uint32_t rows, float* to);
    void (*subtractSquareBlock)(const float* a, std::uint32_t lanes, std::uint32_t rows, float* to);
    void (*addSquareBlock)(const float* a, std::uint32_t lanes, std::uint32_t rows, float* to);
    // x becomes R⁻ᵀx, and R⁻¹x.
    void (*forwardBlock)(const float* factor, std::uint32_t lanes, float* x);
    void (*backwardBlock)(const float* factor, std::uint32_t lanes, float* x);
    // y += scale · blockᵀx (y: `width`), and y += scale · block x (y: `rows`).
    void (*addTransposed)(const float* block, std::uint32_t stride, std::uint32_t rows, std::uint32_t width,
                          const float* x, float scale, float* y);
    void (*addTimes)(const float* block, std::uint32_t stride, std::uint32_t rows, std::uint32_t width,
                     const float* x, float scale, float* y);
    void (*weightedSum)(const WeightedArrays& arrays, std::uint32_t count, float* to);

    void (*surfacePositions)(const SurfaceTask&);
    void (*surfaceShade)(const ShadeTask&);
};

const RuntimeKernels& runtimeKernels(InstructionSet set = bestInstructionSet()) noexcept;

}  // namespace sinew
