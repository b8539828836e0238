#include "Render/Render.h"

#include <algorithm>
#include <cmath>

#include "Offline/Geometry/Measure.h"
#include "Render/Raster.h"

namespace sinew {

namespace {

constexpr int kShadowSize = 1024;
constexpr double kShadowMargin = 0.25;  // half picture heights
constexpr Vec3f kSkyTop{0.86f, 0.89f, 0.93f}, kSkyBottom{0.96f, 0.96f, 0.95f};

// One light for shading and shadow: parallel rays from a direction fixed to the camera.
struct Light {
    Vec3d direction;  // towards the light
    Vec3d right, up;
    Vec3d centre;
    double halfSize;
    VisibilityBuffer shadow{kShadowSize, kShadowSize};

    Projected project(Vec3d p) const {
        const Vec3d d = p - centre;
        const double scale = kShadowSize / (2 * halfSize);
        return {kShadowSize / 2.0 + dot(d, right) * scale, kShadowSize / 2.0 - dot(d, up) * scale,
                4 * halfSize - dot(d, direction)};
    }

    // The lit share of a small neighbourhood: percentage-closer filtering.
    float visibility(Vec3d p) const {
        const Projected at = project(p);
        const auto limit = static_cast<float>(at.depth - halfSize * 0.006);
        const int x = static_cast<int>(std::floor(at.x)), y = static_cast<int>(std::floor(at.y));
        constexpr int kRadius = 3;
        int lit = 0;
        for (int j = -kRadius; j <= kRadius; ++j) {
            for (int i = -kRadius; i <= kRadius; ++i) {
                const int u = x + 2 * i, v = y + 2 * j;
                const bool inside = u >= 0 && v >= 0 && u < kShadowSize && v < kShadowSize;
                if (!inside || shadow.depth[static_cast<std::size_t>(v) * kShadowSize + u] >= limit) ++lit;
            }
        }
        return static_cast<float>(lit) / ((2 * kRadius + 1) * (2 * kRadius + 1));
    }
};

Light makeLight(std::span<const RenderMesh> meshes, const Camera& camera, const Box& box, const Jobs& jobs) {
    Light light;
    const Vec3d flatForward = normalized(Vec3d{camera.forward.x, 0, camera.forward.z}, {0, 0, -1});
    const Vec3d flatRight = cross(flatForward, Vec3d{0, 1, 0});
    light.direction = normalized(Vec3d{0, 1.25, 0} - flatRight * 0.75 - flatForward * 0.9);
    light.right = normalized(cross(Vec3d{0, 1, 0}, light.direction));
    light.up = cross(light.direction, light.right);
    light.centre = center(box);
    light.halfSize = std::max(1e-9, length(extent(box)) * 0.5);
    for (const RenderMesh& mesh : meshes) {
        std::vector<Projected> points;
        for (const Vec3d& p : mesh.positions) points.push_back(light.project(p));
        rasterise(light.shadow, points, mesh.triangles, 0, false, jobs);
    }
    return light;
}

struct SurfacePoint {
    Vec3d position;
    Vec3f normal;
    Colour colour;
};

// Key light with shadow, light from the sky, a little bounce from the floor and a rim that lifts the outline.
Colour shade(const SurfacePoint& point, const Light& light, const Camera& camera) {
    const Vec3f view = convert<float>(normalized(camera.eye - point.position));
    Vec3f normal = point.normal;
    if (dot(normal, view) < 0) normal = -normal;
    const Vec3f toLight = convert<float>(light.direction);
    const float facing = std::max(0.0f, dot(normal, toLight));
    const float lit = facing > 0 ? light.visibility(point.position) : 0.0f;
    const float sky = 0.5f + 0.5f * normal.y;
    const Vec3f half = normalized(toLight + view);
    const float gloss = lit * 0.10f * std::pow(std::max(0.0f, dot(normal, half)), 24.0f);
    const float edgeOn = 1 - std::max(0.0f, dot(normal, view));
    const float rim = 0.10f * edgeOn * edgeOn * edgeOn * sky;
    const Vec3f keyLight = Vec3f{1.0f, 0.96f, 0.90f} * (0.92f * facing * lit);
    const Vec3f skyLight = Vec3f{0.34f, 0.38f, 0.44f} * sky + Vec3f{0.16f, 0.14f, 0.12f} * (1 - sky);
    return scaled(point.colour, keyLight + skyLight) + Vec3f{1, 1, 1} * (gloss + rim);
}

class Shader {
  public:
    Shader(std::span<const RenderMesh> meshes, const Camera& camera, double groundHeight,
           const RenderSettings& settings, const Jobs& jobs)
        : meshes_(meshes),
          camera_(camera),
          groundHeight_(groundHeight),
          settings_(settings),
          box_(boxOf(meshes)),
          light_(makeLight(meshes, camera, box_, jobs)),
          buffer_(settings.width * settings.samples, settings.height * settings.samples) {
        for (const RenderMesh& mesh : meshes) {
            firstTriangle_.push_back(triangles_);
            normals_.push_back(mesh.normals.empty() ? vertexNormals({mesh.positions, mesh.triangles})
                                                    : mesh.normals);
            std::vector<Projected> points;
            for (const Vec3d& p : mesh.positions) {
                points.push_back(project(camera, p, buffer_.width, buffer_.height));
            }
            rasterise(buffer_, points, mesh.triangles, triangles_, true, jobs);
            triangles_ += static_cast<std::uint32_t>(mesh.triangles.size());
        }
    }

    Pixel pixel(int x, int y) const {
        Vec3f sum{};
        const int n = settings_.samples;
        for (int j = 0; j < n; ++j) {
            for (int i = 0; i < n; ++i) sum += min(sample(x * n + i, y * n + j), Vec3f{1, 1, 1});
        }
        return encode(sum / static_cast<float>(n * n));
    }

  private:
    Colour sample(int x, int y) const {
        const std::size_t at = static_cast<std::size_t>(y) * buffer_.width + x;
        if (buffer_.triangle[at] != kNoTriangle) return shade(surfacePoint(at), light_, camera_);
        const double u = (x + 0.5 - buffer_.width / 2.0) / (buffer_.height / 2.0);
        const double v = (buffer_.height / 2.0 - y - 0.5) / (buffer_.height / 2.0);
        const double aspect = static_cast<double>(buffer_.width) / buffer_.height;
        const double inside = std::min(aspect - std::abs(u), 1 - std::abs(v)) / kShadowMargin;
        return background(camera_.forward * camera_.focal + camera_.right * u + camera_.up * v, v,
                          std::clamp(inside, 0.0, 1.0));
    }

    SurfacePoint surfacePoint(std::size_t at) const {
        const std::uint32_t index = buffer_.triangle[at];
        const auto after = std::upper_bound(firstTriangle_.begin(), firstTriangle_.end(), index);
        const auto m = static_cast<std::size_t>(after - firstTriangle_.begin()) - 1;
        const RenderMesh& mesh = meshes_[m];
        const std::uint32_t t = index - firstTriangle_[m];
        const Triangle& corner = mesh.triangles[t];
        const double wb = static_cast<double>(buffer_.weights[at][0]),
                     wc = static_cast<double>(buffer_.weights[at][1]);
        const auto mix = [&](const auto& values) {
            using Scalar = std::remove_cvref_t<decltype(values[0].x)>;
            return values[corner[0]] * static_cast<Scalar>(1 - wb - wc) +
                   values[corner[1]] * static_cast<Scalar>(wb) + values[corner[2]] * static_cast<Scalar>(wc);
        };
        SurfacePoint point;
        point.position = mix(mesh.positions);
        point.normal = convert<float>(normalized(mix(normals_[m]), Vec3d{0, 1, 0}));
        point.colour = !mesh.triangleColours.empty() ? mesh.triangleColours[t]
                       : !mesh.vertexColours.empty() ? mix(mesh.vertexColours)
                                                     : mesh.colour;
        return point;
    }

    // The shadow fades with the distance from the character and, `inside` going to 0, towards the picture's
    // edge, which would cut it off.
    Colour background(Vec3d ray, double v, double inside) const {
        const Colour sky = lerp(kSkyBottom, kSkyTop, static_cast<float>(std::clamp(0.5 + 0.5 * v, 0.0, 1.0)));
        if (!settings_.ground || ray.y > -1e-9) return sky;
        const double t = (groundHeight_ - camera_.eye.y) / ray.y;
        if (t <= 0) return sky;
        const Vec3d p = camera_.eye + ray * t;
        const Vec3d centre = center(box_);
        const double away = length(Vec3d{p.x - centre.x, 0, p.z - centre.z}) / light_.halfSize;
        const auto fade =
            static_cast<float>(std::clamp(2.0 - away, 0.0, 1.0) * inside * inside * (3 - 2 * inside));
        const float shadow = (1 - light_.visibility(p)) * fade * 0.55f;
        return sky * (1 - shadow) + Vec3f{0.10f, 0.11f, 0.14f} * shadow;
    }

    static Pixel encode(Colour c) {
        const auto channel = [](float v) {
            const float s = v <= 0.0031308f ? 12.92f * v : 1.055f * std::pow(v, 1 / 2.4f) - 0.055f;
            return static_cast<std::uint8_t>(std::lround(std::clamp(s, 0.0f, 1.0f) * 255));
        };
        return {channel(c.x), channel(c.y), channel(c.z)};
    }

    std::span<const RenderMesh> meshes_;
    const Camera& camera_;
    double groundHeight_;
    const RenderSettings& settings_;
    Box box_;
    Light light_;
    VisibilityBuffer buffer_;
    std::vector<std::vector<Vec3d>> normals_;
    std::vector<std::uint32_t> firstTriangle_;
    std::uint32_t triangles_ = 0;
};

}  // namespace

Box boxOf(std::span<const RenderMesh> meshes) {
    Box box;
    for (const RenderMesh& mesh : meshes) {
        for (const Vec3d& p : mesh.positions) {
            if (isFinite(p)) box = merged(box, p);
        }
    }
    return box.low.x <= box.high.x ? box : merged(Box{}, Vec3d{});
}

Image render(std::span<const RenderMesh> meshes, const Camera& camera, double groundHeight,
             const RenderSettings& settings, const Jobs& jobs) {
    const Shader shader(meshes, camera, groundHeight, settings, jobs);
    Image image(settings.width, settings.height);
    parallelFor(jobs, static_cast<std::uint32_t>(settings.height), [&](std::uint32_t row) {
        for (int x = 0; x < settings.width; ++x)
            image.at(x, static_cast<int>(row)) = shader.pixel(x, static_cast<int>(row));
    });
    return image;
}

Colour paletteColour(std::uint32_t i) {
    // Hues a golden angle apart never come close to one another for small i.
    const float hue = static_cast<float>(i) * 2.39996323f;
    const auto wave = [&](float shift) { return 0.5f + 0.32f * std::cos(hue + shift); };
    return {wave(0.0f), wave(-2.0943951f), wave(2.0943951f)};
}

}  // namespace sinew
