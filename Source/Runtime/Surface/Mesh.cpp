#include "Runtime/Surface/Mesh.h"

#include <cmath>

#include "Asset/Rows.h"

namespace sinew {

namespace {

constexpr float kOnSkin = 1e-5f;  // metres: a vertex that is nearer to a place is there

// visit(place, neighbour) for both ends of every edge of every triangle.
template <class Visit>
void forEachNeighbour(const AssetView& view, Visit&& visit) {
    for (const AssetTriangle& t : view.triangles) {
        for (int i = 0; i < 3; ++i) {
            const std::uint32_t a = t.corner[i], b = t.corner[(i + 1) % 3];
            if (a == b) continue;
            visit(a, b);
            visit(b, a);
        }
    }
}

// How a vertex's surroundings lie in the bind pose.
struct Corner {
    Vec3d t1, t2, m;
    double squared;  // of m
};

Corner cornerOf(const AssetView& view, const SkinMesh::Around& around) {
    const auto at = [&](int i) { return convert<double>(restPlace(view, around.place[i])); };
    Corner c{at(0) - at(2), at(1) - at(3), {}, 0};
    c.m = cross(c.t1, c.t2);
    c.squared = dot(c.m, c.m);
    return c;
}

// The weights for which the normal of the bind pose comes out.
void fitNormal(const Corner& c, Vec3d normal, std::uint32_t lane, NormalBlock& block) {
    if (!(c.squared > 0)) return;
    block.across[lane] = static_cast<float>(dot(normal, c.t1) / c.squared);
    block.along[lane] = static_cast<float>(dot(normal, c.t2) / c.squared);
    block.out[lane] = static_cast<float>(dot(normal, c.m) / c.squared);
}

// Of what is in the plane of t₁ and t₂ and becomes the tangent when it is put upright on the normal.
void fitTangent(const Corner& c, Vec3d tangent, const Vec3d& normal, std::uint32_t lane,
                TangentBlock& block) {
    if (!(c.squared > 0)) return;
    if (const double upright = dot(normal, c.m); upright != 0)
        tangent -= normal * (dot(tangent, c.m) / upright);
    block.along[lane] = static_cast<float>(dot(cross(c.t2, c.m), tangent) / c.squared);
    block.across[lane] = static_cast<float>(dot(cross(c.m, c.t1), tangent) / c.squared);
}

void fitOffset(const Corner& c, const Vec3d& offset, LooseVertex& to) {
    if (!(c.squared > 0)) return;
    to.along = static_cast<float>(dot(cross(c.t2, c.m), offset) / c.squared);
    to.across = static_cast<float>(dot(cross(c.m, c.t1), offset) / c.squared);
    to.out = static_cast<float>(dot(c.m, offset) / std::sqrt(c.squared));
}

Vec3f vectorAt(const float* array, std::uint32_t i) {
    return {array[3 * std::size_t{i}], array[3 * std::size_t{i} + 1], array[3 * std::size_t{i} + 2]};
}

std::uint32_t nearestCorner(const OnSkin& on) {
    const float first = 1 - on.u - on.v;
    return first >= on.u && first >= on.v ? 0 : on.u >= on.v ? 1 : 2;
}

void placeVertex(const AssetView& view, const OnSkin& on, Vec3f point, std::uint32_t i, BoundMesh& mesh) {
    const std::uint32_t* const corner = view.triangles[on.triangle].corner;
    const std::uint32_t place = corner[nearestCorner(on)];
    mesh.place[i] = place;
    if (on.distance > mesh.farthest) mesh.farthest = on.distance;
    LooseVertex& loose = mesh.loose[i];
    if (length(restPlace(view, place) - point) <= kOnSkin) {
        loose = {{place, place, place}, 0, 0, 0, 0, 0};
        return;
    }
    mesh.exact = false;
    loose = {{corner[0], corner[1], corner[2]}, on.u, on.v, 0, 0, 0};
    const Vec3f at = restPlace(view, corner[0]) * (1 - on.u - on.v) + restPlace(view, corner[1]) * on.u +
                     restPlace(view, corner[2]) * on.v;
    fitOffset(cornerOf(view, mesh.skin->around[place]), convert<double>(point - at), loose);
}

// Without any triangle to hold on to, it stays at the first place.
void bindVertices(const MeshSource& source, const SkinSearch& search, BoundMesh& mesh) {
    for (std::uint32_t i = 0; i < mesh.vertices; ++i) {
        const Vec3f point = vectorAt(source.positions, i);
        const Vec3f normal = source.normals == nullptr ? Vec3f{} : vectorAt(source.normals, i);
        const OnSkin on = findOnSkin(search, point, normal);
        if (on.triangle != ~0u) placeVertex(*search.view, on, point, i, mesh);
    }
}

Vec3f decoded(std::int16_t x, std::int16_t y, std::int16_t z) {
    const float scale = rowScale(1);
    return {decodeRow(x, scale), decodeRow(y, scale), decodeRow(z, scale)};
}

Vec3f normalOf(const MeshSource& source, const BoundMesh& mesh, std::uint32_t i) {
    const AssetView& view = mesh.skin->body->view;
    if (source.positions == nullptr && !view.normals.empty())
        return decoded(view.normals[i].x, view.normals[i].y, view.normals[i].z);
    if (source.normals != nullptr) return vectorAt(source.normals, i);
    if (source.positions == nullptr || mesh.exact) return restNormal(view, mesh.place[i]);
    const LooseVertex& l = mesh.loose[i];
    return restNormal(view, l.corner[0]) * (1 - l.u - l.v) + restNormal(view, l.corner[1]) * l.u +
           restNormal(view, l.corner[2]) * l.v;
}

struct Tangent {
    Vec3f along;
    float side;
};

Tangent tangentOf(const MeshSource& source, const BoundMesh& mesh, std::uint32_t i) {
    if (source.positions != nullptr) {
        const float* const t = source.tangents + 4 * std::size_t{i};
        return {{t[0], t[1], t[2]}, t[3]};
    }
    const AssetTangent& t = mesh.skin->body->view.tangents[i];
    return {decoded(t.x, t.y, t.z), t.side < 0 ? -1.0f : 1.0f};
}

void shadeVertex(const MeshSource& source, std::uint32_t i, BoundMesh& mesh) {
    const AssetView& view = mesh.skin->body->view;
    const SkinMesh::Around& around = mesh.skin->around[mesh.place[i]];
    const std::uint32_t lane = i % kAssetLanes;
    NormalBlock& block = mesh.normalBlocks[i / kAssetLanes];
    for (int k = 0; k < 4; ++k) block.near[lane][k] = 4 * around.place[k];
    const Corner corner = cornerOf(view, around);
    const Vec3d normal = convert<double>(normalOf(source, mesh, i));
    fitNormal(corner, normal, lane, block);
    if (!mesh.tangents) return;
    const Tangent tangent = tangentOf(source, mesh, i);
    TangentBlock& along = mesh.tangentBlocks[i / kAssetLanes];
    fitTangent(corner, convert<double>(tangent.along), normal, lane, along);
    along.side[lane] = tangent.side;
}

}  // namespace

bool allocateSkinMesh(const Body& body, Arena& arena, SkinMesh& skin) noexcept {
    skin.body = &body;
    const std::size_t places = body.view.blocks.size() * kAssetLanes;
    skin.around = arena.take<SkinMesh::Around>(places);
    skin.score = arena.take<float>(2 * places);
    return arena.ok();
}

// Of four neighbours that lie about a place: any first, the most opposed to it third, and on either side of
// the line between those the farthest.
void fillSkinMesh(SkinMesh& skin) noexcept {
    const AssetView& view = skin.body->view;
    const auto places = static_cast<std::uint32_t>(skin.around.size());
    const std::span<float> best = skin.score.first(places), worst = skin.score.subspan(places);
    for (std::uint32_t p = 0; p < places; ++p) {
        skin.around[p] = {{p, p, p, p}};
        best[p] = 0;
    }
    forEachNeighbour(view, [&](std::uint32_t p, std::uint32_t n) {
        std::uint32_t& first = skin.around[p].place[0];
        if (first == p || n < first) first = n;
    });
    forEachNeighbour(view, [&](std::uint32_t p, std::uint32_t n) {
        const Vec3f x = restPlace(view, p);
        const Vec3f first = restPlace(view, skin.around[p].place[0]) - x, other = restPlace(view, n) - x;
        const float opposed = -dot(normalized(first), normalized(other));
        if (opposed > best[p]) best[p] = opposed, skin.around[p].place[2] = n;
    });
    for (std::uint32_t p = 0; p < places; ++p) best[p] = worst[p] = 0;
    forEachNeighbour(view, [&](std::uint32_t p, std::uint32_t n) {
        std::uint32_t(&near)[4] = skin.around[p].place;
        const Vec3f line = restPlace(view, near[0]) - restPlace(view, near[2]);
        const float side = dot(cross(line, restPlace(view, n) - restPlace(view, p)), restNormal(view, p));
        if (side > best[p]) best[p] = side, near[1] = n;
        if (side < worst[p]) worst[p] = side, near[3] = n;
    });
}

MeshSource ownMesh(const AssetView& view) noexcept {
    return {static_cast<std::uint32_t>(view.fileMap.size()), nullptr, nullptr, nullptr};
}

bool allocateMesh(const SkinMesh& skin, const MeshSource& source, Arena& arena, BoundMesh& mesh) noexcept {
    const bool own = source.positions == nullptr;
    mesh.skin = &skin;
    mesh.vertices = source.vertices;
    mesh.tangents = own ? !skin.body->view.tangents.empty() : source.tangents != nullptr;
    const std::uint32_t blocks = blocksOf(source.vertices);
    mesh.place = arena.take<std::uint32_t>(source.vertices);
    mesh.normalBlocks = arena.take<NormalBlock>(blocks);
    mesh.tangentBlocks = arena.take<TangentBlock>(mesh.tangents ? blocks : 0);
    mesh.loose = arena.take<LooseVertex>(own ? 0 : source.vertices);
    return arena.ok();
}

void fillMesh(const MeshSource& source, const SkinSearch* search, BoundMesh& mesh) noexcept {
    mesh.exact = true;
    mesh.farthest = 0;
    if (source.positions == nullptr) {
        for (std::uint32_t i = 0; i < mesh.vertices; ++i) mesh.place[i] = mesh.skin->body->view.fileMap[i];
    } else {
        bindVertices(source, *search, mesh);
    }
    for (std::uint32_t i = 0; i < mesh.vertices; ++i) shadeVertex(source, i, mesh);
}

}  // namespace sinew
