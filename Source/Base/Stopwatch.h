// A clock that the host provides; the runtime does not call the system for the time.
#pragma once

#include <cstdint>

namespace sinew {

struct Stopwatch {
    void* host = nullptr;
    std::uint64_t (*nanoseconds)(void* host) = nullptr;  // null if nothing is timed

    std::uint64_t now() const { return nanoseconds == nullptr ? 0 : nanoseconds(host); }
};

// Adds the time from construction to destruction to a sum.
class Lap {
  public:
    Lap(const Stopwatch& watch, std::uint64_t& sum) : watch_(watch), sum_(sum), begin_(watch.now()) {}
    ~Lap() { sum_ += watch_.now() - begin_; }
    Lap(const Lap&) = delete;
    Lap& operator=(const Lap&) = delete;

  private:
    const Stopwatch& watch_;
    std::uint64_t& sum_;
    std::uint64_t begin_;
};

}  // namespace sinew
