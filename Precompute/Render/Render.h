// A small software renderer for reports and tests: z-buffer, smooth shading, soft shadow, no dependencies,
// the same pixels on every run.
#pragma once

#include <span>
#include <vector>

#include "Base/Jobs.h"
#include "Offline/Character/Character.h"
#include "Offline/Geometry/Box.h"
#include "Render/Camera.h"
#include "Render/Image.h"

namespace sinew {

using Colour = Vec3f;  // linear RGB, 0 to 1

struct RenderMesh {
    std::vector<Vec3d> positions;
    std::vector<Triangle> triangles;
    std::vector<Vec3d> normals;           // per vertex; empty: computed from the triangles
    std::vector<Colour> vertexColours;    // empty: `colour`
    std::vector<Colour> triangleColours;  // wins over vertexColours; empty: not used
    Colour colour{0.74f, 0.60f, 0.50f};
};

struct RenderSettings {
    int width = 640, height = 640;
    int samples = 3;     // per pixel and direction
    bool ground = true;  // a floor under the lowest point, with the shadow on it
};

// Of all finite positions; a point at the origin where there are none.
Box boxOf(std::span<const RenderMesh> meshes);

Image render(std::span<const RenderMesh> meshes, const Camera& camera, double groundHeight,
             const RenderSettings& settings, const Jobs& jobs = {});

// A readable colour for the i-th of many things.
Colour paletteColour(std::uint32_t i);

}  // namespace sinew
