// Where oneTBB is not: a pool of std::threads. One loop at a time; a nested or concurrent loop runs serially.
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "Offline/Workers.h"

namespace sinew {

namespace {

thread_local bool insideLoop = false;

struct Loop {
    std::uint32_t count;
    Jobs::Task task;
    void* taskData;
    std::atomic<std::uint32_t> next{0};
    std::mutex failureMutex{};
    std::exception_ptr failure{};

    // The first exception stops the loop and is rethrown to the caller, as oneTBB does.
    void work() {
        insideLoop = true;
        try {
            for (std::uint32_t i = next++; i < count; i = next++) task(taskData, i);
        } catch (...) {
            const std::scoped_lock lock(failureMutex);
            if (!failure) failure = std::current_exception();
            next = count;
        }
        insideLoop = false;
    }
};

}  // namespace

struct Workers::Pool {
    explicit Pool(unsigned helpers) {
        for (unsigned i = 0; i < helpers; ++i) threads.emplace_back([this] { serve(); });
    }

    ~Pool() {
        {
            const std::scoped_lock lock(mutex);
            stopping = true;
        }
        wake.notify_all();
        for (std::thread& thread : threads) thread.join();
    }

    void serve() {
        std::uint64_t seen = 0;
        std::unique_lock lock(mutex);
        while (true) {
            wake.wait(lock, [&] { return stopping || generation != seen; });
            if (stopping) return;
            seen = generation;
            Loop* const current = loop;
            if (current == nullptr) continue;
            ++busy;
            lock.unlock();
            current->work();
            lock.lock();
            if (--busy == 0) idle.notify_one();
        }
    }

    static void run(void* host, std::uint32_t count, Jobs::Task task, void* taskData) {
        Pool& pool = *static_cast<Pool*>(host);
        // try_lock on a mutex the same thread holds is undefined, so nesting is asked for first.
        std::unique_lock<std::mutex> only;
        if (!insideLoop) only = std::unique_lock(pool.oneLoop, std::try_to_lock);
        if (!only.owns_lock()) {
            for (std::uint32_t i = 0; i < count; ++i) task(taskData, i);
            return;
        }
        Loop mine{count, task, taskData};
        {
            const std::scoped_lock lock(pool.mutex);
            pool.loop = &mine;
            ++pool.generation;
        }
        pool.wake.notify_all();
        mine.work();
        {
            std::unique_lock lock(pool.mutex);
            pool.loop = nullptr;
            pool.idle.wait(lock, [&] { return pool.busy == 0; });
        }
        if (mine.failure) std::rethrow_exception(mine.failure);
    }

    std::mutex oneLoop;
    std::mutex mutex;
    std::condition_variable wake, idle;
    Loop* loop = nullptr;
    std::uint64_t generation = 0;
    unsigned busy = 0;
    bool stopping = false;
    std::vector<std::thread> threads;
};

Workers::Workers(unsigned threads)
    : threads_(threads != 0 ? threads : std::max(1u, std::thread::hardware_concurrency())),
      pool_(std::make_unique<Pool>(threads_ - 1)) {}

Workers::~Workers() = default;

Jobs Workers::jobs() const {
    return threads_ == 1 ? Jobs{} : Jobs{pool_.get(), &Pool::run};
}

}  // namespace sinew
