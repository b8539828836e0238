// The structs behind the opaque handles of sinew_full.h.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "Api/sinew_full.h"
#include "Offline/Lattice/LiveSolver.h"
#include "Offline/Lattice/ShownMesh.h"

namespace sinew {

// A shape that the solving thread passes to the drawing threads. It is immutable from then on.
struct HandedOver {
    lattice::ShownShape shape;
    std::uint64_t tick = 0;
    bool finished = false;
};

// Holds the newest shape. A drawing thread shares ownership of it while it draws; the lock is held only while
// a pointer is exchanged.
class HandOver {
  public:
    std::shared_ptr<const HandedOver> newest() const {
        const std::scoped_lock lock(mutex_);
        return newest_;
    }
    void put(std::shared_ptr<const HandedOver> shape) {
        const std::scoped_lock lock(mutex_);
        newest_.swap(shape);  // the old shape is freed after the lock
    }

  private:
    mutable std::mutex mutex_;
    std::shared_ptr<const HandedOver> newest_;
};

}  // namespace sinew

struct SinewFull {
    SinewFull(sinew::Character character, const sinew::lattice::LiveSettings& settings,
              const sinew::Jobs& jobs, const sinew::ProgressCallback& progress)
        : live(std::move(character), settings, jobs, progress) {}

    sinew::lattice::LiveSolver live;
    std::string notes;
    std::uint64_t number = 0;  // unique among solvers
    std::mutex ticking;
    sinew::HandOver shown;
    std::atomic<bool> isCancelled{false};
    std::atomic<float> reached{1};
};

struct SinewFullSurface {
    sinew::lattice::ShownMesh mesh;
    std::uint64_t solver;  // SinewFull::number
    sinew::lattice::ShownVertices vertices;
    std::vector<sinew::Vec3f> previous;
};
