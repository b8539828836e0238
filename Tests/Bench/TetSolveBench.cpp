// One linear system of a Newton step, K y = b to 1e-6, three ways. A bar of flesh at rest, held at one end:
// without bones inside, softer in its slowest mode than any body.
#include <benchmark/benchmark.h>

#include <malloc.h>

#include <Eigen/SparseCholesky>
#include <fstream>
#include <map>
#include <string>

#include "Base/Hash.h"
#include "Fastest.h"
#include "Offline/Tets/ElasticBody.h"
#include "Offline/Tets/Linear/ConjugateGradient.h"
#include "Offline/Tets/Linear/Multilevel.h"
#include "Offline/Workers.h"
#include "Support/Bodies/TetBoxes.h"

namespace sinew::bench {
namespace {

constexpr double kTolerance = 1e-6;

struct System {
    tets::ElasticBody body;
    tets::FreeNodes free;
    std::shared_ptr<const tets::Graph> graph;
    tets::ElementPlaces places;
    std::vector<Vec3d> positions;
    tets::BlockMatrix<double> k;
    std::vector<Vec3d> b;

    System(std::uint32_t cubes, const Jobs& jobs)
        : body(boxOfTets(2 * cubes, cubes, cubes, 0.2 / cubes), Flesh{}) {
        std::vector<bool> held(body.nodes());
        for (std::uint32_t i = 0; i < body.nodes(); ++i) held[i] = body.rest().nodes[i].x == 0;
        free = tets::freeNodes(held);
        graph = std::make_shared<tets::Graph>(tets::nodeGraph(body.rest().tets, free));
        places = tets::ElementPlaces(body.rest().tets, *graph, free);
        k = zeroMatrix<double>(graph);
        for (const std::uint32_t node : free.nodeOfFree) {
            positions.push_back(body.rest().nodes[node]);
            b.push_back({0, -1, (node % 7) * 0.1});
        }
        assemble(jobs);
    }
    void assemble(const Jobs& jobs) {
        std::fill(k.value.begin(), k.value.end(), Mat3d{});
        tets::StiffnessSum sum{free, places, {}, k};
        tets::Elasticity(body).addStiffness(body.rest().nodes, sum, jobs);
    }
};

const Workers& workers() {
    static const Workers all;
    return all;
}

// About 10k, 50k and 200k tets.
System& systemOf(std::int64_t thousandTets) {
    static std::map<std::int64_t, System> systems;
    const std::uint32_t cubes = thousandTets == 10 ? 9 : thousandTets == 50 ? 16 : 26;
    return systems.try_emplace(thousandTets, cubes, workers().jobs()).first->second;
}

// MiB in the line of /proc/self/status that starts with `name`.
double memoryStatus(const std::string& name) {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        if (word != name + ":") continue;
        double kilobytes = 0;
        status >> kilobytes;
        return kilobytes / 1024;
    }
    return 0;
}

// What is taken at most beyond what was there at the start.
class PeakMemory {
  public:
    PeakMemory() {
        malloc_trim(0);  // what earlier ones have given back must not serve this one unseen
        std::ofstream("/proc/self/clear_refs") << "5";
        before_ = memoryStatus("VmRSS");
    }
    double megabytes() const { return memoryStatus("VmHWM") - before_; }

  private:
    double before_;
};

void finish(benchmark::State& state, const System& system, const PeakMemory& memory, int iterations,
            std::span<const Vec3d> y) {
    state.counters["tets"] = system.body.tets();
    state.counters["cg_iterations"] = iterations;
    state.counters["peak_mb"] = memory.megabytes();
    state.SetLabel(std::to_string(hashBytes(y.data(), y.size_bytes())));
}

void multilevel(benchmark::State& state) {
    System& system = systemOf(state.range(0));
    const Jobs jobs = workers().jobs();
    const PeakMemory memory;
    const tets::MultilevelPlan plan =
        tets::planMultilevel(system.graph, system.positions, system.body.spacing());
    tets::Multilevel<double> levels(plan);
    std::vector<Vec3d> y(system.b.size());
    LinearStats stats;
    for ([[maybe_unused]] auto _ : state) {
        levels.update(system.k, jobs);
        stats = conjugateGradient<double>(
            system.k, system.b, y, [&](auto r, auto z) { levels.apply(r, z, jobs); },
            {.tolerance = kTolerance}, jobs);
    }
    finish(state, system, memory, stats.iterations, y);
}

void jacobi(benchmark::State& state) {
    System& system = systemOf(state.range(0));
    const Jobs jobs = workers().jobs();
    const PeakMemory memory;
    std::vector<Vec3d> y(system.b.size());
    LinearStats stats;
    for ([[maybe_unused]] auto _ : state) {
        const std::vector<Mat3d> inverse = tets::inverseDiagonal(system.k, jobs);
        stats = conjugateGradient<double>(
            system.k, system.b, y,
            [&](auto r, auto z) {
                for (std::size_t i = 0; i < r.size(); ++i) z[i] = inverse[i] * r[i];
            },
            {.tolerance = kTolerance, .maxIterations = 10000}, jobs);
    }
    finish(state, system, memory, stats.iterations, y);
}

Eigen::SparseMatrix<double> lowerTriangle(const tets::BlockMatrix<double>& k) {
    std::vector<Eigen::Triplet<double, int>> entries;
    for (std::uint32_t i = 0; i < k.rows(); ++i) {
        for (std::uint32_t e = k.graph->rowStart[i]; e < k.graph->rowStart[i + 1]; ++e) {
            for (int n = 0; n < 9; ++n) {
                const int row = static_cast<int>(3 * i) + n % 3,
                          column = static_cast<int>(3 * k.graph->column[e]) + n / 3;
                if (row >= column) entries.emplace_back(row, column, k.value[e](n % 3, n / 3));
            }
        }
    }
    Eigen::SparseMatrix<double> matrix(3 * k.rows(), 3 * k.rows());
    matrix.setFromTriplets(entries.begin(), entries.end());
    return matrix;
}

void ldlt(benchmark::State& state) {
    const System& system = systemOf(state.range(0));
    const PeakMemory memory;
    const Eigen::SparseMatrix<double> matrix = lowerTriangle(system.k);
    Eigen::VectorXd b(matrix.rows()), y;
    for (std::size_t i = 0; i < system.b.size(); ++i) {
        for (int axis = 0; axis < 3; ++axis) b(static_cast<int>(3 * i) + axis) = system.b[i][axis];
    }
    Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> solver;
    solver.analyzePattern(matrix);
    for ([[maybe_unused]] auto _ : state) {
        solver.factorize(matrix);
        y = solver.solve(b);
    }
    std::vector<Vec3d> result(system.b.size());
    for (std::size_t i = 0; i < result.size(); ++i) {
        for (int axis = 0; axis < 3; ++axis)
            result[i][axis] = static_cast<double>(y(static_cast<int>(3 * i) + axis));
    }
    finish(state, system, memory, 0, result);
}

void assembly(benchmark::State& state) {
    System& system = systemOf(state.range(0));
    Fastest fastest;
    for ([[maybe_unused]] auto _ : state) fastest.time([&] { system.assemble(workers().jobs()); });
    state.counters["ns_per_tet"] = fastest.nanosecondsPer(system.body.tets());
    state.SetLabel(std::to_string(hashBytes(system.k.value.data(), system.k.value.size() * sizeof(Mat3d))));
}

BENCHMARK(multilevel)
    ->Name("TetSolve/multilevel")
    ->Arg(10)
    ->Arg(50)
    ->Arg(200)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(jacobi)
    ->Name("TetSolve/jacobi_pcg")
    ->Arg(10)
    ->Arg(50)
    ->Arg(200)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(ldlt)
    ->Name("TetSolve/ldlt")
    ->Arg(10)
    ->Arg(50)
    ->Arg(200)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(assembly)->Name("TetSolve/assembly")->Arg(200)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace sinew::bench
