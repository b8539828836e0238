// The fibres of a mesh of tetrahedra. The stretched direction y = F w of a fibre is a weighted sum of the
// nodes of its tet, Σ cₙ xₙ with cₙ = ∇Nₙ · w at the fibre's place: forces are −V T cₙ y, and the blocks of
// the stiffness are cₙ cₘ times one 3×3 matrix.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "Offline/Tets/Potential.h"
#include "Offline/Volume/Fibre.h"

namespace sinew::tets {

class Gradients;

class Fibres {
  public:
    Fibres() = default;
    // In any order. gradientsAt(tet, place) has the gradients of the shape functions of all its nodes.
    Fibres(std::span<const Fibre> fibres, const ElementNodes& elements,
           const std::function<Gradients(std::uint32_t tet, Vec3d place)>& gradientsAt);

    bool isEmpty() const { return fibres_.empty(); }
    // By tet, those of a tet in the order of the constructor's.
    const std::vector<Fibre>& all() const { return fibres_; }

    double energy(const ElementNodes& elements, std::span<const Vec3d> x, const Jobs& jobs) const;
    // Of the tets from begin to end.
    void addForces(const ElementNodes& elements, std::uint32_t begin, std::uint32_t end,
                   std::span<const Vec3d> x, std::span<Vec3d> f) const;
    void addStiffness(const ElementNodes& elements, std::uint32_t begin, std::uint32_t end,
                      std::span<const Vec3d> x, StiffnessSum& sum) const;

  private:
    // y = F w of a fibre.
    Vec3d stretched(const ElementNodes& elements, std::size_t fibre, std::span<const Vec3d> x) const;
    // visit(fibre) for those of the tets from begin to end.
    template <class Visit>
    void forEach(std::uint32_t begin, std::uint32_t end, Visit&& visit) const {
        for (std::uint32_t i = firstOfTet_[begin]; i < firstOfTet_[end]; ++i) visit(i);
    }
    std::span<const double> weightsOf(std::size_t fibre) const {
        return std::span(weights_).subspan(fibre * nodesPerTet_, nodesPerTet_);
    }

    std::vector<Fibre> fibres_;
    std::vector<std::uint32_t> firstOfTet_;  // tets + 1 entries
    std::vector<double> weights_;            // c, of all nodes of a fibre's tet
    std::size_t nodesPerTet_ = 0;
};

}  // namespace sinew::tets
