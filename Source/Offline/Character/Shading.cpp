#include "Offline/Character/Shading.h"

#include "Offline/Geometry/Measure.h"

namespace sinew {

namespace {

// How a surface runs as u and v rise.
struct UvFlow {
    Vec3d alongU, alongV;
};

UvFlow flowOf(const Surface& s, const Triangle& file) {
    const auto position = [&](int i) {
        return s.positions[s.weldedOfFile[file[static_cast<std::size_t>(i)]]];
    };
    const auto uv = [&](int i, std::size_t c) {
        return static_cast<double>(s.uvs[file[static_cast<std::size_t>(i)]][c]);
    };
    const Vec3d e1 = position(1) - position(0), e2 = position(2) - position(0);
    const double u1 = uv(1, 0) - uv(0, 0), v1 = uv(1, 1) - uv(0, 1);
    const double u2 = uv(2, 0) - uv(0, 0), v2 = uv(2, 1) - uv(0, 1);
    const double det = u1 * v2 - u2 * v1;
    if (det == 0) return {};
    const double sign = det < 0 ? -1 : 1;
    return {(e1 * v2 - e2 * v1) * sign, (e2 * u1 - e1 * u2) * sign};
}

// Directions only: a triangle counts by its size in space, not in the texture.
std::vector<UvFlow> flows(const Surface& surface) {
    std::vector<UvFlow> sums(surface.weldedOfFile.size());
    for (const Triangle& t : surface.fileTriangles) {
        const UvFlow flow = flowOf(surface, t);
        const Vec3d corner = surface.positions[surface.weldedOfFile[t[0]]];
        const double area = length(cross(surface.positions[surface.weldedOfFile[t[1]]] - corner,
                                         surface.positions[surface.weldedOfFile[t[2]]] - corner));
        for (const std::uint32_t v : t) {
            sums[v].alongU += normalized(flow.alongU) * area;
            sums[v].alongV += normalized(flow.alongV) * area;
        }
    }
    return sums;
}

Tangent tangentOf(const UvFlow& flow, Vec3d normal) {
    const Vec3d along = flow.alongU - normal * dot(flow.alongU, normal);
    const Vec3d t = length(along) > 1e-12 ? normalized(along) : anyPerpendicular(normal);
    const float side = dot(cross(normal, t), flow.alongV) < 0 ? -1.0f : 1.0f;
    return {static_cast<float>(t.x), static_cast<float>(t.y), static_cast<float>(t.z), side};
}

bool says(const Tangent& t) {
    return t[0] != 0 || t[1] != 0 || t[2] != 0;
}

}  // namespace

std::vector<Vec3f> shadingNormals(const Surface& surface) {
    const std::vector<Vec3d> welded = vertexNormals({surface.positions, surface.triangles});
    std::vector<Vec3f> normals(surface.weldedOfFile.size());
    for (std::size_t i = 0; i < normals.size(); ++i) {
        const Vec3f own = surface.normals.empty() ? Vec3f{} : surface.normals[i];
        normals[i] = normalized(own, convert<float>(welded[surface.weldedOfFile[i]]));
    }
    return normals;
}

std::vector<Tangent> shadingTangents(const Surface& surface, const std::vector<Vec3f>& normals) {
    if (surface.uvs.empty()) return surface.tangents;
    const std::vector<UvFlow> flow = flows(surface);
    std::vector<Tangent> tangents = surface.tangents;
    tangents.resize(normals.size());
    for (std::size_t i = 0; i < tangents.size(); ++i) {
        if (!says(tangents[i])) tangents[i] = tangentOf(flow[i], convert<double>(normals[i]));
    }
    return tangents;
}

}  // namespace sinew
