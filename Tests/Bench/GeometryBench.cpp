// The box tree and what it is for. The label is the number of pairs found, so that speed bought with wrong
// answers shows.
#include <benchmark/benchmark.h>

#include <string>

#include "CharacterBench.h"
#include "Offline/Character/Check/Check.h"
#include "Offline/Geometry/SelfIntersection.h"
#include "Offline/Geometry/Spatial.h"
#include "Support/Characters/Meshes.h"

namespace sinew::bench {
namespace {

// A ring of about 100,000 triangles that the project made itself.
const Character& ring() {
    static const Character character = [] {
        Character made;
        const test::MeshArrays mesh = test::torus(0.7, 0.3, 320, 160);
        made.surface.positions = mesh.positions;
        made.surface.triangles = mesh.triangles;
        return made;
    }();
    return character;
}

TriangleMesh meshOf(const Character& character) {
    return {character.surface.positions, character.surface.triangles};
}

void build(benchmark::State& state, const Character& character, const Jobs& jobs) {
    for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(triangleTree(meshOf(character), jobs));
}

void refit(benchmark::State& state, const Character& character, const Jobs& jobs) {
    BoxTree tree = triangleTree(meshOf(character), jobs);
    std::vector<Box> boxes;
    for (std::uint32_t t = 0; t < character.surface.triangles.size(); ++t) {
        boxes.push_back(boxOf(meshOf(character).points(t)));
    }
    for ([[maybe_unused]] auto _ : state) tree.refit(boxes, jobs);
}

void intersect(benchmark::State& state, const Character& character, const Jobs& jobs) {
    const BoxTree tree = triangleTree(meshOf(character), jobs);
    std::size_t pairs = 0;
    for ([[maybe_unused]] auto _ : state) pairs = selfIntersections(meshOf(character), tree, jobs).size();
    state.SetLabel(std::to_string(pairs) + " pairs");
}

void closest(benchmark::State& state, const Character& character, const Jobs&) {
    const BoxTree tree = triangleTree(meshOf(character));
    test::Random random(1);
    std::vector<Vec3d> points;
    for (int i = 0; i < 1024; ++i) points.push_back(random.point(-1, 1));
    std::size_t next = 0;
    for ([[maybe_unused]] auto _ : state) {
        benchmark::DoNotOptimize(closestPoint(meshOf(character), tree, points[next++ % points.size()]));
    }
}

void check(benchmark::State& state, const Character& character, const Jobs& jobs) {
    std::size_t findings = 0;
    for ([[maybe_unused]] auto _ : state) findings = check::checkCharacter(character, jobs).size();
    state.SetLabel(std::to_string(findings) + " findings");
}

void addAll(const std::string& name, const CharacterSource& character) {
    addCharacterBench("BoxTree/build/" + name, build, character, benchmark::kMicrosecond);
    addCharacterBench("BoxTree/refit/" + name, refit, character, benchmark::kMicrosecond);
    addCharacterBench("SelfIntersection/" + name, intersect, character, benchmark::kMicrosecond);
    addCharacterBench("ClosestPoint/" + name, closest, character, benchmark::kMicrosecond);
    addCharacterBench("Check/" + name, check, character, benchmark::kMicrosecond);
}

[[maybe_unused]] const bool kRegistered = [] {
    addAll("ring_100k", ring);
    withHumanBody(addAll);
    return true;
}();

}  // namespace
}  // namespace sinew::bench
