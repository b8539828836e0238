// From a surface to tetrahedra. The label says what came out, so that speed bought with wrong answers shows.
#include <benchmark/benchmark.h>

#include <string>

#include "CharacterBench.h"
#include "Offline/Geometry/SelfIntersection.h"
#include "Offline/Tets/Volume.h"
#include "Offline/Volume/DistanceGrid.h"
#include "Support/Bodies/FleshSamples.h"

namespace sinew::bench {
namespace {

std::vector<Vec3d> pointsIn(const Box& box, int count) {
    test::Random random(2);
    std::vector<Vec3d> points;
    points.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) points.push_back(box.low + scaled(extent(box), random.point(0, 1)));
    return points;
}

void winding(benchmark::State& state, const Character& character, const Jobs& jobs) {
    const TriangleMesh mesh{character.surface.positions, character.surface.triangles};
    const BoxTree tree = triangleTree(mesh, jobs);
    const WindingField field(mesh, tree);
    const std::vector<Vec3d> points = pointsIn(tree.box(), 10000);
    double sum = 0;
    for ([[maybe_unused]] auto _ : state) {
        for (const double w : windingNumbers(field, points, jobs)) sum += w;
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(points.size()));
    state.counters["mean"] =
        sum / static_cast<double>(state.iterations()) / static_cast<double>(points.size());
}

void distanceGrid(benchmark::State& state, const Character& character, const Jobs& jobs) {
    const Solid solid(character.surface.positions, character.surface.triangles, jobs);
    const double spacing = length(extent(solid.box())) / 200;
    std::size_t nodes = 0;
    for ([[maybe_unused]] auto _ : state) nodes = DistanceGrid(solid, spacing, 2 * spacing, jobs).fineNodes();
    state.SetLabel(std::to_string(nodes) + " nodes");
}

void stuffing(benchmark::State& state, const Character& character, const Jobs& jobs) {
    tets::VolumeSettings settings;
    settings.tets = 200000;
    tets::Volume volume;
    for ([[maybe_unused]] auto _ : state) volume = tets::buildVolume(character, settings, jobs);
    state.SetLabel(std::to_string(volume.tets.tets.size()) + " tets");
    state.counters["least_dihedral"] = volume.report.quality.minDihedral;
    state.counters["largest_dihedral"] = volume.report.quality.maxDihedral;
    state.counters["litres"] = volume.report.quality.volume * 1000;
}

void addAll(const std::string& name, const CharacterSource& character) {
    addCharacterBench("Volume/winding/" + name, winding, character, benchmark::kMillisecond);
    addCharacterBench("Volume/distance_grid/" + name, distanceGrid, character, benchmark::kMillisecond);
    addCharacterBench("Volume/stuffing/" + name, stuffing, character, benchmark::kMillisecond);
}

[[maybe_unused]] const bool kRegistered = [] {
    addAll("arm", []() -> const Character& {
        static const Character character = test::fleshArm();
        return character;
    });
    withHumanBody(addAll);
    return true;
}();

}  // namespace
}  // namespace sinew::bench
