// What a tick stands on, in memory of the test's own.
#pragma once

#include <gtest/gtest.h>

#include "Offline/Reduction/Bases/Snapshots.h"
#include "Runtime/Tick/Instance.h"
#include "Support/Runtime/HeldMemory.h"

namespace sinew::test {

class HeldBody {
  public:
    explicit HeldBody(const AssetContent& content) : asset_(packAsset(content)) {
        AssetView view;
        EXPECT_TRUE(viewAsset(asset_.bytes(), view).ok());
        EXPECT_TRUE(memory_.place([&](Arena& arena) { allocateBody(view, arena, body); }));
        fillBody(body);
    }
    HeldBody(const HeldBody&) = delete;

    Body body;

  private:
    AssetBytes asset_;
    HeldMemory memory_;
};

struct HeldSolver {
    explicit HeldSolver(const Body& body) {
        EXPECT_TRUE(memory.place([&](Arena& arena) { allocateSolver(body, arena, solver); }));
        resetSolver(solver);
    }
    HeldSolver(const HeldSolver&) = delete;

    Solver solver;
    HeldMemory memory;
};

struct HeldInstance {
    explicit HeldInstance(const Body& body) {
        EXPECT_TRUE(memory.place([&](Arena& arena) { allocateInstance(body, arena, instance); }));
        resetInstance(instance);
    }
    HeldInstance(const HeldInstance&) = delete;

    Instance instance;
    HeldMemory memory;
};

inline std::vector<Frame> framesOf(const AssetView& view, std::span<const Affined> skinMatrices) {
    std::vector<Frame> frames;
    for (const AssetDomain& d : view.domains) {
        const Affined& m = skinMatrices[d.joint];
        frames.push_back(
            {toQuat(reduction::rigidMotion(m, {}).rotation), transformPoint(m, convert<double>(d.centre))});
    }
    return frames;
}

}  // namespace sinew::test
