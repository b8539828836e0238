#include "Offline/Tets/Volume.h"

#include <algorithm>
#include <cmath>

#include "Offline/Error.h"
#include "Offline/Geometry/Measure.h"
#include "Offline/Tets/Mesh/Quadratic.h"
#include "Offline/Tets/Mesh/Stuffing.h"
#include "Offline/Volume/Regions.h"
#include "Offline/Volume/Solid.h"

namespace sinew::tets {

namespace {

constexpr double kCountTolerance = 0.05;
constexpr int kMaxTries = 4;
constexpr double kCoarse = 1.0 / 48;     // of the body's size: the spacing that the first guess counts with
constexpr std::uint32_t kHeldNodes = 4;  // that a separate piece must have on bones

double areaOf(const Solid& solid) {
    return surfaceArea(solid.mesh());
}

// By edge length, or by looking for the one that gives the number of tets asked for.
StuffedMesh stuffAs(const Solid& solid, const VolumeSettings& settings, const Jobs& jobs,
                    const ProgressCallback& progress) {
    if (settings.edgeLength > 0) return stuff(solid, settings.edgeLength, jobs, progress, settings.gaps);
    if (!(settings.tets >= 1)) {
        throw Error(ErrorKind::Usage, "neither an edge length nor a number of tetrahedra is set",
                    "Set one of them above 0.");
    }
    const double coarse = kCoarse * length(extent(solid.box()));
    const BccGrid grid = gridAround(solid.box(), coarse);
    const double volume = solidVolume(grid, gridSides(solid, grid, jobs, part(progress, 0, 0.1)));
    double spacing = spacingFor(settings.tets, std::max(volume, coarse * coarse * coarse), areaOf(solid));
    StuffedMesh best;
    double off = Box::kInfinity;
    for (int i = 0; i < kMaxTries && off > kCountTolerance; ++i) {
        // The first try is nearly always the last.
        const double from = 1 - 0.9 * std::pow(0.2, i), to = 1 - 0.9 * std::pow(0.2, i + 1);
        StuffedMesh here = stuff(solid, spacing, jobs, part(progress, from, to), settings.gaps);
        const double ratio = std::max<double>(1, static_cast<double>(here.mesh.tets.size())) / settings.tets;
        if (std::abs(ratio - 1) < off) {
            off = std::abs(ratio - 1);
            best = std::move(here);
        }
        spacing *= std::cbrt(ratio);
    }
    return best;
}

// Only the tets that keep[tet] names, and their nodes.
void compress(StuffedMesh& stuffed, const std::vector<bool>& keep) {
    std::vector<Tet> tets;
    std::vector<bool> used(stuffed.mesh.nodes.size(), false);
    for (std::size_t t = 0; t < keep.size(); ++t) {
        if (!keep[t]) continue;
        tets.push_back(stuffed.mesh.tets[t]);
        for (const std::uint32_t n : tets.back()) used[n] = true;
    }
    std::vector<std::uint32_t> number(used.size());
    std::uint32_t next = 0;
    for (std::size_t n = 0; n < used.size(); ++n) {
        if (!used[n]) continue;
        stuffed.mesh.nodes[next] = stuffed.mesh.nodes[n];
        number[n] = next++;
    }
    stuffed.mesh.nodes.resize(next);
    for (Tet& tet : tets) {
        for (std::uint32_t& n : tet) n = number[n];
    }
    stuffed.mesh.tets = std::move(tets);
}

// The largest piece stays, and every other that bones hold; the rest is reported.
void dropLoosePieces(const Character& character, std::span<const Bone> bones, const Solid& solid,
                     StuffedMesh& stuffed, VolumeReport& report) {
    const TetTopology topology = tetTopology(stuffed.mesh);
    if (topology.components < 2) return;
    const Attachment attachment = attach(stuffed.mesh, bones, solid, stuffed.grid.spacing, 0);
    std::vector<VolumeLoss> pieces(topology.components);
    std::vector<std::uint32_t> held(topology.components, 0);
    // Tets of one piece can lie between those of another; a node on two of them may count twice.
    std::vector<std::uint32_t> countedFor(stuffed.mesh.nodes.size(), topology.components);
    for (std::size_t t = 0; t < stuffed.mesh.tets.size(); ++t) {
        const std::uint32_t c = topology.componentOfTet[t];
        const Tet& tet = stuffed.mesh.tets[t];
        pieces[c].volume += tetVolume(stuffed.mesh, tet);
        if (pieces[c].tets++ == 0)
            pieces[c].where = nearestJointName(character, bones, stuffed.mesh.nodes[tet[0]]);
        for (const std::uint32_t n : tet) {
            const bool first = attachment.boneOfNode[n] != Attachment::kFree && countedFor[n] != c;
            if (first) countedFor[n] = c;
            held[c] += first ? 1 : 0;
        }
    }
    const auto largest = std::max_element(pieces.begin(), pieces.end(),
                                          [](const auto& a, const auto& b) { return a.volume < b.volume; });
    std::vector<bool> keep(stuffed.mesh.tets.size());
    for (std::size_t t = 0; t < keep.size(); ++t) {
        const std::uint32_t c = topology.componentOfTet[t];
        keep[t] = pieces.begin() + c == largest || held[c] >= kHeldNodes;
    }
    for (std::size_t c = 0; c < pieces.size(); ++c) {
        if (pieces.begin() + static_cast<std::ptrdiff_t>(c) != largest && held[c] < kHeldNodes) {
            report.dropped.push_back(pieces[c]);
        }
    }
    compress(stuffed, keep);
}

void measureBoundary(const Volume& volume, const Solid& solid, const Jobs& jobs, VolumeReport& report) {
    const TetTopology topology = tetTopology(volume.tets);
    const auto faces = static_cast<std::uint32_t>(topology.boundary.size());
    std::vector<double> distance(faces), areas(faces);
    parallelForRanges(jobs, faces, 256, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t f = begin; f < end; ++f) {
            TrianglePoints p;
            for (std::size_t k = 0; k < 3; ++k) p[k] = volume.tets.nodes[topology.boundary[f].nodes[k]];
            areas[f] = area(p);
            distance[f] = solid.distance((p[0] + p[1] + p[2]) / 3.0) / report.spacing;
        }
    });
    double all = 0;
    for (std::uint32_t f = 0; f < faces; ++f) {
        report.boundaryMax = std::max(report.boundaryMax, distance[f]);
        report.boundaryMean += distance[f] * areas[f];
        all += areas[f];
    }
    if (all > 0) report.boundaryMean /= all;
}

}  // namespace

Volume buildVolume(const Character& character, const VolumeSettings& settings, const Jobs& jobs,
                   const ProgressCallback& progress) {
    const FleshParts parts = decideParts(character, settings.parts, jobs);
    const Solid solid(character.surface.positions, parts.triangles, jobs);
    report(progress, 0.05);
    StuffedMesh stuffed = stuffAs(solid, settings, jobs, part(progress, 0.05, 0.8));
    if (stuffed.mesh.tets.empty()) {
        throw Error(ErrorKind::Failed, "no grid node lies inside the body, so there are no tetrahedra",
                    "Use a smaller edge length, or a larger number of tetrahedra.");
    }
    Volume volume;
    VolumeReport& report = volume.report;
    report.parts = parts.decisions;
    report.spacing = stuffed.grid.spacing;
    report.solidVolume = stuffed.solidVolume;
    const bool quadratic = settings.order == TetOrder::Quadratic;
    const double betweenNodes = report.spacing / (quadratic ? 2 : 1);
    BonePlan plan = planBones(character, parts, solid, betweenNodes, settings.bones);
    report.joints = std::move(plan.decisions);
    volume.bones = std::move(plan.bones);
    report.opened = lossesAt(character, volume.bones, stuffed.opened, &VolumeLoss::nodes);
    sinew::report(progress, 0.85);
    dropLoosePieces(character, volume.bones, solid, stuffed, report);
    sinew::report(progress, 0.87);
    volume.tets = quadratic ? withMiddles(std::move(stuffed.mesh)) : std::move(stuffed.mesh);
    volume.grid = stuffed.grid;
    volume.attachment = attach(volume.tets, volume.bones, solid, betweenNodes);
    sinew::report(progress, 0.9);
    volume.skin = embed(volume.tets, character.surface.positions, outwardNormals(character, parts), jobs);
    sinew::report(progress, 0.95);
    report.quality = tetQuality(volume.tets, jobs);
    sinew::report(progress, 0.97);
    measureBoundary(volume, solid, jobs, report);
    SkinOutside outside = skinOutside(character, parts, volume.skin.outside, report.spacing);
    report.embeddedOutside = outside.vertices;
    report.outsideMax = outside.max;
    report.lost = std::move(outside.lost);
    report.bonesWithoutNodes = bonesWithoutNodes(character, volume.bones, volume.attachment, report.joints);
    volume.followsSkeleton = followShares(character, parts, volume.skin.outside, report.spacing);
    sinew::report(progress, 1);
    return volume;
}

std::vector<Vec3d> skinPositions(const Volume& volume, std::span<const Vec3d> nodes,
                                 std::span<const Vec3d> skinned) {
    std::vector<Vec3d> positions = embeddedPositions(volume.skin, volume.tets, nodes);
    for (std::size_t v = 0; v < positions.size() && v < skinned.size(); ++v) {
        positions[v] = lerp(positions[v], skinned[v], static_cast<double>(volume.followsSkeleton[v]));
    }
    return positions;
}

std::vector<double> tetStiffness(const Character& character, const Volume& volume,
                                 const StiffnessRegions& regions, const Jobs& jobs) {
    if (regions.empty()) return {};
    return elementStiffness(character, volume.bones, tetMiddles(volume.tets), regions, jobs);
}

}  // namespace sinew::tets
