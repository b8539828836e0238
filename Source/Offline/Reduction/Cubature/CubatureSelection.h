// The elements chosen so far, their weights and the remaining residual.
#pragma once

#include "Offline/Reduction/Cubature/Cubature.h"
#include "Offline/Reduction/Cubature/Nnls.h"

namespace sinew::reduction {

class CubatureSelection {
  public:
    explicit CubatureSelection(const CubatureProblem& problem);

    std::uint32_t size() const { return static_cast<std::uint32_t>(elements_.size()); }
    const std::vector<std::uint32_t>& elements() const { return elements_; }  // in order of choice
    std::span<const double> residual() const { return residual_; }
    double error() const { return error_; }

    // New elements have weight 0 until `solve`.
    void add(std::uint32_t candidate);
    void remove(std::uint32_t place);
    // Computes the best weights. Elements with weight 0 leave the selection.
    void solve();
    // The index of the element whose removal increases the error least, for the weights of solve().
    std::uint32_t weakest() const;

    Cubature result(int steps) const;

  private:
    void keep(std::span<const std::uint32_t> places);

    const CubatureProblem* problem_;
    double targetLength_;
    std::vector<std::uint32_t> elements_;
    std::vector<std::vector<double>> columns_;
    std::vector<double> weights_;
    NormalEquations equations_;
    std::vector<double> residual_;
    double error_;
};

}  // namespace sinew::reduction
