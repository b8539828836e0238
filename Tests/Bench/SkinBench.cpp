// Skinning, in ns per vertex on one thread: a character-like surface of 30,000 vertices with four influences
// each, and the real human where it is there.
#include <benchmark/benchmark.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "Base/Hash.h"
#include "Offline/Character/SkinBatch.h"
#include "Offline/Character/Skinning.h"

namespace sinew::bench {
namespace {

constexpr std::uint32_t kJoints = 72, kVertices = 30'000, kInfluences = 4;

// A snake: joints along the x axis, each vertex bound to the four that are nearest. Neighbours share joints,
// as they do on any character, so what a joint needs stays in the nearest cache.
Character snake() {
    Character character;
    for (std::uint32_t j = 0; j < kJoints; ++j) {
        character.skeleton.joints.push_back(
            {"joint" + std::to_string(j), static_cast<std::int32_t>(j) - 1, {}});
        character.skeleton.inverseBind.push_back({Mat3d::identity(), {-static_cast<double>(j), 0, 0}});
    }
    character.weights.firstOfVertex.push_back(0);
    for (std::uint32_t v = 0; v < kVertices; ++v) {
        const double along = static_cast<double>(v) / kVertices, angle = v * 0.61;
        const double x = along * (kJoints - 1);
        character.surface.positions.push_back({x, std::cos(angle), std::sin(angle)});
        const auto first = static_cast<std::uint32_t>(std::fmin(std::fmax(x - 1, 0), kJoints - kInfluences));
        for (std::uint32_t k = 0; k < kInfluences; ++k) {
            const double distance = x - first - k;
            character.weights.influences.push_back(
                {first + k, static_cast<float>(std::exp(-distance * distance))});
        }
        character.weights.firstOfVertex.push_back(
            static_cast<std::uint32_t>(character.weights.influences.size()));
    }
    return character;
}

std::vector<Vec3d> radialNormals(const Character& character) {
    std::vector<Vec3d> normals;
    for (const Vec3d& p : character.surface.positions) normals.push_back({0, p.y, p.z});
    return normals;
}

// Every joint turns a little against the one before it.
std::vector<Affined> curl(const Character& character) {
    std::vector<Affined> matrices;
    Affined frame;
    for (std::size_t j = 0; j < character.skeleton.joints.size(); ++j) {
        const Vec3d axis = normalized(Vec3d{std::sin(0.7 * static_cast<double>(j)), 1, 0.5});
        frame = frame * Affined{toMatrix(fromAxisAngle(axis, 0.2)), {j == 0 ? 0.0 : 1.0, 0, 0}};
        matrices.push_back(frame * character.skeleton.inverseBind[j]);
    }
    return matrices;
}

struct Scene {
    Character character;
    std::vector<Vec3d> normals;
    std::vector<Affined> matrices;

    static const Scene& theSnake() {
        static const Scene scene = [] {
            Character c = snake();
            auto n = radialNormals(c);
            auto m = curl(c);
            return Scene{std::move(c), std::move(n), std::move(m)};
        }();
        return scene;
    }
};

void report(benchmark::State& state, std::size_t vertices, std::uint64_t hash) {
    state.counters["ns_per_vertex"] =
        benchmark::Counter(static_cast<double>(vertices) * 1e-9 * static_cast<double>(state.iterations()),
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
    char text[32];
    std::snprintf(text, sizeof text, "hash %016llx", static_cast<unsigned long long>(hash));
    state.SetLabel(text);
}

void runBatch(benchmark::State& state, SkinMethod method, bool withNormals, InstructionSet set) {
    const Scene& scene = Scene::theSnake();
    const SkinBatch batch = buildSkinBatch(scene.character, scene.normals);
    const SkinView view = batch.view();
    std::vector<Affinef> matrices;
    for (const Affined& m : scene.matrices) matrices.push_back(convert<float>(m));
    std::vector<float> scratch(skinScratchSize(view));
    std::vector<Vec3f> positions(view.vertices), normals(withNormals ? view.vertices : 0);
    const auto skin = method == SkinMethod::LinearBlend ? skinLinearBlend : skinDualQuaternion;
    for (auto _ : state) {
        skin(view, matrices, scratch, {positions, normals}, {}, set);
        benchmark::ClobberMemory();
    }
    report(state, view.vertices, hashBytes(positions.data(), positions.size() * sizeof(Vec3f)));
}

const bool kRegistered = [] {
    for (const bool withNormals : {false, true}) {
        const std::string suffix = withNormals ? "_normals" : "";
        for (const auto& [name, method] :
             {std::pair{"lbs", SkinMethod::LinearBlend}, std::pair{"dqs", SkinMethod::DualQuaternion}}) {
            benchmark::RegisterBenchmark(
                ("Skin/" + std::string(name) + suffix).c_str(),
                [=](benchmark::State& s) { runBatch(s, method, withNormals, bestInstructionSet()); });
            benchmark::RegisterBenchmark(
                ("Skin/" + std::string(name) + suffix + "_baseline").c_str(),
                [=](benchmark::State& s) { runBatch(s, method, withNormals, InstructionSet{}); });
        }
    }
    return true;
}();

}  // namespace
}  // namespace sinew::bench
