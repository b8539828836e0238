#include "Runtime/Tick/Kernels.h"

namespace sinew {

#define SINEW_DECLARE_KERNELS(set)                                                                         \
    namespace set {                                                                                        \
    float cubatureForces(const CubatureTask&);                                                             \
    void cubatureStiffness(const CubatureTask&);                                                           \
    bool factorBlock(float*, std::uint32_t);                                                               \
    void divideBlock(const float*, std::uint32_t, float*, std::uint32_t);                                  \
    void subtractBlock(const float*, std::uint32_t, const float*, std::uint32_t, std::uint32_t, float*);   \
    void subtractSquareBlock(const float*, std::uint32_t, std::uint32_t, float*);                          \
    void addSquareBlock(const float*, std::uint32_t, std::uint32_t, float*);                               \
    void forwardBlock(const float*, std::uint32_t, float*);                                                \
    void backwardBlock(const float*, std::uint32_t, float*);                                               \
    void addTransposed(const float*, std::uint32_t, std::uint32_t, std::uint32_t, const float*, float,     \
                       float*);                                                                            \
    void addTimes(const float*, std::uint32_t, std::uint32_t, std::uint32_t, const float*, float, float*); \
    void weightedSum(const WeightedArrays&, std::uint32_t, float*);                                        \
    void surfacePositions(const SurfaceTask&);                                                             \
    void surfaceShade(const ShadeTask&);                                                                   \
    }
SINEW_FOR_EACH_INSTRUCTION_SET(SINEW_DECLARE_KERNELS)

namespace {

#define SINEW_KERNELS_OF(set)                                                                     \
    {&set::cubatureForces,   &set::cubatureStiffness,   &set::factorBlock,    &set::divideBlock,  \
     &set::subtractBlock,    &set::subtractSquareBlock, &set::addSquareBlock, &set::forwardBlock, \
     &set::backwardBlock,    &set::addTransposed,       &set::addTimes,       &set::weightedSum,  \
     &set::surfacePositions, &set::surfaceShade},
constexpr RuntimeKernels kKernels[] = {SINEW_FOR_EACH_INSTRUCTION_SET(SINEW_KERNELS_OF)};

}  // namespace

const RuntimeKernels& runtimeKernels(InstructionSet set) noexcept {
    return kKernels[static_cast<std::size_t>(set)];
}

}  // namespace sinew
