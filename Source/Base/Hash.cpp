#include "Base/Hash.h"

#include <xxhash.h>

namespace sinew {

std::uint64_t hashBytes(const void* data, std::size_t size, std::uint64_t seed) noexcept {
    return XXH3_64bits_withSeed(data, size, seed);
}

}  // namespace sinew
