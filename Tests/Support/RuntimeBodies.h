// What a tick stands on, in memory of the test's own.
#pragma once

#include <gtest/gtest.h>

#include "Asset/Writer.h"
#include "Offline/Reduction/Snapshots.h"
#include "Runtime/Instance.h"

namespace sinew::test {

inline std::span<std::byte> aligned(std::vector<std::byte>& memory, std::size_t size) {
    memory.resize(size + Arena::kAlignment);
    const auto address = reinterpret_cast<std::uintptr_t>(memory.data());
    return {memory.data() + (Arena::kAlignment - address % Arena::kAlignment) % Arena::kAlignment, size};
}

class HeldBody {
  public:
    explicit HeldBody(const AssetContent& content) : asset_(packAsset(content)) {
        AssetView view;
        EXPECT_TRUE(viewAsset(asset_.bytes(), view).ok());
        Arena measure;
        EXPECT_FALSE(layBody(view, measure, body));
        Arena arena(aligned(memory_, measure.size()));
        EXPECT_TRUE(layBody(view, arena, body));
        fillBody(body);
    }
    HeldBody(const HeldBody&) = delete;

    Body body;

  private:
    AssetBytes asset_;
    std::vector<std::byte> memory_;
};

class HeldSolver {
  public:
    explicit HeldSolver(const Body& body) {
        Arena measure;
        laySolver(body, measure, solver);
        Arena arena(aligned(memory_, measure.size()));
        EXPECT_TRUE(laySolver(body, arena, solver));
        resetSolver(solver);
    }
    HeldSolver(const HeldSolver&) = delete;

    Solver solver;

  private:
    std::vector<std::byte> memory_;
};

class HeldInstance {
  public:
    explicit HeldInstance(const Body& body) {
        Arena measure;
        layInstance(body, measure, instance);
        size = measure.size();
        Arena arena(aligned(memory_, measure.size()));
        EXPECT_TRUE(layInstance(body, arena, instance));
        resetInstance(instance);
    }
    HeldInstance(const HeldInstance&) = delete;

    Instance instance;
    std::size_t size = 0;  // bytes

  private:
    std::vector<std::byte> memory_;
};

inline std::vector<Frame> framesOf(const AssetView& view, std::span<const Affined> skinMatrices) {
    std::vector<Frame> frames;
    for (const AssetDomain& d : view.domains) {
        const Affined& m = skinMatrices[d.joint];
        frames.push_back({toQuat(rigidMotion(m, {}).rotation), transformPoint(m, convert<double>(d.centre))});
    }
    return frames;
}

}  // namespace sinew::test
