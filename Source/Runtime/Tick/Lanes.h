// The lanes of the tick's kernels: as many as a register has.
#pragma once

#include "Math/Lane.h"

#include "Material/Fibre.h"
#include "Material/Material.h"

namespace sinew::SINEW_KERNEL_NAMESPACE {
namespace {

using Tag = hn::ScalableTag<float>;
using Register = hn::Vec<Tag>;
constexpr std::size_t kLanes = hn::MaxLanes(Tag());
using Lane = LaneOf<Tag>;

}  // namespace
}  // namespace sinew::SINEW_KERNEL_NAMESPACE
