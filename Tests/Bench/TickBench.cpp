// Ticks of bodies with exactly the sizes that Kim and James 2011 timed (table 2), along a smooth path of
// poses, and of real characters that walk. A tick is one sub-step of 1/60 s with as many steps of Newton's
// method as bring the forces to a thousandth.
#include <benchmark/benchmark.h>

#include <Eigen/Dense>
#include <map>
#include <memory>

#include "Asset/Writer/Cost.h"
#include "Fastest.h"
#include "Limits.h"
#include "Offline/Tets/ElasticBody.h"
#include "Offline/Workers.h"
#include "RealBodies.h"
#include "Runtime/Surface/Surface.h"
#include "Support/Bodies/GraphBodies.h"
#include "Support/Runtime/HeldMemory.h"

namespace sinew::bench {
namespace {

constexpr int kTicks = 120;
constexpr double kSeconds = 1.0 / 60;

struct Case {
    const char* name;
    test::BrickDrawing (*drawing)();
    std::uint32_t rank, tets;
    std::size_t domains, interfaces;
    std::uint32_t interfaceNodes;  // of the paper's mesh
    double paperMs;                // eight cores
};

constexpr Case kCases[] = {
    {"BigEarGuy/20", &test::bigEarGuy, 20, 277, 6, 10, 2683, 11},
    {"BigEarGuy/30", &test::bigEarGuy, 30, 404, 6, 10, 2683, 20},
    {"BigEarGuy/40", &test::bigEarGuy, 40, 562, 6, 10, 2683, 34},
    {"MocapGuy/20", &test::mocapGuy, 20, 1368, 17, 26, 5005, 45},
    {"Armadillo/20", &test::armadillo, 20, 728, 16, 18, 4525, 42},
    {"Armadillo/30", &test::armadillo, 30, 1060, 16, 18, 4525, 91},
    {"Armadillo/40", &test::armadillo, 40, 3748, 16, 18, 4525, 243},
};

const Workers& workers() {
    static const Workers all;
    return all;
}

const test::GraphBody& bodyOf(const Case& c) {
    static std::map<std::string, std::unique_ptr<test::GraphBody>> bodies;
    const test::BrickDrawing drawing = c.drawing();
    auto& body = bodies[drawing.name];
    if (!body) body = std::make_unique<test::GraphBody>(drawing, 60, workers().jobs());
    return *body;
}

// An asset, an instance of it and the poses of its path.
class Scene {
  public:
    explicit Scene(const Case& c) : asset_(packAsset(bodyOf(c).asset(c.rank, c.tets, workers().jobs()))) {
        AssetView view;
        viewAsset(asset_.bytes(), view);
        prepare(view);
        for (int i = 0; i <= kTicks; ++i) poses_.push_back(posesAt(bodyOf(c), i * kSeconds));
    }
    // The body stays.
    explicit Scene(const RealBody& body) : asset_(0), poses_(body.poses) { prepare(body.asset.view); }

    const AssetView& view() const { return body_.view; }
    std::size_t instanceBytes() const { return instanceMemory_.size(); }
    Instance& instance() { return instance_; }
    double operationsOf(const TickOutput& out) const {
        const double remade = static_cast<double>(out.remade) / flesh_;
        return cost_.stiffness * remade + cost_.forces * (out.iterations + 1.0) +
               cost_.coupling * std::max(out.iterations, 1u) + (out.iterations > 0 ? cost_.solve : 0);
    }

    void start() {
        resetInstance(instance_);
        TickOutput out;
        tick(0, {}, out);
    }
    struct Copy {
        test::HeldMemory memory;
        Instance instance;
    };
    Copy copy() const {
        Copy one;
        one.memory.place([&](Arena& arena) { allocateInstance(body_, arena, one.instance); });
        return one;
    }
    void startAt(Copy& one, int index) {
        resetInstance(one.instance);
        TickOutput out;
        tick(one.instance, index, {}, out);
    }

    void tick(int index, const Jobs& jobs, TickOutput& out) { tick(instance_, index, jobs, out); }
    void tick(Instance& instance, int index, const Jobs& jobs, TickOutput& out) {
        TickInput input;
        input.bones = poses_[static_cast<std::size_t>(index)];
        input.seconds = index == 0 ? 0 : kSeconds;
        input.watch.nanoseconds = [](void*) {
            return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
        };
        sinew::tick(instance, input, jobs, out);
    }

  private:
    void prepare(const AssetView& view) {
        bodyMemory_.place([&](Arena& arena) { allocateBody(view, arena, body_); });
        fillBody(body_);
        instanceMemory_.place([&](Arena& arena) { allocateInstance(body_, arena, instance_); });
        cost_ = costOf(view);
        for (const AssetDomain& domain : view.domains) flesh_ += domain.rank > 0 ? 1 : 0;
    }

    static std::vector<JointPose> posesAt(const test::GraphBody& body, double time) {
        std::vector<JointPose> bones;
        for (const Affined& frame : body.framesAt(time)) {
            const Quatd r = toQuat(frame.linear);
            const auto f = [](double x) { return static_cast<float>(x); };
            bones.push_back({{f(r.x), f(r.y), f(r.z), f(r.w)}, convert<float>(frame.translation)});
        }
        return bones;
    }

    AssetBytes asset_;
    test::HeldMemory bodyMemory_, instanceMemory_;
    Body body_;
    Instance instance_;
    AssetCost cost_;
    double flesh_ = 0;  // domains with modes
    std::vector<std::vector<JointPose>> poses_;
};

Scene& sceneOf(const Case& c) {
    static std::map<std::string, std::unique_ptr<Scene>> scenes;
    auto& scene = scenes[c.name];
    if (!scene) scene = std::make_unique<Scene>(c);
    return *scene;
}

static_assert(kRealPoses == kTicks + 1);

Scene& sceneOf(const std::string& realName) {
    static std::map<std::string, std::unique_ptr<Scene>> scenes;
    auto& scene = scenes[realName];
    if (!scene) scene = std::make_unique<Scene>(realBody(realName));
    return *scene;
}

// Multiply-adds, as Limits/fma_float has them: GFLOP/s of so many threads.
double peakOf(unsigned threads) {
    constexpr std::size_t kRounds = 100'000;
    constexpr int kRuns = 50;
    static std::map<unsigned, double> peaks;
    double& peak = peaks[threads];
    if (peak > 0) return peak;
    const InstructionSet set = bestInstructionSet();
    const Workers some(threads);
    Fastest fastest;
    for (int i = 0; i < kRuns; ++i) {
        fastest.time([&] {
            parallelFor(threads == 1 ? Jobs{} : some.jobs(), threads,
                        [&](std::uint32_t) { benchmark::DoNotOptimize(fmaFloat(set, kRounds)); });
        });
    }
    const double operations = 2.0 * kRounds * kFmaPerRound * static_cast<double>(floatLanes(set)) * threads;
    return peak = operations / fastest.nanosecondsPer(1);
}

// What one call took at its best, for each tick of the path.
struct Path {
    std::vector<double> total = std::vector<double>(kTicks, HUGE_VAL), cubature = total, coupling = total,
                        system = total;
    double steps = 0, remade = 0, worstResidual = 0, notConverged = 0, operations = 0;

    static double mean(const std::vector<double>& values) {
        double sum = 0;
        for (const double value : values) sum += value;
        return sum / static_cast<double>(values.size());
    }
};

// The same path each time, so that every tick does the same work.
void run(Scene& scene, const Jobs& jobs, Path& path) {
    scene.start();
    path.steps = path.remade = path.worstResidual = path.notConverged = path.operations = 0;
    for (int i = 1; i <= kTicks; ++i) {
        TickOutput out;
        Fastest fastest;
        fastest.time([&] { scene.tick(i, jobs, out); });
        const auto at = static_cast<std::size_t>(i - 1);
        const auto keep = [&](std::vector<double>& best, double ms) { best[at] = std::min(best[at], ms); };
        keep(path.total, fastest.nanosecondsPer(1) / 1e6);
        keep(path.cubature, static_cast<double>(out.times.cubature) / 1e6);
        keep(path.coupling, static_cast<double>(out.times.coupling) / 1e6);
        keep(path.system, static_cast<double>(out.times.system) / 1e6);
        path.steps += out.iterations;
        path.remade += out.remade;
        path.operations += scene.operationsOf(out);
        path.worstResidual = std::max(path.worstResidual, static_cast<double>(out.residual));
        path.notConverged += out.notConverged;
    }
}

void measure(benchmark::State& state, Scene& scene, unsigned threads) {
    const Workers some(threads);
    Path path;
    for ([[maybe_unused]] const auto _ : state) run(scene, threads == 1 ? Jobs{} : some.jobs(), path);
    const double ms = Path::mean(path.total), rate = path.operations / kTicks / ms / 1e6;
    state.counters["ms"] = ms;
    state.counters["worst_ms"] = *std::max_element(path.total.begin(), path.total.end());
    state.counters["cubature_ms"] = Path::mean(path.cubature);
    state.counters["coupling_ms"] = Path::mean(path.coupling);
    state.counters["solve_ms"] = Path::mean(path.system);
    state.counters["steps"] = path.steps / kTicks;
    state.counters["remade"] = path.remade / kTicks;
    state.counters["residual"] = path.worstResidual;
    state.counters["above_1e-3"] = path.notConverged;
    state.counters["KB"] = static_cast<double>(scene.instanceBytes()) / 1024;
    state.counters["GFLOP/s"] = rate;
    state.counters["%_of_fma"] = 100 * rate / peakOf(threads);
    state.SetLabel(std::to_string(stateHash(scene.instance())));
}

void tickPath(benchmark::State& state, const Case& c, unsigned threads) {
    if (bodyOf(c).domains() != c.domains || bodyOf(c).interfaces() != c.interfaces) {
        state.SkipWithError("the body has not the domains and interfaces of the paper's");
        return;
    }
    Scene& scene = sceneOf(c);
    if (scene.view().meta->cubaturePoints != c.tets || scene.view().meta->modes != c.rank * c.domains) {
        state.SkipWithError("the asset has not the paper's size");
        return;
    }
    measure(state, scene, threads);
    state.counters["times_paper"] = c.paperMs / state.counters["ms"];
}

void tickReal(benchmark::State& state, const std::string& name, unsigned threads) {
    Scene& scene = sceneOf(name);
    measure(state, scene, threads);
    const AssetMeta& meta = *scene.view().meta;
    state.counters["modes"] = meta.modes;
    state.counters["tets"] = meta.cubaturePoints;
}

// A hundred of one asset, each somewhere else on the path, ticked side by side.
void crowd(benchmark::State& state, unsigned threads) {
    constexpr int kCount = 100, kFrames = 20;
    const Case& c = kCases[3];
    Scene& scene = sceneOf(c);
    std::vector<Scene::Copy> all;
    for (int i = 0; i < kCount; ++i) all.push_back(scene.copy());
    const Workers some(threads);
    double best = HUGE_VAL;
    std::uint64_t hash = 0;
    for ([[maybe_unused]] const auto _ : state) {
        for (int i = 0; i < kCount; ++i) scene.startAt(all[static_cast<std::size_t>(i)], i % 100);
        for (int f = 1; f <= kFrames; ++f) {
            Fastest fastest;
            fastest.time([&] {
                parallelFor(threads == 1 ? Jobs{} : some.jobs(), kCount, [&](std::uint32_t i) {
                    TickOutput out;
                    scene.tick(all[i].instance, static_cast<int>(i % 100) + f, {}, out);
                });
            });
            best = std::min(best, fastest.nanosecondsPer(1) / 1e6);
        }
        hash = 0;
        for (const Scene::Copy& one : all) hash += stateHash(one.instance);
    }
    state.counters["ms"] = best;
    state.counters["ms_each"] = best / kCount;
    state.counters["MB"] = static_cast<double>(kCount * scene.instanceBytes()) / 1e6;
    state.SetLabel(std::to_string(hash));
}

// Coupling by sums over the interfaces' nodes instead of tensors: what a tick would cost without them.
void vertexSums(benchmark::State& state, const Case& c) {
    using Matrix = Eigen::MatrixXf;
    const auto nodes = static_cast<Eigen::Index>(c.interfaceNodes / c.interfaces),
               rank = Eigen::Index{c.rank} + 1;
    std::vector<Matrix> a, b;
    for (std::size_t i = 0; i < c.interfaces; ++i) {
        a.push_back(Matrix::Random(3 * nodes, rank));
        b.push_back(Matrix::Random(3 * nodes, rank));
    }
    const Eigen::Matrix3f turn = Eigen::AngleAxisf(0.3f, Eigen::Vector3f::UnitX()).toRotationMatrix();
    Matrix turned(3 * nodes, rank), block(rank, rank);
    Fastest fastest;
    for ([[maybe_unused]] const auto _ : state) {
        fastest.time([&] {
            for (std::size_t i = 0; i < c.interfaces; ++i) {
                for (Eigen::Index k = 0; k < nodes; ++k)
                    turned.middleRows<3>(3 * k) = turn * b[i].middleRows<3>(3 * k);
                block.noalias() = a[i].transpose() * turned;
                benchmark::DoNotOptimize(block.data());
            }
        });
    }
    Scene& scene = sceneOf(c);
    Path path;
    for (int i = 0; i < 3; ++i) run(scene, {}, path);
    const double sums = fastest.nanosecondsPer(1) / 1e6;
    state.counters["coupling_ms"] = sums;
    state.counters["ms"] = Path::mean(path.total) - Path::mean(path.coupling) + sums;
}

void registerAll() {
    for (const unsigned threads : {1u, 2u}) {
        benchmark::RegisterBenchmark(("Crowd/100/threads:" + std::to_string(threads)).c_str(),
                                     [threads](benchmark::State& state) { crowd(state, threads); })
            ->Unit(benchmark::kMillisecond);
    }
    for (const std::string& body : realBodies()) {
        for (const unsigned threads : {1u, 2u}) {
            benchmark::RegisterBenchmark(
                ("Tick/" + body + "/threads:" + std::to_string(threads)).c_str(),
                [body, threads](benchmark::State& state) { tickReal(state, body, threads); })
                ->Unit(benchmark::kMillisecond)
                ->MinTime(1);
        }
    }
    for (const Case& c : kCases) {
        const std::string name = std::string("Tick/") + c.name;
        for (const unsigned threads : {1u, 2u}) {
            benchmark::RegisterBenchmark(
                (name + "/threads:" + std::to_string(threads)).c_str(),
                [&c, threads](benchmark::State& state) { tickPath(state, c, threads); })
                ->Unit(benchmark::kMillisecond)
                ->MinTime(1);
        }
        benchmark::RegisterBenchmark((name + "_no_fst").c_str(), [&c](benchmark::State& state) {
            vertexSums(state, c);
        })->Unit(benchmark::kMillisecond);
    }
}

[[maybe_unused]] const bool kRegistered = (registerAll(), true);

}  // namespace
}  // namespace sinew::bench
