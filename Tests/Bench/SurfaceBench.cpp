// Vertices and normals of a character of 30,000 vertices, 20 domains of 20 modes, half of the skin in two of
// them.
#include <benchmark/benchmark.h>

#include <memory>

#include "Base/Hash.h"
#include "Fastest.h"
#include "Offline/Workers.h"
#include "Runtime/Surface/Surface.h"
#include "Support/Runtime/AssetSamples.h"
#include "Support/Runtime/HeldMemory.h"

namespace sinew::bench {
namespace {

enum class Shading { None, Normals, Tangents };

class Skin {
  public:
    Skin() : asset_(packAsset(test::sampleAsset(size()).content)) {
        AssetView view;
        viewAsset(asset_.bytes(), view);
        bodyMemory_.place([&](Arena& arena) {
            allocateBody(view, arena, body_);
            allocateSkinMesh(body_, arena, skin_);
            allocateMesh(skin_, ownMesh(view), arena, mesh_);
        });
        fillBody(body_);
        fillSkinMesh(skin_);
        fillMesh(ownMesh(view), nullptr, mesh_);
        instanceMemory_.place([&](Arena& arena) { allocateInstance(body_, arena, instance); });
        resetInstance(instance);
        surfaceMemory_.place([&](Arena& arena) { allocateSurface(mesh_, arena, surface_); });
        resetSurface(surface_);
        instance.weight = 1;
        for (std::size_t d = 0; d < body_.domains.size(); ++d) {
            instance.frames[d] = {expMap(Vec3d{0, 0, 0.1 * static_cast<double>(d % 3)}),
                                  convert<double>(view.domains[d].centre)};
        }
        positions.resize(3 * std::size_t{mesh_.vertices});
        normals.resize(positions.size());
        tangents.resize(4 * std::size_t{mesh_.vertices});
    }

    // How large the modes are, from the first to the last of each domain.
    void shape(float first, float fall) {
        for (const BodyDomain& d : body_.domains) {
            float q = first;
            for (std::uint32_t k = 0; k < d.rank; ++k, q *= fall) instance.shown[d.firstLane + k] = q;
        }
    }
    void write(Shading shading, const Jobs& jobs) {
        SurfaceOutput output{{positions.data(), 12}, {}, {}, {}};
        if (shading != Shading::None) output.normals = {normals.data(), 12};
        if (shading == Shading::Tangents) output.tangents = {tangents.data(), 16};
        writeSurface(surface_, instance, output, jobs);
    }
    double bytes() const { return static_cast<double>(body_.view.rows.size_bytes()); }
    std::size_t vertices() const { return positions.size() / 3; }

    Instance instance;
    std::vector<float> positions, normals, tangents;

  private:
    static test::SampleSize size() {
        test::SampleSize size;
        size.ranks.assign(20, 20);
        size.vertices = 30000;
        return size;
    }
    AssetBytes asset_;
    test::HeldMemory bodyMemory_, instanceMemory_, surfaceMemory_;
    Body body_;
    SkinMesh skin_;
    BoundMesh mesh_;
    ShownSurface surface_;
};

Skin& skin() {
    static Skin one;
    return one;
}

// `fall`: of the modes' sizes, from one to the next. 1: all of them count; usual shapes fall by a third, and
// what nobody sees is left out.
void surface(benchmark::State& state, Shading shading, float fall, unsigned threads) {
    const Workers workers(threads);
    skin().shape(0.01f, fall);
    Fastest fastest;
    for ([[maybe_unused]] const auto _ : state) {
        fastest.time([&] { skin().write(shading, threads == 1 ? Jobs{} : workers.jobs()); });
    }
    const double seconds = fastest.nanosecondsPer(1) / 1e9;
    state.counters["ms"] = 1e3 * seconds;
    state.counters["ns_per_vertex"] = fastest.nanosecondsPer(skin().vertices());
    if (fall == 1) state.counters["GB/s"] = skin().bytes() / seconds / 1e9;
    state.SetLabel(std::to_string(hashOf(std::span<const float>(skin().positions))));
}

void registerAll() {
    for (const unsigned threads : {1u, 2u}) {
        const std::string end = "/threads:" + std::to_string(threads);
        const auto add = [&](const std::string& name, Shading shading, float fall) {
            benchmark::RegisterBenchmark((name + end).c_str(), [=](benchmark::State& state) {
                surface(state, shading, fall, threads);
            })->Unit(benchmark::kMillisecond);
        };
        add("Surface/30k", Shading::Normals, 0.67f);
        add("Surface/30k_tangents", Shading::Tangents, 0.67f);
        add("Surface/30k_all_modes", Shading::Normals, 1);
        add("Surface/30k_positions", Shading::None, 0.67f);
    }
}

[[maybe_unused]] const bool kRegistered = (registerAll(), true);

}  // namespace
}  // namespace sinew::bench
