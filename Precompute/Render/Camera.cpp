#include "Render/Camera.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "Offline/Error.h"

namespace sinew {

namespace {

struct View {
    const char* name;
    double azimuth, elevation;  // degrees; azimuth 0 looks at the character's face, 90 at its left side
};

constexpr std::array kViews{
    View{"front", 0, 4},   View{"back", 180, 4},          View{"left", 90, 4},
    View{"right", -90, 4}, View{"three-quarter", 35, 12}, View{"back-three-quarter", 145, 12},
    View{"top", 0, 89},
};

constexpr double kDegree = 3.14159265358979323846 / 180;
constexpr double kFieldOfView = 24 * kDegree;  // narrow, so that proportions look as an artist draws them
constexpr double kMargin = 1.06;

Camera lookFrom(const View& view) {
    const double a = view.azimuth * kDegree, e = view.elevation * kDegree;
    Camera camera;
    camera.forward = {-std::sin(a) * std::cos(e), -std::sin(e), -std::cos(a) * std::cos(e)};
    camera.right = {std::cos(a), 0, -std::sin(a)};
    camera.up = cross(camera.right, camera.forward);
    camera.focal = 1 / std::tan(kFieldOfView / 2);
    return camera;
}

}  // namespace

const std::vector<std::string>& viewNames() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> list;
        for (const View& view : kViews) list.emplace_back(view.name);
        return list;
    }();
    return names;
}

Camera frameBox(const Box& box, std::string_view view, double aspect) {
    const auto* const found =
        std::find_if(kViews.begin(), kViews.end(), [&](const View& v) { return view == v.name; });
    if (found == kViews.end()) {
        throw Error(ErrorKind::Usage, "unknown view '" + std::string(view) + "'",
                    "Use one of: front, back, left, right, three-quarter, back-three-quarter, top.");
    }
    Camera camera = lookFrom(*found);
    const Vec3d half = extent(box) * 0.5;
    // Each corner asks for a distance at which it is just inside the frame; the largest wins.
    double distance = 1e-6;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3d p{corner & 1 ? half.x : -half.x, corner & 2 ? half.y : -half.y,
                      corner & 4 ? half.z : -half.z};
        const double sideways = std::abs(dot(p, camera.right)) / aspect,
                     upwards = std::abs(dot(p, camera.up));
        distance =
            std::max(distance, std::max(sideways, upwards) * camera.focal * kMargin - dot(p, camera.forward));
    }
    camera.eye = center(box) - camera.forward * distance;
    return camera;
}

}  // namespace sinew
