// What the handles of the full solver's door point to.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "Api/sinew_full.h"
#include "Offline/Lattice/LiveSolver.h"
#include "Offline/Lattice/ShownMesh.h"

namespace sinew {

// One shape from the thread that solves to those that draw; never changed once it is handed over.
struct HandedOver {
    lattice::ShownShape shape;
    std::uint64_t tick = 0;
    bool finished = false;
};

// Holds the newest one. Whoever draws takes a share of it and keeps it for as long as that takes; the lock is
// held for the exchange of a pointer only.
class HandOver {
  public:
    std::shared_ptr<const HandedOver> newest() const {
        const std::scoped_lock lock(mutex_);
        return newest_;
    }
    void put(std::shared_ptr<const HandedOver> shape) {
        const std::scoped_lock lock(mutex_);
        newest_.swap(shape);  // what nobody has any more is freed after the lock
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
    std::uint64_t number = 0;  // no two solvers have the same
    std::mutex ticking;
    sinew::HandOver shown;
    std::atomic<bool> isCancelled{false};
    std::atomic<float> reached{1};
};

struct SinewFullSurface {
    sinew::lattice::ShownMesh mesh;
    std::uint64_t solver;  // its number
    sinew::lattice::ShownVertices vertices;
    std::vector<sinew::Vec3f> previous;
};
