// The host's workers. Exceptions are caught in each task and rethrown afterwards, so that none passes through
// the host's code, which may be compiled without them.
#pragma once

#include <exception>
#include <mutex>

#include "Api/sinew.h"
#include "Base/Jobs.h"

namespace sinew {

class LentWorkers {
  public:
    // Null means no workers.
    explicit LentWorkers(const SinewWorkers* workers)
        : lent_(workers == nullptr ? SinewWorkers{} : *workers) {}
    LentWorkers(const LentWorkers&) = delete;  // jobs() points here
    LentWorkers& operator=(const LentWorkers&) = delete;

    Jobs jobs() { return lent_.parallelFor == nullptr ? Jobs{} : Jobs{this, &run}; }

  private:
    struct Loop {
        Jobs::Task task;
        void* taskData;
        std::mutex mutex{};
        std::exception_ptr failure{};

        static void one(void* data, std::uint32_t index) {
            Loop& loop = *static_cast<Loop*>(data);
            try {
                loop.task(loop.taskData, index);
            } catch (...) {
                const std::scoped_lock lock(loop.mutex);
                if (!loop.failure) loop.failure = std::current_exception();
            }
        }
    };

    static void run(void* self, std::uint32_t count, Jobs::Task task, void* taskData) {
        const SinewWorkers& lent = static_cast<LentWorkers*>(self)->lent_;
        Loop loop{task, taskData};
        lent.parallelFor(lent.host, count, &Loop::one, &loop);
        if (loop.failure) std::rethrow_exception(loop.failure);
    }

    SinewWorkers lent_;
};

}  // namespace sinew
