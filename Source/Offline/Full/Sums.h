// Sums with the same bits for any number of workers: fixed ranges, added in order.
#pragma once

#include <vector>

#include "Base/Jobs.h"

namespace sinew {

// Σ term(i) for i < count.
template <class Term>
double sumOver(const Jobs& jobs, std::uint32_t count, std::uint32_t grain, Term&& term) {
    std::vector<double> partial(count / grain + 1, 0.0);
    parallelForRanges(jobs, count, grain, [&](std::uint32_t begin, std::uint32_t end) {
        double sum = 0;
        for (std::uint32_t i = begin; i < end; ++i) sum += term(i);
        partial[begin / grain] = sum;
    });
    double total = 0;
    for (const double sum : partial) total += sum;
    return total;
}

}  // namespace sinew
