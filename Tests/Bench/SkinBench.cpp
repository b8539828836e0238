// Skinning on one thread, in ns per vertex. The label is a hash of the result, so that speed bought with
// wrong numbers shows.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "Base/Hash.h"
#include "Fastest.h"
#include "Offline/Character/Import.h"
#include "Offline/Character/Pose.h"
#include "Offline/Character/Skinning.h"
#include "Support/Data.h"
#include "Support/Skinning/SkinBatch.h"

namespace sinew::bench {
namespace {

constexpr std::uint32_t kStations = 24, kJointsPerStation = 3, kInfluences = 4;
constexpr std::uint32_t kRings = 250, kAround = 120;  // 30,000 vertices

Vec3d onCircle(double x, double turn, double radius) {
    return {x, radius * std::cos(2 * std::numbers::pi * turn),
            radius * std::sin(2 * std::numbers::pi * turn)};
}

// A number between 0 and 2 that depends on both and looks random.
double scramble(std::uint32_t vertex, std::uint32_t joint) {
    const std::uint32_t key[] = {vertex, joint};
    return static_cast<double>(hashBytes(key, sizeof key) >> 11) * 0x1p-52;
}

void addInfluences(Character& character, const std::vector<std::pair<double, std::uint32_t>>& nearest) {
    for (std::uint32_t k = 0; k < kInfluences; ++k) {
        const auto& [distance, joint] = nearest[k];
        character.weights.influences.push_back({joint, static_cast<float>(std::exp(-distance))});
    }
    character.weights.firstOfVertex.push_back(
        static_cast<std::uint32_t>(character.weights.influences.size()));
}

// A trunk with joints inside, vertices ring by ring, each bound to the four nearest joints: which four
// changes along and around, as it does on a body. `scrambled`: to any four instead, so that hardly two
// vertices agree.
Character trunk(bool scrambled) {
    Character character;
    std::vector<Vec3d> joints;
    for (std::uint32_t j = 0; j < kStations * kJointsPerStation; ++j) {
        const std::uint32_t station = j / kJointsPerStation;
        joints.push_back(onCircle(station, (j % kJointsPerStation) / 3.0 + 0.05, 0.5));
        character.skeleton.joints.push_back(
            {"joint" + std::to_string(j), static_cast<std::int32_t>(j) - 1, {}});
        character.skeleton.inverseBind.push_back({Mat3d::identity(), -joints[j]});
    }
    character.weights.firstOfVertex.push_back(0);
    for (std::uint32_t v = 0; v < kRings * kAround; ++v) {
        const std::uint32_t onRing = v / kAround;
        const double ring = onRing, around = v % kAround;
        const Vec3d p = onCircle(ring * (kStations - 1) / (kRings - 1), around / kAround, 1);
        character.surface.positions.push_back(p);
        std::vector<std::pair<double, std::uint32_t>> nearest;
        for (std::uint32_t j = 0; j < joints.size(); ++j) {
            const Vec3d d = joints[j] - p;
            nearest.emplace_back(scrambled ? scramble(v, j) : dot(d, d), j);
        }
        std::sort(nearest.begin(), nearest.end());
        addInfluences(character, nearest);
    }
    return character;
}

// Every joint turns a little against the one before it.
std::vector<Affined> curl(const Character& character) {
    std::vector<Affined> matrices;
    Affined frame;
    for (std::size_t j = 0; j < character.skeleton.joints.size(); ++j) {
        const Vec3d axis = normalized(Vec3d{std::sin(0.7 * static_cast<double>(j)), 1, 0.5});
        frame = frame * Affined{toMatrix(fromAxisAngle(axis, 0.1)), {0.3, 0, 0}};
        matrices.push_back(frame * character.skeleton.inverseBind[j]);
    }
    return matrices;
}

const Character* body() {
    static const Character character = trunk(false);
    return &character;
}

const Character* scrambledBody() {
    static const Character character = trunk(true);
    return &character;
}

// Null where the data is absent.
const Character* human() {
    static const std::optional<Character> character = []() -> std::optional<Character> {
        const auto path = test::dataPath("makehuman_human/human_body.glb");
        if (!path) return std::nullopt;
        return importCharacter(*path);
    }();
    return character ? &*character : nullptr;
}

// Any unit vectors cost the same.
std::vector<Vec3d> someNormals(const Character& character) {
    std::vector<Vec3d> normals;
    for (const Vec3d& p : character.surface.positions) normals.push_back(normalized(Vec3d{0.1, p.y, p.z}));
    return normals;
}

void report(benchmark::State& state, const Fastest& fastest, std::size_t vertices, std::uint64_t hash) {
    state.counters["ns_per_vertex"] = fastest.nanosecondsPer(vertices);
    char text[32];
    std::snprintf(text, sizeof text, "hash %016llx", static_cast<unsigned long long>(hash));
    state.SetLabel(text);
}

struct Run {
    const char* name;
    const Character* (*character)();
    SkinMethod method;
    bool normals = false;
    bool baseline = false;  // with the instruction set that every machine has
};

void runBatch(benchmark::State& state, const Run& run) {
    const Character* const character = run.character();
    if (character == nullptr) return state.SkipWithError("no real characters: set SINEW_DATA");
    const SkinBatch batch = buildSkinBatch(*character, someNormals(*character));
    const SkinView view = batch.view();
    std::vector<Affinef> matrices;
    for (const Affined& m : curl(*character)) matrices.push_back(convert<float>(m));
    std::vector<float> scratch(skinScratchSize(view));
    std::vector<Vec3f> positions(view.vertices), normals(run.normals ? view.vertices : 0);
    const auto skin = run.method == SkinMethod::LinearBlend ? skinLinearBlend : skinDualQuaternion;
    const InstructionSet set = run.baseline ? InstructionSet{} : bestInstructionSet();
    Fastest fastest;
    for ([[maybe_unused]] auto _ : state) {
        fastest.time([&] { skin(view, matrices, scratch, {positions, normals}, {}, set); });
    }
    const std::uint64_t hash = hashBytes(normals.data(), normals.size() * sizeof(Vec3f));
    report(state, fastest, view.vertices,
           hashBytes(positions.data(), positions.size() * sizeof(Vec3f), hash));
}

void runTwin(benchmark::State& state, SkinMethod method) {
    const std::vector<Affined> matrices = curl(*body());
    std::vector<Vec3d> positions;
    Fastest fastest;
    for ([[maybe_unused]] auto _ : state) {
        fastest.time([&] { positions = skinPositions(*body(), matrices, method); });
    }
    report(state, fastest, positions.size(), hashBytes(positions.data(), positions.size() * sizeof(Vec3d)));
}

const bool kRegistered = [] {
    constexpr SkinMethod kLinear = SkinMethod::LinearBlend, kDual = SkinMethod::DualQuaternion;
    static const Run runs[] = {
        {"Skin/lbs", body, kLinear},
        {"Skin/lbs_normals", body, kLinear, true},
        {"Skin/dqs", body, kDual},
        {"Skin/dqs_normals", body, kDual, true},
        {"Skin/lbs_baseline", body, kLinear, false, true},
        {"Skin/dqs_baseline", body, kDual, false, true},
        {"Skin/lbs_scrambled", scrambledBody, kLinear},
        {"Skin/lbs_normals_scrambled", scrambledBody, kLinear, true},
        {"Skin/dqs_scrambled", scrambledBody, kDual},
        {"Skin/dqs_normals_scrambled", scrambledBody, kDual, true},
        {"Skin/lbs_human", human, kLinear},
        {"Skin/lbs_normals_human", human, kLinear, true},
        {"Skin/dqs_human", human, kDual},
        {"Skin/dqs_normals_human", human, kDual, true},
    };
    for (const Run& run : runs) benchmark::RegisterBenchmark(run.name, runBatch, std::cref(run));
    benchmark::RegisterBenchmark("Skin/lbs_scalar", runTwin, kLinear);
    benchmark::RegisterBenchmark("Skin/dqs_scalar", runTwin, kDual);
    return true;
}();

}  // namespace
}  // namespace sinew::bench
