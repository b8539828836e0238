// Progress and cancellation of long computations.
#pragma once

#include <algorithm>
#include <exception>
#include <functional>

#include "Base/Jobs.h"

namespace sinew {

// Called with the progress from 0 to 1, from the thread that started the computation, often enough to stop
// within a second. Returning false cancels. May be empty.
using ProgressCallback = std::function<bool(double)>;

// Thrown when a computation was cancelled. It is not an Error, because nothing is wrong.
class Stopped : public std::exception {
  public:
    const char* what() const noexcept override { return "stopped"; }
};

inline void report(const ProgressCallback& progress, double done) {
    if (progress && !progress(done)) throw Stopped();
}

// A callback for a part of the work: its progress from 0 to 1 is reported as `from` to `to` of the whole.
inline ProgressCallback part(const ProgressCallback& progress, double from, double to) {
    if (!progress) return {};
    return [progress, from, to](double done) { return progress(from + (to - from) * done); };
}

// Calls body(i) for every i < count, and reports before each `batch` of them.
template <class Body>
void parallelFor(const Jobs& jobs, std::uint32_t count, std::uint32_t batch, const ProgressCallback& progress,
                 Body&& body) {
    for (std::uint32_t begin = 0; begin < count; begin += batch) {
        report(progress, double(begin) / count);
        const std::uint32_t end = std::min(count, begin + batch);
        parallelFor(jobs, end - begin, [&](std::uint32_t i) { body(begin + i); });
    }
}

}  // namespace sinew
