#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <thread>

#include "Offline/Workers.h"

namespace sinew {

struct Workers::Pool {
    explicit Pool(unsigned threads)
        : limit(tbb::global_control::max_allowed_parallelism, threads), arena(static_cast<int>(threads)) {}
    tbb::global_control limit;  // without it oneTBB never starts more threads than the machine has cores
    tbb::task_arena arena;
};

namespace {

void runInArena(void* host, std::uint32_t count, Jobs::Task task, void* taskData) {
    static_cast<tbb::task_arena*>(host)->execute([&] {
        tbb::parallel_for(
            std::uint32_t{0}, count, [&](std::uint32_t i) { task(taskData, i); }, tbb::simple_partitioner{});
    });
}

}  // namespace

Workers::Workers(unsigned threads)
    : threads_(threads != 0 ? threads : std::max(1u, std::thread::hardware_concurrency())),
      pool_(std::make_unique<Pool>(threads_)) {}

Workers::~Workers() = default;

Jobs Workers::jobs() const {
    return threads_ == 1 ? Jobs{} : Jobs{&pool_->arena, &runInArena};
}

}  // namespace sinew
