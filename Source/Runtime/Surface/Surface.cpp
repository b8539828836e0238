#include "Runtime/Surface/Surface.h"

#include <cmath>
#include <cstring>

#include "Asset/Rows.h"

namespace sinew {

namespace {

constexpr float kUnseen = 1e-5f;               // metres: last modes that move nothing farther are left out
constexpr float kDiagonal = 1.7321f;           // a mode's largest number bounds each of x, y and z
constexpr std::uint32_t kBlocksPerRange = 32;  // enough work to outweigh handing it to a worker
constexpr std::uint32_t kPlacesPerRange = 2048;
static_assert(kPlacesPerRange % kAssetLanes == 0);

// The quantum in which coordinates of these sizes are stored: as small as keeps them within 16 bits and sums
// of products within 32 bits.
float quantumOf(std::span<const float> sizes) {
    float sum = 0, largest = 0;
    for (const float size : sizes) {
        sum += size;
        if (size > largest) largest = size;
    }
    const float bySum = sum / kMaxQuanta, byLargest = largest / kMaxQuantaOfOne;
    return bySum > byLargest ? bySum : byLargest;
}

void packCoordinates(std::span<const float> scaled, std::int32_t* q, SurfaceDomain& to) {
    float sizes[kMaxRank];
    for (std::size_t k = 0; k < scaled.size(); ++k) sizes[k] = std::abs(scaled[k]);
    to.unit = quantumOf({sizes, scaled.size()});
    to.pairs = 0;
    to.q = q;
    if (!(to.unit > 0)) return;
    for (std::uint32_t k = 0; k < scaled.size(); ++k) {
        const auto quantum = static_cast<std::int16_t>(std::lrint(scaled[k] / to.unit));
        const auto half = static_cast<std::uint32_t>(static_cast<std::uint16_t>(quantum));
        const std::uint32_t first = k % 2 == 0 ? 0 : static_cast<std::uint32_t>(q[k / 2]);
        q[k / 2] = static_cast<std::int32_t>(first | half << 16 * (k % 2));
        if (sizes[k] * kRowSteps > kUnseen) to.pairs = k / 2 + 1;
    }
}

void poseDomain(const Instance& instance, const AssetView& view, std::uint32_t index, ShownSurface& surface) {
    const AssetDomain& from = view.domains[index];
    const Frame& frame = instance.frames[index];
    SurfaceDomain& to = surface.domains[index];
    const auto scale = static_cast<double>(instance.pose.scale);
    const Mat3d rotation = toMatrix(frame.rotation) * scale;
    const Vec3d translation = frame.translation * scale - rotation * convert<double>(from.centre);
    for (int i = 0; i < 9; ++i) to.rotation[i] = static_cast<float>(rotation(i % 3, i / 3));
    for (int i = 0; i < 3; ++i) to.translation[i] = static_cast<float>(translation[i]);
    to.rows = rowsOf(from.rank);
    // Without skin weights to fade to, the shape itself fades.
    const float share = view.influences.empty() && instance.weight < 1 ? instance.weight : 1;
    float scaled[kMaxRank];
    for (std::uint32_t k = 0; k < from.rank; ++k)
        scaled[k] = share * instance.shown[from.firstLane + k] * view.scales[from.firstLane + k];
    packCoordinates({scaled, from.rank}, surface.q.data() + from.firstLane, to);
}

void moveRun(const ShownSurface& surface, const AssetView& view, std::uint32_t run, std::uint32_t begin,
             std::uint32_t end) {
    surface.mesh->skin->body->kernels->surfacePositions(
        {&view.runs[run], view.blocks.data(), view.weights.data(), view.rows.data(), surface.domains.data(),
         begin, end, surface.now.data()});
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

// Blends towards linear blend skinning, which is what an engine shows without Sinew.
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

float* entry(const VertexStream& stream, std::uint32_t vertex) {
    return reinterpret_cast<float*>(reinterpret_cast<std::byte*>(stream.first) +
                                    std::size_t{stream.stride} * vertex);
}

void copyPlaces(const BoundMesh& mesh, std::span<const Place4> places, std::uint32_t begin, std::uint32_t end,
                const VertexStream& to) {
    constexpr std::size_t kBytes = 3 * sizeof(float);
    std::uint32_t i = begin;
    // In a packed array a copy of four floats spills into the next entry, which is written after it.
    for (; to.stride == kBytes && i + 1 < end; ++i)
        std::memcpy(to.first + std::size_t{3} * i, &places[mesh.place[i]], sizeof(Place4));
    for (; i < end; ++i) std::memcpy(entry(to, i), &places[mesh.place[i]], kBytes);
}

Vec3f at(std::span<const Place4> places, std::uint32_t place) {
    return {places[place].x, places[place].y, places[place].z};
}

void blendPlaces(const BoundMesh& mesh, std::span<const Place4> places, std::uint32_t begin,
                 std::uint32_t end, const VertexStream& to) {
    for (std::uint32_t i = begin; i < end; ++i) {
        const LooseVertex& v = mesh.loose[i];
        const std::uint32_t* const near = mesh.normalBlocks[i / kAssetLanes].near[i % kAssetLanes];
        const Vec3f t1 = at(places, near[0] / 4) - at(places, near[2] / 4);
        const Vec3f t2 = at(places, near[1] / 4) - at(places, near[3] / 4);
        const Vec3f x = at(places, v.corner[0]) * (1 - v.u - v.v) + at(places, v.corner[1]) * v.u +
                        at(places, v.corner[2]) * v.v + t1 * v.along + t2 * v.across +
                        normalized(cross(t1, t2)) * v.out;
        std::memcpy(entry(to, i), &x.x, 3 * sizeof(float));
    }
}

void writePlaces(const BoundMesh& mesh, std::span<const Place4> places, std::uint32_t begin,
                 std::uint32_t end, const VertexStream& to) {
    if (to.first != nullptr) (mesh.exact ? copyPlaces : blendPlaces)(mesh, places, begin, end, to);
}

void write(const ShownSurface& surface, const SurfaceOutput& output, const Jobs& jobs) {
    const BoundMesh& mesh = *surface.mesh;
    const bool tangents = output.tangents.first != nullptr && mesh.tangents;
    parallelForRanges(jobs, mesh.vertices, kPlacesPerRange, [&](std::uint32_t begin, std::uint32_t end) {
        writePlaces(mesh, surface.now, begin, end, output.positions);
        writePlaces(mesh, surface.before, begin, end, output.before);
        if (output.normals.first == nullptr && !tangents) return;
        mesh.skin->body->kernels->surfaceShade(
            {mesh.normalBlocks.data(), tangents ? mesh.tangentBlocks.data() : nullptr, surface.now.data(),
             begin, end, output.normals, output.tangents});
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

bool allocateSurface(const BoundMesh& mesh, Arena& arena, ShownSurface& surface) noexcept {
    surface.mesh = &mesh;
    const AssetView& view = mesh.skin->body->view;
    const std::size_t places = view.blocks.size() * kAssetLanes;
    surface.now = arena.take<Place4>(places);
    surface.before = arena.take<Place4>(places);
    surface.domains = arena.take<SurfaceDomain>(view.domains.size());
    surface.q = arena.take<std::int32_t>(view.lanes);
    surface.skin = arena.take<Affinef>(view.joints.size());
    return arena.ok();
}

// Encloses a sphere per domain: the reach of its skin in the bind pose, plus the largest displacement by its
// modes.
Bounds boundsOf(const Instance& instance) noexcept {
    const AssetView& view = instance.body->view;
    const float scale = instance.pose.scale;
    Bounds bounds{{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (std::size_t d = 0; d < view.domains.size(); ++d) {
        const AssetDomain& domain = view.domains[d];
        if (!(domain.reach > 0)) continue;
        float radius = domain.reach;
        for (std::uint32_t k = 0; k < domain.rank; ++k) {
            const std::uint32_t lane = domain.firstLane + k;
            radius += std::abs(instance.shown[lane]) * view.scales[lane] * kRowSteps * kDiagonal;
        }
        const Vec3f centre = convert<float>(instance.frames[d].translation) * scale;
        const Vec3f away = Vec3f{1, 1, 1} * (radius * scale);
        bounds = {min(bounds.low, centre - away), max(bounds.high, centre + away)};
    }
    return bounds.low.x <= bounds.high.x ? bounds : Bounds{};
}

void resetSurface(ShownSurface& surface) noexcept {
    surface.written = false;
}

void writeSurface(ShownSurface& surface, const Instance& instance, const SurfaceOutput& output,
                  const Jobs& jobs) noexcept {
    const AssetView& view = surface.mesh->skin->body->view;
    const std::span<Place4> last = surface.now;
    surface.now = surface.before;
    surface.before = last;
    for (std::uint32_t d = 0; d < view.domains.size(); ++d) poseDomain(instance, view, d, surface);
    const bool fades = instance.weight < 1 && !view.influences.empty();
    if (instance.weight > 0 || !fades) movePlaces(surface, view, jobs);
    if (fades) fade(surface, instance, view, jobs);
    if (!surface.written || surface.breaks != instance.breaks) {
        for (std::size_t i = 0; i < surface.now.size(); ++i) surface.before[i] = surface.now[i];
    }
    write(surface, output, jobs);
    surface.written = true;
    surface.breaks = instance.breaks;
}

}  // namespace sinew
