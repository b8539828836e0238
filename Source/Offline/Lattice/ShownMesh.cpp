#include "Offline/Lattice/ShownMesh.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "Offline/Geometry/Measure.h"
#include "Offline/Geometry/Spatial.h"
#include "Offline/Lattice/Volume.h"

namespace sinew::lattice {

namespace {

constexpr std::uint32_t kVerticesPerRange = 512;
constexpr float kShadedAlike = 0.999f;  // the cosine between two normals

TriangleMesh skinOf(const Character& character) {
    return {character.surface.positions, character.surface.triangles};
}

// Linear blend skinning of whatever has this vertex' weights.
Affined skinMotion(const SkinWeights& weights, std::uint32_t vertex, std::span<const Affined> matrices) {
    Affined sum{{}, {}};
    for (std::uint32_t i = weights.firstOfVertex[vertex]; i < weights.firstOfVertex[vertex + 1]; ++i) {
        const Affined& m = matrices[weights.influences[i].joint];
        const auto w = static_cast<double>(weights.influences[i].weight);
        sum.linear = sum.linear + m.linear * w;
        sum.translation += m.translation * w;
    }
    return sum;
}

double angleBetween(Vec3d a, Vec3d b) {
    return std::atan2(length(cross(a, b)), dot(a, b));
}

// One normal per place, whichever its vertices have first.
std::vector<Vec3d> placeNormals(const Surface& surface) {
    if (!surface.triangles.empty()) return vertexNormals({surface.positions, surface.triangles});
    std::vector<Vec3d> normals(surface.positions.size());
    for (std::size_t v = surface.normals.size(); v-- > 0;) {
        normals[surface.weldedOfFile[v]] = normalized(convert<double>(surface.normals[v]));
    }
    return normals;
}

}  // namespace

ShownMesh::ShownMesh(const Character& character, const Volume& volume)
    : places_(character.surface.positions),
      skin_(volume.skin),
      follows_(volume.followsSkeleton),
      weightsOf_(places_.size()) {
    std::iota(weightsOf_.begin(), weightsOf_.end(), 0u);
    gatherShades(character.surface);
}

ShownMesh::ShownMesh(const Character& character, const Volume& volume, Surface surface, const Jobs& jobs)
    : places_(surface.positions), follows_(places_.size()), weightsOf_(places_.size()) {
    std::vector<Vec3d> normals = placeNormals(surface);
    bindPlaces(character, volume, normals, jobs);
    skin_ = bindSkin(volume.flesh, places_, normals, jobs);
    if (surface.normals.empty() && surface.triangles.empty()) {
        for (const std::uint32_t place : surface.weldedOfFile)
            surface.normals.push_back(convert<float>(normals[place]));
    }
    gatherShades(surface);
}

// What places have of the character's skin where it is nearest; its normal, too, where they have none.
void ShownMesh::bindPlaces(const Character& character, const Volume& volume, std::vector<Vec3d>& normals,
                           const Jobs& jobs) {
    const TriangleMesh skin = skinOf(character);
    std::vector<Box> boxes(skin.triangles.size());
    for (std::uint32_t t = 0; t < boxes.size(); ++t) boxes[t] = boxOf(skin.points(t));
    const BoxTree tree(boxes, jobs);
    std::vector<double> distances(places_.size());
    parallelForRanges(
        jobs, static_cast<std::uint32_t>(places_.size()), kVerticesPerRange, [&](auto begin, auto end) {
            for (std::uint32_t p = begin; p < end; ++p) {
                const SurfacePoint nearest = *closestPoint(skin, tree, places_[p]);
                const Triangle& t = skin.triangles[nearest.triangle];
                weightsOf_[p] = *std::min_element(t.begin(), t.end(), [&](std::uint32_t a, std::uint32_t b) {
                    return length(skin.positions[a] - places_[p]) < length(skin.positions[b] - places_[p]);
                });
                follows_[p] = volume.followsSkeleton[weightsOf_[p]];
                distances[p] = nearest.distance;
                if (normals[p] == Vec3d{}) normals[p] = normalized(areaVector(skin.points(nearest.triangle)));
            }
        });
    farthest_ = *std::max_element(distances.begin(), distances.end());
}

void ShownMesh::gatherShades(const Surface& surface) {
    placeOf_ = surface.weldedOfFile;
    tangents_ = surface.tangents;
    std::vector<std::vector<std::uint32_t>> shadesAt(places_.size());
    for (std::uint32_t v = 0; v < vertexCount(); ++v) shadeOf_.push_back(shadeFor(surface, v, shadesAt));
    shades_.emplace_back();
    gatherCorners(surface);
    for (std::size_t s = 0; s + 1 < shades_.size(); ++s) {
        Shade& shade = shades_[s];
        double farthest = 0;
        for (std::uint32_t c = shade.firstCorner; c < shades_[s + 1].firstCorner; ++c) {
            const double away = length(places_[corners_[c].next] - places_[shade.place]);
            if (away > farthest) shade.beside = corners_[c].next;
            farthest = std::max(farthest, away);
        }
        shade.bind = frameOf(s, places_);
    }
    for (std::uint32_t v = 0; v < vertexCount(); ++v) {
        const Vec3f own = surface.normals.empty() ? Vec3f{} : surface.normals[v];
        normals_.push_back(normalized(own, convert<float>(shades_[shadeOf_[v]].bind.column[0])));
    }
}

std::uint32_t ShownMesh::shadeFor(const Surface& surface, std::uint32_t vertex,
                                  std::vector<std::vector<std::uint32_t>>& shadesAt) {
    const auto normalOf = [&](std::uint32_t v) {
        return surface.normals.empty() ? Vec3f{} : normalized(surface.normals[v]);
    };
    std::vector<std::uint32_t>& here = shadesAt[placeOf_[vertex]];
    const Vec3f normal = normalOf(vertex);
    for (const std::uint32_t other : here) {
        const Vec3f known = normalOf(other);
        if (normal == known || dot(normal, known) > kShadedAlike) return shadeOf_[other];
    }
    here.push_back(vertex);
    shades_.push_back({placeOf_[vertex], 0, placeOf_[vertex], {}});
    return static_cast<std::uint32_t>(shades_.size() - 1);
}

void ShownMesh::gatherCorners(const Surface& surface) {
    std::vector<std::uint32_t> at(shades_.size(), 0);
    for (const Triangle& t : surface.fileTriangles) {
        for (const std::uint32_t v : t) ++at[shadeOf_[v] + 1];
    }
    std::partial_sum(at.begin(), at.end(), at.begin());
    for (std::size_t s = 0; s < at.size(); ++s) shades_[s].firstCorner = at[s];
    corners_.resize(at.back());
    for (const Triangle& t : surface.fileTriangles) {
        for (std::size_t c = 0; c < 3; ++c) {
            corners_[at[shadeOf_[t[c]]]++] = {placeOf_[t[(c + 1) % 3]], placeOf_[t[(c + 2) % 3]]};
        }
    }
}

// The normal is the triangles', each by its angle here.
Mat3d ShownMesh::frameOf(std::size_t s, std::span<const Vec3d> at) const {
    const Shade& shade = shades_[s];
    const Vec3d here = at[shade.place];
    Vec3d sum;
    for (std::uint32_t c = shade.firstCorner; c < shades_[s + 1].firstCorner; ++c) {
        const Vec3d a = at[corners_[c].next] - here, b = at[corners_[c].last] - here;
        sum += normalized(cross(a, b)) * angleBetween(a, b);
    }
    const Vec3d normal = normalized(sum, Vec3d{0, 1, 0});
    const Vec3d edge = at[shade.beside] - here;
    const Vec3d along = normalized(edge - normal * dot(normal, edge), anyPerpendicular(normal));
    return {{normal, along, cross(normal, along)}};
}

// Of the cell that carries a place, where the place is in it.
Mat3d ShownMesh::fleshGradient(const Cells& cells, std::uint32_t place, std::span<const Vec3d> nodes) const {
    const std::uint32_t cell = skin_.cellOfVertex[place];
    const Vec3d in = (places_[place] - cells.position(cells.cells[cell].place)) / cells.width;
    Mat3d gradient{};
    for (std::uint32_t corner = 0; corner < 8; ++corner) {
        double weight[3];
        for (int i = 0; i < 3; ++i) {
            const double t = std::clamp(in[i], 0.0, 1.0);
            weight[i] = (corner >> i & 1u) != 0 ? t : 1 - t;
        }
        const Vec3d x = nodes[cells.nodesOfCell[cell][corner]] / cells.width;
        for (int i = 0; i < 3; ++i) {
            const double across = weight[(i + 1) % 3] * weight[(i + 2) % 3];
            gradient.column[i] += x * ((corner >> i & 1u) != 0 ? across : -across);
        }
    }
    return gradient;
}

double ShownMesh::followsAt(std::size_t place, const ShownShape& shape) const {
    const double weight = std::clamp(static_cast<double>(shape.weight), 0.0, 1.0);
    return 1 - weight * (1 - static_cast<double>(follows_[place]));
}

std::vector<Vec3d> ShownMesh::posedPlaces(const Character& character, const ShownShape& shape,
                                          const Jobs& jobs) const {
    std::vector<Vec3d> at = boundPositions(skin_, shape.nodes, jobs);
    parallelForRanges(
        jobs, static_cast<std::uint32_t>(at.size()), kVerticesPerRange, [&](auto begin, auto end) {
            for (std::uint32_t p = begin; p < end; ++p) {
                const double follows = followsAt(p, shape);
                if (follows <= 0) continue;
                const Affined motion = skinMotion(character.weights, weightsOf_[p], shape.skinMatrices);
                at[p] = lerp(at[p], transformPoint(motion, places_[p]), follows);
            }
        });
    return at;
}

Mat3d ShownMesh::turnOf(std::size_t shade, const Character& character, const Volume& volume,
                        const ShownShape& shape, std::span<const Vec3d> at) const {
    const Shade& s = shades_[shade];
    if (s.firstCorner < shades_[shade + 1].firstCorner) return frameOf(shade, at) * transpose(s.bind);
    const Affined motion = skinMotion(character.weights, weightsOf_[s.place], shape.skinMatrices);
    const double follows = followsAt(s.place, shape);
    return fleshGradient(volume.cells(), s.place, shape.nodes) * (1 - follows) + motion.linear * follows;
}

void ShownMesh::show(const Character& character, const Volume& volume, const ShownShape& shape,
                     ShownVertices& vertices, const Jobs& jobs) const {
    const std::vector<Vec3d> at = posedPlaces(character, shape, jobs);
    std::vector<Mat3d> turns(shades_.size() - 1);
    parallelForRanges(jobs, static_cast<std::uint32_t>(turns.size()), kVerticesPerRange,
                      [&](auto begin, auto end) {
                          for (std::uint32_t s = begin; s < end; ++s)
                              turns[s] = turnOf(s, character, volume, shape, at);
                      });
    vertices.positions.resize(vertexCount());
    vertices.normals.resize(vertexCount());
    vertices.tangents.resize(tangents_.size());
    parallelForRanges(jobs, vertexCount(), kVerticesPerRange, [&](auto begin, auto end) {
        for (std::uint32_t v = begin; v < end; ++v) {
            const Mat3d& turn = turns[shadeOf_[v]];
            const Vec3d normal = normalized(cofactor(turn) * convert<double>(normals_[v]));
            vertices.positions[v] = convert<float>(at[placeOf_[v]]);
            vertices.normals[v] = convert<float>(normal);
            if (tangents_.empty()) continue;
            const Tangent& bound = tangents_[v];
            const Vec3d along = turn * convert<double>(Vec3f{bound[0], bound[1], bound[2]});
            const Vec3f t = convert<float>(normalized(along - normal * dot(normal, along)));
            vertices.tangents[v] = {t.x, t.y, t.z, bound[3]};
        }
    });
}

}  // namespace sinew::lattice
