// The columns of the candidates for the search for the next element: normalised, in float, and cached while
// memory allows.
#pragma once

#include "Offline/Reduction/Cubature/Cubature.h"

namespace sinew::reduction {

class CubatureColumns {
  public:
    CubatureColumns(const CubatureProblem& problem, std::uint64_t cacheBytes);

    // For each of `candidates`, which are distinct: the dot product of its normalised column with `residual`.
    // It is 0 for a column so short that even all candidates together would not make a tenth of the target.
    // Such columns belong to elements inside bones; their forces are rounding errors, and their weights would
    // be unbounded.
    void correlate(std::span<const std::uint32_t> candidates, std::span<const double> residual,
                   std::span<double> correlation, const Jobs& jobs);

  private:
    void reserve(std::span<const std::uint32_t> candidates);
    void unitColumn(std::uint32_t candidate, std::span<double> exact, std::span<float> unit) const;

    const CubatureProblem& problem_;
    struct Kept {
        std::vector<float> column;
        bool ready = false;
    };
    std::vector<Kept> cache_;
    std::uint64_t room_;  // bytes
    double shortest_;     // length below which columns are ignored
};

// Σ aᵢbᵢ in a fixed order, independent of compiler and alignment.
double orderedDot(std::span<const double> a, std::span<const double> b);

}  // namespace sinew::reduction
