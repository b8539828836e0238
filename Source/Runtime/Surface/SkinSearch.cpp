#include "Runtime/Surface/SkinSearch.h"

#include <cmath>

namespace sinew {

namespace {

constexpr std::uint32_t kNoSkinPlace = ~0u;
constexpr int kMaxRings = 32;  // of cells, before all places are looked at
constexpr int kNearRings = 3;  // of cells in which skin that faces the right way is near

std::uint32_t cellOf(const SkinSearch& search, std::int32_t x, std::int32_t y, std::int32_t z) {
    const auto wide = [](std::int32_t i) { return static_cast<std::uint32_t>(i); };
    std::uint32_t hash = wide(x) * 73856093u ^ wide(y) * 19349663u ^ wide(z) * 83492791u;
    hash ^= hash >> 15;
    return hash & static_cast<std::uint32_t>(search.firstInCell.size() - 1);
}

struct Cell {
    std::int32_t x, y, z;
};

Cell cellAt(const SkinSearch& search, Vec3f p) {
    const auto along = [&](float x, float low) {
        const float at = std::floor((x - low) / search.cell);
        return static_cast<std::int32_t>(at > -1e8f ? (at < 1e8f ? at : 1e8f) : -1e8f);
    };
    return {along(p.x, search.low.x), along(p.y, search.low.y), along(p.z, search.low.z)};
}

void addPlace(SkinSearch& search, std::uint32_t place) {
    const Cell c = cellAt(search, restPlace(*search.view, place));
    std::uint32_t& first = search.firstInCell[cellOf(search, c.x, c.y, c.z)];
    search.nextInCell[place] = first;
    first = place;
}

// Cells that hold a few places each, whatever the size of the skin.
float cellSize(const AssetView& view) {
    const Vec3f size = view.meta->boundsMax - view.meta->boundsMin;
    const float places = static_cast<float>(view.meta->surfaceVertices) + 1;
    const float cell = 2 * length(size) / std::sqrt(places);
    return cell > 0 ? cell : 1;
}

struct BestPlace {
    std::uint32_t place = kNoSkinPlace;
    float squared = 0;
};

class PlaceSearch {
  public:
    PlaceSearch(const SkinSearch& search, Vec3f point, Vec3f normal)
        : search_(search), point_(point), normal_(normal) {}

    // Ring after ring of cells, until nothing nearer can be in the next.
    BestPlace run(int rings) {
        const Cell at = cellAt(search_, point_);
        for (int ring = 0; ring <= rings; ++ring) {
            const float reach = static_cast<float>(ring - 1) * search_.cell;
            if (best_.place != kNoSkinPlace && ring > 0 && best_.squared <= reach * reach) return best_;
            visitRing(at, ring);
        }
        return best_;
    }

    BestPlace ofAll() {
        for (std::uint32_t p = 0; p < search_.nextInCell.size(); ++p) visit(p);
        return best_;
    }

  private:
    void visitRing(const Cell& at, int ring) {
        for (int x = -ring; x <= ring; ++x) {
            for (int y = -ring; y <= ring; ++y) {
                const bool side = x == -ring || x == ring || y == -ring || y == ring;
                for (int z = -ring; z <= ring; z += side || ring == 0 ? 1 : 2 * ring)
                    visitCell(at.x + x, at.y + y, at.z + z);
            }
        }
    }

    void visitCell(std::int32_t x, std::int32_t y, std::int32_t z) {
        for (std::uint32_t p = search_.firstInCell[cellOf(search_, x, y, z)]; p != kNoSkinPlace;
             p = search_.nextInCell[p]) {
            visit(p);
        }
    }

    void visit(std::uint32_t place) {
        if (search_.firstTriangle[place] == search_.firstTriangle[place + 1]) return;
        const Vec3f apart = restPlace(*search_.view, place) - point_;
        const float squared = dot(apart, apart);
        if (best_.place != kNoSkinPlace && !(squared < best_.squared)) return;
        if (dot(restNormal(*search_.view, place), normal_) < 0) return;
        best_ = {place, squared};
    }

    const SkinSearch& search_;
    Vec3f point_, normal_;
    BestPlace best_;
};

float clampedUnit(float x) {
    return x > 0 ? (x < 1 ? x : 1) : 0;
}

// 0 at a, 1 at b.
float onSegment(Vec3f a, Vec3f b, Vec3f p) {
    const Vec3f along = b - a;
    const float squared = dot(along, along);
    return squared > 0 ? clampedUnit(dot(p - a, along) / squared) : 0;
}

// The weights of the second and third corner at the triangle's nearest point.
void nearestWeights(const Vec3f (&c)[3], Vec3f p, float& u, float& v) {
    const Vec3f e1 = c[1] - c[0], e2 = c[2] - c[0], normal = cross(e1, e2), from = p - c[0];
    const float squared = dot(normal, normal);
    if (squared > 0) {
        u = dot(cross(from, e2), normal) / squared;
        v = dot(cross(e1, from), normal) / squared;
        if (u >= 0 && v >= 0 && u + v <= 1) return;
    }
    const float s01 = onSegment(c[0], c[1], p), s12 = onSegment(c[1], c[2], p),
                s20 = onSegment(c[2], c[0], p);
    const float weights[3][2] = {{s01, 0}, {1 - s12, s12}, {0, 1 - s20}};
    float best = INFINITY;
    for (const auto& [onE1, onE2] : weights) {
        const Vec3f apart = from - e1 * onE1 - e2 * onE2;
        if (!(dot(apart, apart) < best)) continue;
        best = dot(apart, apart);
        u = onE1, v = onE2;
    }
}

OnSkin onTriangle(const AssetView& view, std::uint32_t triangle, Vec3f point) {
    const std::uint32_t* const corner = view.triangles[triangle].corner;
    const Vec3f c[3] = {restPlace(view, corner[0]), restPlace(view, corner[1]), restPlace(view, corner[2])};
    OnSkin found{triangle, 0, 0, 0};
    nearestWeights(c, point, found.u, found.v);
    found.distance = length(point - c[0] - (c[1] - c[0]) * found.u - (c[2] - c[0]) * found.v);
    return found;
}

bool faces(const AssetView& view, std::uint32_t triangle, Vec3f normal) {
    float sum = 0;
    for (const std::uint32_t corner : view.triangles[triangle].corner)
        sum += dot(restNormal(view, corner), normal);
    return sum >= 0;
}

// Of the triangles about a place that face the right way; true where one is nearer than what was found
// before.
bool improve(const SkinSearch& search, std::uint32_t place, Vec3f point, Vec3f normal, OnSkin& best) {
    bool better = false;
    for (std::uint32_t i = search.firstTriangle[place]; i < search.firstTriangle[place + 1]; ++i) {
        if (!faces(*search.view, search.trianglesOf[i], normal)) continue;
        const OnSkin found = onTriangle(*search.view, search.trianglesOf[i], point);
        if (best.triangle != ~0u && !(found.distance < best.distance)) continue;
        best = found;
        better = true;
    }
    return better;
}

void countTriangles(SkinSearch& search) {
    for (const AssetTriangle& t : search.view->triangles) {
        for (const std::uint32_t corner : t.corner) ++search.firstTriangle[corner + 1];
    }
    for (std::size_t i = 1; i < search.firstTriangle.size(); ++i)
        search.firstTriangle[i] += search.firstTriangle[i - 1];
}

// Fills every place's range from its front, by which the ranges' beginnings move to their ends, and back.
void listTriangles(SkinSearch& search) {
    const auto triangles = static_cast<std::uint32_t>(search.view->triangles.size());
    for (std::uint32_t t = 0; t < triangles; ++t) {
        for (const std::uint32_t corner : search.view->triangles[t].corner)
            search.trianglesOf[search.firstTriangle[corner]++] = t;
    }
    for (std::size_t i = search.firstTriangle.size() - 1; i > 0; --i)
        search.firstTriangle[i] = search.firstTriangle[i - 1];
    search.firstTriangle[0] = 0;
}

}  // namespace

Vec3f restPlace(const AssetView& view, std::uint32_t place) noexcept {
    const AssetBlock& block = view.blocks[place / kAssetLanes];
    const std::uint32_t lane = place % kAssetLanes;
    return {block.position[0][lane], block.position[1][lane], block.position[2][lane]};
}

Vec3f restNormal(const AssetView& view, std::uint32_t place) noexcept {
    const AssetBlock& block = view.blocks[place / kAssetLanes];
    const std::uint32_t lane = place % kAssetLanes;
    return {block.normal[0][lane], block.normal[1][lane], block.normal[2][lane]};
}

bool allocateSkinSearch(const AssetView& view, Arena& arena, SkinSearch& search) noexcept {
    const std::size_t places = view.blocks.size() * kAssetLanes;
    std::size_t cells = 64;
    while (cells < places) cells *= 2;
    search.view = &view;
    search.firstInCell = arena.take<std::uint32_t>(cells);
    search.nextInCell = arena.take<std::uint32_t>(places);
    search.firstTriangle = arena.take<std::uint32_t>(places + 1);
    search.trianglesOf = arena.take<std::uint32_t>(3 * view.triangles.size());
    return arena.ok();
}

void fillSkinSearch(SkinSearch& search) noexcept {
    search.low = search.view->meta->boundsMin;
    search.cell = cellSize(*search.view);
    for (std::uint32_t& first : search.firstInCell) first = kNoSkinPlace;
    countTriangles(search);
    listTriangles(search);
    for (std::uint32_t p = 0; p < search.nextInCell.size(); ++p) addPlace(search, p);
}

OnSkin findOnSkin(const SkinSearch& search, Vec3f point, Vec3f normal) noexcept {
    BestPlace near = PlaceSearch(search, point, normal).run(kNearRings);
    if (near.place == kNoSkinPlace) normal = {};
    if (near.place == kNoSkinPlace) near = PlaceSearch(search, point, normal).run(kMaxRings);
    if (near.place == kNoSkinPlace) near = PlaceSearch(search, point, normal).ofAll();
    OnSkin best;
    if (near.place == kNoSkinPlace) return best;
    if (!improve(search, near.place, point, normal, best)) improve(search, near.place, point, {}, best);
    // Long triangles: what is nearest may be beyond those about the nearest corner.
    for (bool better = true; better;) {
        better = false;
        const AssetTriangle on = search.view->triangles[best.triangle];
        for (const std::uint32_t corner : on.corner)
            better = improve(search, corner, point, normal, best) || better;
    }
    return best;
}

}  // namespace sinew
