// Worker threads that the host provides. Without them everything runs serially, with the same bits.
#pragma once

#include <cstdint>

namespace sinew {

struct Jobs {
    using Task = void (*)(void* taskData, std::uint32_t index);
    // Calls task(taskData, i) once for every i < count, on any threads, and returns when all are done.
    using ParallelFor = void (*)(void* host, std::uint32_t count, Task task, void* taskData);

    void* host = nullptr;
    ParallelFor parallelFor = nullptr;  // null for serial execution
};

// Calls body(i) for every i < count.
template <class Body>
void parallelFor(const Jobs& jobs, std::uint32_t count, Body&& body) {
    if (jobs.parallelFor == nullptr || count < 2) {
        for (std::uint32_t i = 0; i < count; ++i) body(i);
        return;
    }
    auto* const shared = &body;
    using Shared = decltype(shared);
    jobs.parallelFor(
        jobs.host, count, [](void* data, std::uint32_t i) { (**static_cast<Shared*>(data))(i); },
        const_cast<void*>(static_cast<const void*>(&shared)));
}

// Calls body(begin, end) for consecutive ranges of `grain` items. The ranges depend only on count and grain,
// so results per range have the same bits for any number of workers.
template <class Body>
void parallelForRanges(const Jobs& jobs, std::uint32_t count, std::uint32_t grain, Body&& body) {
    const std::uint32_t ranges = count / grain + (count % grain != 0 ? 1 : 0);
    parallelFor(jobs, ranges, [&](std::uint32_t range) {
        const std::uint32_t begin = range * grain;
        body(begin, count - begin < grain ? count : begin + grain);
    });
}

}  // namespace sinew
