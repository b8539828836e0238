// The first include of every *.kernel.cpp, and of nothing else. Such a file is compiled once per instruction
// set (Math/Kernels.cmake), so it must not define anything that the linker could merge with another object's
// copy: only its entry points have external linkage, in namespace sinew::SINEW_KERNEL_NAMESPACE; all else is
// in an anonymous namespace; of our headers it includes those with plain structs alone, of the C++ library
// none but the freestanding ones. Fused multiply-adds are asked for by name (MulAdd), contraction is off.
#pragma once

#include <hwy/highway.h>

static_assert(HWY_TARGET == SINEW_KERNEL_TARGET,
              "the options of Math/Kernels.cmake do not reach this target");

namespace sinew {
namespace hn = hwy::HWY_NAMESPACE;
}  // namespace sinew
