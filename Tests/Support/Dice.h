// Random numbers that are the same everywhere.
#pragma once

#include <cstdint>
#include <random>

#include "Math/Vec3.h"

namespace sinew::test {

class Dice {
  public:
    explicit Dice(std::uint32_t seed) : engine_(seed) {}
    std::uint32_t below(std::uint32_t limit) { return next() % limit; }
    double between(double low, double high) { return low + (high - low) * (next() / 4294967296.0); }
    Vec3d vector(double size) { return {between(-size, size), between(-size, size), between(-size, size)}; }

  private:
    std::uint32_t next() { return static_cast<std::uint32_t>(engine_()); }

    std::mt19937 engine_;  // its sequence is the same everywhere, unlike the standard distributions
};

}  // namespace sinew::test
