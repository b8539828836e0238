#include "Offline/Poses/SpreadPoints.h"

namespace sinew::poses {

namespace {

constexpr int kBits = 32;

// Owen's nested scramble: whether a bit flips depends on all bits above it, so that what lies in one half, or
// quarter, stays together.
std::uint32_t scrambled(std::uint32_t value, std::uint64_t seed) {
    std::uint32_t result = value;
    for (int bit = 0; bit < kBits; ++bit) {
        const std::uint64_t above = bit == 0 ? 0 : value >> (kBits - bit);
        const auto flip =
            static_cast<std::uint32_t>(mixed(mixed(seed, static_cast<std::uint64_t>(bit)), above) & 1);
        result ^= flip << (kBits - 1 - bit);
    }
    return result;
}

// Direction numbers by Sobol's recurrence: of the polynomials 1 (bits reversed), x + 1 and x² + x + 1.
std::array<std::uint32_t, 3> directions(int bit, const std::array<std::uint32_t, 3>& last,
                                        const std::array<std::uint32_t, 3>& beforeLast) {
    const std::uint32_t first = 1u << (kBits - 1 - bit);
    if (bit == 0) return {first, first, first};
    const std::uint32_t second = last[1] ^ (last[1] >> 1);
    const std::uint32_t third = bit == 1 ? 3u << (kBits - 2) : last[2] ^ beforeLast[2] ^ (beforeLast[2] >> 2);
    return {first, second, third};
}

std::array<std::uint32_t, 3> sobol(std::uint32_t index) {
    std::array<std::uint32_t, 3> point{}, last{}, beforeLast{};
    for (int bit = 0; bit < kBits; ++bit) {
        const std::array<std::uint32_t, 3> now = directions(bit, last, beforeLast);
        for (std::size_t d = 0; d < 3; ++d) point[d] ^= ((index >> bit) & 1) != 0 ? now[d] : 0;
        beforeLast = last;
        last = now;
    }
    return point;
}

}  // namespace

// The finaliser of splitmix64 over both.
std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
    std::uint64_t z = a * 0x9E3779B97F4A7C15u + b + 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

std::array<double, 3> spreadPoint(std::uint64_t stream, std::uint32_t index) {
    const std::array<std::uint32_t, 3> point = sobol(scrambled(index, mixed(stream, 3)));
    std::array<double, 3> unit{};
    for (std::size_t d = 0; d < 3; ++d) {
        unit[d] = static_cast<double>(scrambled(point[d], mixed(stream, d))) * 0x1p-32;
    }
    return unit;
}

}  // namespace sinew::poses
