// The candidates' columns as the search for the next element needs them: of length 1, in float, and kept
// while there is room.
#pragma once

#include "Offline/Reduction/Cubature.h"

namespace sinew {

class CubatureColumns {
  public:
    CubatureColumns(const CubatureProblem& problem, std::uint64_t cacheBytes)
        : problem_(problem), cache_(problem.candidates), room_(cacheBytes) {}

    // For each of `candidates`, none twice, its column of length 1 times `residual`; 0 for a column of zeros.
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
};

// Σ aᵢbᵢ in one order, however the compiler and the memory's alignment would have it.
double orderedDot(std::span<const double> a, std::span<const double> b);

}  // namespace sinew
