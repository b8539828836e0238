// The fastest of many runs: what a neighbour on the machine cannot spoil.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace sinew::bench {

class Fastest {
  public:
    template <class Work>
    void time(Work&& work) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        benchmark::ClobberMemory();
        seconds_ = std::min(seconds_,
                            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    // A plain number: Google Benchmark's own inverted rates come with an "s" behind them.
    double nanosecondsPer(std::size_t items) const { return seconds_ * 1e9 / static_cast<double>(items); }

  private:
    double seconds_ = HUGE_VAL;
};

}  // namespace sinew::bench
