// The candidates' columns as the search for the next element needs them: of length 1, in float, and kept
// while there is room.
#pragma once

#include "Offline/Reduction/Cubature/Cubature.h"

namespace sinew::reduction {

class CubatureColumns {
  public:
    CubatureColumns(const CubatureProblem& problem, std::uint64_t cacheBytes);

    // For each of `candidates`, none twice, its column of length 1 times `residual`; 0 for a column so short
    // that even all candidates of its length would not make a tenth of the target. Such are tets within
    // bone: what they add is rounding, and their weights would be without bound.
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
    double shortest_;     // of columns that count
};

// Σ aᵢbᵢ in one order, however the compiler and the memory's alignment would have it.
double orderedDot(std::span<const double> a, std::span<const double> b);

}  // namespace sinew::reduction
