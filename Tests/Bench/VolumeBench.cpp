// From a surface to tetrahedra. The label says what came out, so that speed bought with wrong answers shows.
#include <benchmark/benchmark.h>

#include <functional>
#include <string>

#include "Offline/Character/Import.h"
#include "Offline/Geometry/SelfIntersection.h"
#include "Offline/Volume/DistanceGrid.h"
#include "Offline/Volume/Volume.h"
#include "Offline/Workers.h"
#include "Support/Data.h"
#include "Support/FleshSamples.h"

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
    for (auto _ : state) {
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
    for (auto _ : state) nodes = DistanceGrid(solid, spacing, 2 * spacing, jobs).fineNodes();
    state.SetLabel(std::to_string(nodes) + " nodes");
}

void stuffing(benchmark::State& state, const Character& character, const Jobs& jobs) {
    VolumeSettings settings;
    settings.tets = 200000;
    Volume volume;
    for (auto _ : state) volume = buildVolume(character, settings, jobs);
    state.SetLabel(std::to_string(volume.tets.tets.size()) + " tets");
    state.counters["least_dihedral"] = volume.report.quality.leastDihedral;
    state.counters["largest_dihedral"] = volume.report.quality.largestDihedral;
    state.counters["litres"] = volume.report.quality.volume * 1000;
}

using Body = void (*)(benchmark::State&, const Character&, const Jobs&);

void add(const std::string& name, Body body, const std::function<const Character&()>& character) {
    static const Workers workers;
    const auto run = [=](const Jobs& jobs) {
        return [=](benchmark::State& state) { body(state, character(), jobs); };
    };
    benchmark::RegisterBenchmark((name + "/one").c_str(), run({}))->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark((name + "/all").c_str(), run(workers.jobs()))
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
}

void addAll(const std::string& name, const std::function<const Character&()>& character) {
    add("Volume/winding/" + name, winding, character);
    add("Volume/distance_grid/" + name, distanceGrid, character);
    add("Volume/stuffing/" + name, stuffing, character);
}

[[maybe_unused]] const bool kRegistered = [] {
    addAll("arm", []() -> const Character& {
        static const Character character = test::fleshArm();
        return character;
    });
    if (const auto path = test::dataPath("makehuman_human/human_body.glb")) {
        addAll("human_body", [path]() -> const Character& {
            static const Character character = importCharacter(*path);
            return character;
        });
    }
    return true;
}();

}  // namespace
}  // namespace sinew::bench
