// How a long computation says how far it is, and is told to stop.
#pragma once

#include <exception>
#include <functional>

namespace sinew {

// Called from the thread that started the computation with what is done, from 0 to 1, often enough for
// stopping within a second; false asks to stop. Empty: nobody listens.
using ProgressCallback = std::function<bool(double)>;

// Thrown where a computation was asked to stop. Not an Error: nothing is wrong.
class Stopped : public std::exception {
  public:
    const char* what() const noexcept override { return "stopped"; }
};

inline void report(const ProgressCallback& progress, double done) {
    if (progress && !progress(done)) throw Stopped();
}

// The same for a part of the work, whose own 0 to 1 stand for `from` to `to` of the whole.
inline ProgressCallback part(const ProgressCallback& progress, double from, double to) {
    if (!progress) return {};
    return [progress, from, to](double done) { return progress(from + (to - from) * done); };
}

}  // namespace sinew
