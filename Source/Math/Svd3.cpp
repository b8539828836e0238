#include "Math/Svd3.h"

#include "Base/Check.h"
#include "Math/KernelTable.h"

namespace sinew {
namespace {

using Svd3Kernel = void(const Mat3Block*, Mat3Block*, Vec3Block*, Mat3Block*, std::size_t);
using Polar3Kernel = void(const Mat3Block*, Mat3Block*, Mat3Block*, std::size_t);

}  // namespace

SINEW_KERNEL_TABLE(Svd3Kernel, svd3)
SINEW_KERNEL_TABLE(Polar3Kernel, polar3)

void svd3(std::span<const Mat3Block> a, std::span<Mat3Block> u, std::span<Vec3Block> sigma,
          std::span<Mat3Block> v, InstructionSet set) noexcept {
    SINEW_CHECK(u.size() == a.size() && sigma.size() == a.size() && v.size() == a.size());
    svd3Table[set](a.data(), u.data(), sigma.data(), v.data(), a.size());
}

void polar3(std::span<const Mat3Block> a, std::span<Mat3Block> rotation, InstructionSet set) noexcept {
    SINEW_CHECK(rotation.size() == a.size());
    polar3Table[set](a.data(), rotation.data(), nullptr, a.size());
}

void polar3(std::span<const Mat3Block> a, std::span<Mat3Block> rotation, std::span<Mat3Block> stretch,
            InstructionSet set) noexcept {
    SINEW_CHECK(rotation.size() == a.size() && stretch.size() == a.size());
    polar3Table[set](a.data(), rotation.data(), stretch.data(), a.size());
}

void svd3(std::span<const Mat3f> a, std::span<Svd3<float>> result, InstructionSet set) noexcept {
    SINEW_CHECK(result.size() == a.size());
    constexpr std::size_t kBlocks = 4, kChunk = kBlocks * kBlockLanes;
    Mat3Block in[kBlocks]{}, u[kBlocks], v[kBlocks];
    Vec3Block sigma[kBlocks];
    for (std::size_t begin = 0; begin < a.size(); begin += kChunk) {
        const std::size_t count = a.size() - begin < kChunk ? a.size() - begin : kChunk;
        for (std::size_t i = 0; i < count; ++i) setMatrixAt(in, i, a[begin + i]);
        svd3Table[set](in, u, sigma, v, blocksFor(count));
        for (std::size_t i = 0; i < count; ++i) {
            result[begin + i] = {matrixAt(u, i), vectorAt(sigma, i), matrixAt(v, i)};
        }
    }
}

Mat3f matrixAt(std::span<const Mat3Block> blocks, std::size_t index) noexcept {
    const auto& at = blocks[index / kBlockLanes].at;
    const std::size_t lane = index % kBlockLanes;
    Mat3f result;
    for (int j = 0; j < 3; ++j) result.column[j] = {at[j][0][lane], at[j][1][lane], at[j][2][lane]};
    return result;
}

Vec3f vectorAt(std::span<const Vec3Block> blocks, std::size_t index) noexcept {
    const auto& at = blocks[index / kBlockLanes].at;
    const std::size_t lane = index % kBlockLanes;
    return {at[0][lane], at[1][lane], at[2][lane]};
}

void setMatrixAt(std::span<Mat3Block> blocks, std::size_t index, const Mat3f& value) noexcept {
    auto& at = blocks[index / kBlockLanes].at;
    for (int j = 0; j < 3; ++j) {
        for (int i = 0; i < 3; ++i) at[j][i][index % kBlockLanes] = value(i, j);
    }
}

}  // namespace sinew
