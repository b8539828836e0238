// Singular value and polar decomposition of many 3×3 matrices at once.
//
// A = U Σ Vᵀ with det U = det V = +1, |σ₁| ≥ |σ₂| ≥ |σ₃|, and only σ₃ may be negative: it has the sign of det
// A. R = U Vᵀ, S = V Σ Vᵀ. Errors are below 4e-6 of |A| and of 1 for entries between 1e-37 and 1e+37,
// singular matrices included. Below, where numbers are denormal, U, V and R are still rotations, but Σ and S
// are of no use: they may come out as zero. A matrix with an entry that is not finite gives NaN throughout,
// its neighbours are untouched. Results may overwrite the input. The bits depend on the instruction set, but
// not on a matrix's neighbours. Svd3Scalar.h holds the slow and obvious twin.
#pragma once

#include <span>

#include "Math/Blocks.h"
#include "Math/InstructionSet.h"
#include "Math/Svd3Scalar.h"

namespace sinew {

// All spans have the same number of blocks.
void svd3(std::span<const Mat3Block> a, std::span<Mat3Block> u, std::span<Vec3Block> sigma,
          std::span<Mat3Block> v, InstructionSet set = bestInstructionSet()) noexcept;

void polar3(std::span<const Mat3Block> a, std::span<Mat3Block> rotation,
            InstructionSet set = bestInstructionSet()) noexcept;

void polar3(std::span<const Mat3Block> a, std::span<Mat3Block> rotation, std::span<Mat3Block> stretch,
            InstructionSet set = bestInstructionSet()) noexcept;

// For any number of consecutive matrices. Packing and unpacking takes additional time.
void svd3(std::span<const Mat3f> a, std::span<Svd3<float>> result,
          InstructionSet set = bestInstructionSet()) noexcept;

// Item `index` of a sequence of blocks.
Mat3f matrixAt(std::span<const Mat3Block> blocks, std::size_t index) noexcept;
Vec3f vectorAt(std::span<const Vec3Block> blocks, std::size_t index) noexcept;
void setMatrixAt(std::span<Mat3Block> blocks, std::size_t index, const Mat3f& value) noexcept;

}  // namespace sinew
