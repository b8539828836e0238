// The first include of every *.kernel.cpp, and of nothing else. Such a file is compiled once per instruction
// set (Math/Kernels.cmake), so it must not define anything that the linker could merge with the copy of
// another object. Only its entry points have external linkage, in namespace sinew::SINEW_KERNEL_NAMESPACE;
// everything else is in an anonymous namespace. It includes only those headers of ours that have plain
// structs, and only freestanding headers of the C++ library. Fused multiply-adds are written explicitly
// (MulAdd); contraction is off.
#pragma once

#include <hwy/highway.h>

static_assert(HWY_TARGET == SINEW_KERNEL_TARGET,
              "the options of Math/Kernels.cmake do not reach this target");

namespace sinew {
namespace hn = hwy::HWY_NAMESPACE;
}  // namespace sinew
