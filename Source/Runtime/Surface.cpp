#include "Runtime/Surface.h"

#include <cmath>

#include "Asset/Rows.h"

namespace sinew {

namespace {

constexpr float kUnseen = 1e-5f;               // metres: modes that move nothing farther are left out
constexpr std::uint32_t kBlocksPerRange = 32;  // enough work to outweigh handing it to a worker
constexpr std::uint32_t kPlacesPerRange = 2048;

Vec3f restPlace(const AssetView& view, std::uint32_t place) {
    const AssetBlock& block = view.blocks[place / kAssetLanes];
    const std::uint32_t lane = place % kAssetLanes;
    return {block.position[0][lane], block.position[1][lane], block.position[2][lane]};
}

Vec3f restNormal(const AssetView& view, std::uint32_t place) {
    const AssetBlock& block = view.blocks[place / kAssetLanes];
    const std::uint32_t lane = place % kAssetLanes;
    return {block.normal[0][lane], block.normal[1][lane], block.normal[2][lane]};
}

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

// Of four neighbours that lie about a place: any first, the most opposed to it third, and on either side of
// the line between those the farthest.
void chooseNeighbours(const SurfaceBody& surface) {
    const AssetView& view = surface.body->view;
    const std::span<NormalStencil> stencils = surface.stencils;
    const auto places = static_cast<std::uint32_t>(stencils.size());
    const std::span<float> best = surface.score.first(places), worst = surface.score.subspan(places);
    for (std::uint32_t p = 0; p < places; ++p) {
        stencils[p] = {{p, p, p, p}, 0, 0, 0};
        best[p] = 0;
    }
    forEachNeighbour(view, [&](std::uint32_t p, std::uint32_t n) {
        if (stencils[p].near[0] == p || n < stencils[p].near[0]) stencils[p].near[0] = n;
    });
    forEachNeighbour(view, [&](std::uint32_t p, std::uint32_t n) {
        const Vec3f x = restPlace(view, p);
        const Vec3f first = restPlace(view, stencils[p].near[0]) - x, other = restPlace(view, n) - x;
        const float opposed = -dot(normalized(first), normalized(other));
        if (opposed > best[p]) best[p] = opposed, stencils[p].near[2] = n;
    });
    for (std::uint32_t p = 0; p < places; ++p) best[p] = worst[p] = 0;
    forEachNeighbour(view, [&](std::uint32_t p, std::uint32_t n) {
        const NormalStencil& s = stencils[p];
        const Vec3f line = restPlace(view, s.near[0]) - restPlace(view, s.near[2]);
        const float side = dot(cross(line, restPlace(view, n) - restPlace(view, p)), restNormal(view, p));
        if (side > best[p]) best[p] = side, stencils[p].near[1] = n;
        if (side < worst[p]) worst[p] = side, stencils[p].near[3] = n;
    });
}

// The stencil's numbers for which it gives the normal of the bind pose.
void fitStencil(const AssetView& view, std::uint32_t place, NormalStencil& s) {
    const Vec3d t1 =
        convert<double>(restPlace(view, s.near[0])) - convert<double>(restPlace(view, s.near[2]));
    const Vec3d t2 =
        convert<double>(restPlace(view, s.near[1])) - convert<double>(restPlace(view, s.near[3]));
    const Vec3d m = cross(t1, t2), normal = convert<double>(restNormal(view, place));
    const double squared = dot(m, m);
    if (!(squared > 0)) return;
    s.across = static_cast<float>(dot(normal, t1) / squared);
    s.along = static_cast<float>(dot(normal, t2) / squared);
    s.out = static_cast<float>(dot(normal, m) / squared);
}

// Where a domain is, and its modes that can be seen.
void poseDomain(const Instance& instance, const AssetView& view, std::uint32_t index, ShownSurface& surface) {
    const AssetDomain& from = view.domains[index];
    const Frame& frame = instance.frames[index];
    SurfaceDomain& to = surface.domains[index];
    const auto scale = static_cast<double>(instance.pose.scale);
    const Mat3d rotation = toMatrix(frame.rotation) * scale;
    const Vec3d translation = frame.translation * scale - rotation * convert<double>(from.centre);
    for (int i = 0; i < 9; ++i) to.rotation[i] = static_cast<float>(rotation(i % 3, i / 3));
    for (int i = 0; i < 3; ++i) to.translation[i] = static_cast<float>(translation[i]);
    to.rank = from.rank;
    to.mode = surface.modes.data() + from.firstLane;
    to.scaledQ = surface.scaledQ.data() + from.firstLane;
    to.modes = 0;
    // Without skin weights to fade to, the shape itself fades.
    const float share = view.influences.empty() && instance.weight < 1 ? instance.weight : 1;
    for (std::uint32_t k = 0; k < from.rank; ++k) {
        const float q = share * instance.shown[from.firstLane + k] * view.scales[from.firstLane + k];
        if (!(std::abs(q) * kRowSteps > kUnseen)) continue;
        surface.modes[from.firstLane + to.modes] = static_cast<std::uint16_t>(k);
        surface.scaledQ[from.firstLane + to.modes++] = q;
    }
}

void moveRun(const ShownSurface& surface, const AssetView& view, std::uint32_t run, std::uint32_t begin,
             std::uint32_t end) {
    surface.shared->body->kernels->surfacePositions({&view.runs[run], view.blocks.data(), view.weights.data(),
                                                     view.rows.data(), surface.domains.data(), begin, end,
                                                     surface.now.data()});
}

// Ranges of blocks may begin and end within runs.
void movePlaces(const ShownSurface& surface, const AssetView& view, const Jobs& jobs) {
    parallelForRanges(jobs, static_cast<std::uint32_t>(view.blocks.size()), kBlocksPerRange,
                      [&](std::uint32_t begin, std::uint32_t end) {
                          std::uint32_t run = 0, last = static_cast<std::uint32_t>(view.runs.size());
                          while (last - run > 1) {
                              const std::uint32_t middle = run + (last - run) / 2;
                              (view.runs[middle].firstBlock <= begin ? run : last) = middle;
                          }
                          for (; run < view.runs.size() && view.runs[run].firstBlock < end; ++run) {
                              const std::uint32_t first = view.runs[run].firstBlock;
                              const std::uint32_t from = begin > first ? begin - first : 0;
                              const std::uint32_t left = end - first;
                              moveRun(surface, view, run, from,
                                      left < view.runs[run].blocks ? left : view.runs[run].blocks);
                          }
                      });
}

// Towards what linear blend skinning shows, which is what an engine shows without us.
void fade(const ShownSurface& surface, const Instance& instance, const AssetView& view, const Jobs& jobs) {
    for (std::size_t j = 0; j < surface.skin.size(); ++j) {
        surface.skin[j] = instance.joints[j] * view.joints[j].inverseBind;
    }
    parallelForRanges(jobs, static_cast<std::uint32_t>(surface.now.size()), kPlacesPerRange,
                      [&](std::uint32_t begin, std::uint32_t end) {
                          for (std::uint32_t p = begin; p < end; ++p) {
                              const Place4 from = skinnedPlace(view, surface.skin, p);
                              Place4& to = surface.now[p];
                              const float w = instance.weight;
                              to = {from.x + w * (to.x - from.x), from.y + w * (to.y - from.y),
                                    from.z + w * (to.z - from.z), 0};
                          }
                      });
}

void moveNormals(const ShownSurface& surface, const Jobs& jobs) {
    const SurfaceBody& shared = *surface.shared;
    parallelForRanges(jobs, static_cast<std::uint32_t>(surface.normals.size()), kPlacesPerRange,
                      [&](std::uint32_t begin, std::uint32_t end) {
                          shared.body->kernels->surfaceNormals({shared.stencils.data(), surface.now.data(),
                                                                begin, end, surface.normals.data()});
                      });
}

float* entry(float* array, std::uint32_t stride, std::uint32_t vertex) {
    return reinterpret_cast<float*>(reinterpret_cast<std::byte*>(array) + std::size_t{stride} * vertex);
}

void put(float* array, std::uint32_t stride, std::uint32_t vertex, const Place4& value) {
    if (array == nullptr) return;
    float* const to = entry(array, stride, vertex);
    to[0] = value.x, to[1] = value.y, to[2] = value.z;
}

Place4 blend(const AssetLodVertex& v, const Place4& a, const Place4& b, const Place4& c) {
    const float u = 1 - v.u - v.v;
    return {u * a.x + v.u * b.x + v.v * c.x, u * a.y + v.u * b.y + v.v * c.y, u * a.z + v.u * b.z + v.v * c.z,
            0};
}

Place4 unit(const Place4& n) {
    const float size = std::sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    const float by = size > 0 ? 1 / size : 0;
    return {n.x * by, n.y * by, n.z * by, 0};
}

struct Vertex {
    Place4 position, normal, before;
};

Vertex vertexOf(const ShownSurface& surface, const AssetView& view, std::uint32_t vertex, bool normals) {
    if (surface.lod == kWholeMesh) {
        const std::uint32_t place = view.fileMap[vertex];
        return {surface.now[place], normals ? surface.normals[place] : Place4{}, surface.before[place]};
    }
    const AssetLodVertex& v = view.lodVertices[view.lods[surface.lod].firstVertex + vertex];
    const std::uint32_t* const c = view.triangles[v.triangle].corner;
    Vertex out{blend(v, surface.now[c[0]], surface.now[c[1]], surface.now[c[2]]),
               {},
               blend(v, surface.before[c[0]], surface.before[c[1]], surface.before[c[2]])};
    if (!normals) return out;
    out.normal = unit(blend(v, surface.normals[c[0]], surface.normals[c[1]], surface.normals[c[2]]));
    for (Place4* const at : {&out.position, &out.before}) {
        at->x += v.offset * out.normal.x, at->y += v.offset * out.normal.y, at->z += v.offset * out.normal.z;
    }
    return out;
}

void write(const ShownSurface& surface, const SurfaceOutput& output, bool normals, const Jobs& jobs) {
    const AssetView& view = surface.shared->body->view;
    parallelForRanges(jobs, verticesOf(surface), kPlacesPerRange,
                      [&](std::uint32_t begin, std::uint32_t end) {
                          for (std::uint32_t i = begin; i < end; ++i) {
                              const Vertex v = vertexOf(surface, view, i, normals);
                              put(output.positions, output.stride, i, v.position);
                              put(output.normals, output.normalStride, i, v.normal);
                              put(output.before, output.beforeStride, i, v.before);
                          }
                      });
}

}  // namespace

Place4 skinnedPlace(const AssetView& view, std::span<const Affinef> skin, std::uint32_t place) noexcept {
    const AssetInfluences& block = view.influences[place / kAssetLanes];
    const std::uint32_t lane = place % kAssetLanes;
    const Vec3f rest = restPlace(view, place);
    Vec3f sum;
    for (std::uint32_t k = 0; k < kMaxInfluences; ++k) {
        const float weight = static_cast<float>(block.weight[k][lane]) / static_cast<float>(kWholeWeight);
        if (weight > 0) sum += transformPoint(skin[block.joint[k][lane]], rest) * weight;
    }
    return {sum.x, sum.y, sum.z, 0};
}

bool laySurfaceBody(const Body& body, Arena& arena, SurfaceBody& surface) noexcept {
    surface.body = &body;
    const std::size_t places = body.view.blocks.size() * kAssetLanes;
    surface.stencils = arena.take<NormalStencil>(places);
    surface.score = arena.take<float>(2 * places);
    return arena.ok();
}

void fillSurfaceBody(SurfaceBody& surface) noexcept {
    chooseNeighbours(surface);
    for (std::uint32_t p = 0; p < surface.stencils.size(); ++p)
        fitStencil(surface.body->view, p, surface.stencils[p]);
}

bool laySurface(const SurfaceBody& shared, std::uint32_t lod, Arena& arena, ShownSurface& surface) noexcept {
    surface.shared = &shared;
    surface.lod = lod;
    const AssetView& view = shared.body->view;
    const std::size_t places = view.blocks.size() * kAssetLanes;
    for (auto* const array : {&surface.now, &surface.before, &surface.normals})
        *array = arena.take<Place4>(places);
    surface.domains = arena.take<SurfaceDomain>(view.domains.size());
    surface.skin = arena.take<Affinef>(view.joints.size());
    surface.modes = arena.take<std::uint16_t>(view.lanes);
    surface.scaledQ = arena.take<float>(view.lanes);
    return arena.ok();
}

void resetSurface(ShownSurface& surface) noexcept {
    surface.written = false;
}

std::uint32_t verticesOf(const ShownSurface& surface) noexcept {
    const AssetView& view = surface.shared->body->view;
    return surface.lod == kWholeMesh ? static_cast<std::uint32_t>(view.fileMap.size())
                                     : view.lods[surface.lod].vertices;
}

void writeSurface(ShownSurface& surface, const Instance& instance, const SurfaceOutput& output,
                  const Jobs& jobs) noexcept {
    const AssetView& view = surface.shared->body->view;
    const std::span<Place4> last = surface.now;
    surface.now = surface.before;
    surface.before = last;
    for (std::uint32_t d = 0; d < view.domains.size(); ++d) poseDomain(instance, view, d, surface);
    movePlaces(surface, view, jobs);
    if (instance.weight < 1 && !view.influences.empty()) fade(surface, instance, view, jobs);
    if (!surface.written || surface.breaks != instance.breaks) {
        for (std::size_t i = 0; i < surface.now.size(); ++i) surface.before[i] = surface.now[i];
    }
    const bool normals = output.normals != nullptr || surface.lod != kWholeMesh;
    if (normals) moveNormals(surface, jobs);
    write(surface, output, normals, jobs);
    surface.written = true;
    surface.breaks = instance.breaks;
}

}  // namespace sinew
