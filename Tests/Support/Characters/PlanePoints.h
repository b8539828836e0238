// Points in a square, whose distances stand for those of poses.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <vector>

#include "Math/Vec3.h"

namespace sinew::test {

struct PlanePoints {
    std::vector<Vec3d> places;

    explicit PlanePoints(std::size_t count, unsigned seed = 3) {
        std::mt19937 random(seed);
        for (std::size_t i = 0; i < count; ++i) {
            const auto next = [&] { return static_cast<double>(random()) / 4294967296.0; };
            const double x = next(), y = next();
            places.push_back({x, y, 0});
        }
    }
    double distance(std::uint32_t a, std::uint32_t b) const { return length(places[a] - places[b]); }
    std::function<double(std::uint32_t, std::uint32_t)> metric() const {
        return [this](std::uint32_t a, std::uint32_t b) { return distance(a, b); };
    }
    // How far the worst point is from those chosen.
    double radius(const std::vector<std::uint32_t>& chosen) const {
        double worst = 0;
        for (std::uint32_t p = 0; p < places.size(); ++p) {
            double nearest = std::numeric_limits<double>::infinity();
            for (const std::uint32_t c : chosen) nearest = std::min(nearest, distance(c, p));
            worst = std::max(worst, nearest);
        }
        return worst;
    }
};

}  // namespace sinew::test
