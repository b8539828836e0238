// All materials, for tests that hold for every one of them.
#pragma once

#include <array>

#include "Material/Parameters.h"

namespace sinew::test {

inline constexpr std::array<MaterialKind, kMaterialKinds> kMaterials = [] {
    std::array<MaterialKind, kMaterialKinds> all{};
    for (std::uint32_t i = 0; i < kMaterialKinds; ++i) all[i] = static_cast<MaterialKind>(i);
    return all;
}();

}  // namespace sinew::test
