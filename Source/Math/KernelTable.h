// How a public function finds the kernel for this machine, or for the instruction set a test asks for:
//
//     using ScaleKernel = void(float* values, std::size_t count);
//     SINEW_KERNEL_TABLE(ScaleKernel, scale)                       // beside Scale.kernel.cpp
//     void scale(std::span<float> v, InstructionSet set) { scaleTable[set](v.data(), v.size()); }
#pragma once

#include "Math/InstructionSet.h"

namespace sinew {

template <class Function>
struct KernelTable {
    Function* kernels[kInstructionSetCount];

    constexpr Function* operator[](InstructionSet set) const {
        return kernels[static_cast<std::size_t>(set)];
    }
};

}  // namespace sinew

#define SINEW_DECLARE_KERNEL(set, Type, function) \
    namespace set {                               \
    Type function;                                \
    }

// Declares `function` in the namespace of each instruction set, and the constant `functionTable`.
#if defined(__x86_64__)
#define SINEW_KERNEL_TABLE(Type, function)                \
    SINEW_DECLARE_KERNEL(x86v2, Type, function)           \
    SINEW_DECLARE_KERNEL(x86v3, Type, function)           \
    SINEW_DECLARE_KERNEL(x86v4, Type, function)           \
    constexpr ::sinew::KernelTable<Type> function##Table{ \
        {&x86v2::function, &x86v3::function, &x86v4::function}};
#else
#define SINEW_KERNEL_TABLE(Type, function)     \
    SINEW_DECLARE_KERNEL(neon, Type, function) \
    constexpr ::sinew::KernelTable<Type> function##Table{{&neon::function}};
#endif
