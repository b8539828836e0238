#include "Support/Truth/Case.h"

#include <algorithm>
#include <cmath>

namespace sinew::truth {

Vec3d Hexahedron::at(Vec3d unit) const {
    Vec3d p;
    for (std::size_t c = 0; c < 8; ++c) {
        const double x = (c & 1) != 0 ? unit.x : 1 - unit.x, y = (c & 2) != 0 ? unit.y : 1 - unit.y,
                     z = (c & 4) != 0 ? unit.z : 1 - unit.z;
        p += corner[c] * (x * y * z);
    }
    return p;
}

Hexahedron box(Vec3d low, Vec3d high) {
    Hexahedron shape;
    for (std::size_t c = 0; c < 8; ++c) {
        shape.corner[c] = {(c & 1) != 0 ? high.x : low.x, (c & 2) != 0 ? high.y : low.y,
                           (c & 4) != 0 ? high.z : low.z};
    }
    return shape;
}

// Between breaks cells are of equal width, as nearly as possible the same everywhere.
std::vector<double> Division::planes(std::uint32_t cells) const {
    const double count = fixed > 0 ? fixed : std::max(1.0, std::round(across * cells));
    std::vector<double> ends = breaks;
    ends.push_back(1);
    std::vector<double> planes{0};
    for (const double end : ends) {
        const double from = planes.back(), parts = std::max(1.0, std::round((end - from) * count));
        for (int i = 1; i <= static_cast<int>(parts); ++i) planes.push_back(from + (end - from) * i / parts);
    }
    return planes;
}

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

double errorOf(const Sought& sought, const Solution& solution) {
    return sought.of(solution) / sought.truth - 1;
}

}  // namespace sinew::truth
