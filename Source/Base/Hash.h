// 64-bit content hashes (XXH3), for caches, assets and state comparison. Not for security.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace sinew {

std::uint64_t hashBytes(const void* data, std::size_t size, std::uint64_t seed = 0) noexcept;

// The hash of the bytes of the elements. Types with padding do not compile, because their bytes do not
// represent their value.
template <class T>
std::uint64_t hashOf(std::span<const T> values, std::uint64_t seed = 0) noexcept {
    static_assert(std::has_unique_object_representations_v<T> || std::is_floating_point_v<T>);
    return hashBytes(values.data(), values.size_bytes(), seed);
}

}  // namespace sinew
