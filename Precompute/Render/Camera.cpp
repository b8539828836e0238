#include "Render/Camera.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "Offline/Error.h"
#include "Offline/Geometry/Box.h"
#include "Offline/Nearest.h"

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
constexpr double kMargin = 1.1;

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

Camera framePoints(std::span<const Vec3d> points, std::string_view view, double aspect) {
    const auto* const found =
        std::find_if(kViews.begin(), kViews.end(), [&](const View& v) { return view == v.name; });
    if (found == kViews.end()) {
        throw Error(ErrorKind::Usage, "there is no view " + std::string(view) + didYouMean(view, viewNames()),
                    "Use one of: front, back, left, right, three-quarter, back-three-quarter, top.");
    }
    Camera camera = lookFrom(*found);
    const auto inCamera = [&](Vec3d p) {
        return Vec3d{dot(p, camera.right), dot(p, camera.up), dot(p, camera.forward)};
    };
    Box box;
    for (const Vec3d& p : points) {
        if (isFinite(p)) box = merged(box, inCamera(p));
    }
    if (box.low.x > box.high.x) box = merged(Box{}, Vec3d{});
    const Vec3d centre = center(box);
    // Each point asks for a distance at which it is just inside the frame; the largest wins.
    double distance = 1e-6;
    for (const Vec3d& p : points) {
        if (!isFinite(p)) continue;
        const Vec3d d = inCamera(p) - centre;
        const double aside = std::max(std::abs(d.x) / aspect, std::abs(d.y));
        distance = std::max(distance, aside * camera.focal * kMargin - d.z);
    }
    camera.eye = camera.right * centre.x + camera.up * centre.y + camera.forward * (centre.z - distance);
    return camera;
}

}  // namespace sinew
