// Coarse matrices Pᵀ A P. All index work is done once per sparsity pattern and prolongation.
#pragma once

#include <memory>

#include "Offline/Tets/Linear/BlockMatrix.h"
#include "Offline/Tets/Linear/Coarsening.h"

namespace sinew::tets {

class Galerkin {
  public:
    Galerkin(std::shared_ptr<const Graph> fine, Prolongation prolongation);

    const std::shared_ptr<const Graph>& coarseGraph() const { return coarse_; }
    const Prolongation& prolongation() const { return p_; }

    // coarse = Pᵀ A P. The same bits for any number of workers.
    template <class T>
    void product(const BlockMatrix<T>& fine, BlockMatrix<T>& coarse, const Jobs& jobs);

    // coarse = Pᵀ fine.
    template <class T>
    void restrictTo(std::span<const Vec3<T>> fine, std::span<Vec3<T>> coarse, const Jobs& jobs) const;

    // fine += P coarse.
    template <class T>
    void addProlonged(std::span<const Vec3<T>> coarse, std::span<Vec3<T>> fine, const Jobs& jobs) const;

  private:
    void planHalfProduct();
    void planCoarseRows();
    template <class T>
    void halfProduct(const BlockMatrix<T>& fine, std::vector<Mat3<T>>& half, const Jobs& jobs) const;

    std::shared_ptr<const Graph> fine_, coarse_;
    Prolongation p_;
    // Pᵀ, row by row of the coarse level.
    std::vector<std::uint32_t> transposeStart_, transposeRow_;
    std::vector<float> transposeWeight_;
    // The sparsity of A P, and the position of each product A_ij P_jc within its row.
    Graph half_;
    std::vector<std::uint32_t> halfSlotStart_;  // per fine row, into halfSlot_
    std::vector<std::uint16_t> halfSlot_;
    // The position of each entry of a row of A P within each coarse row that it contributes to.
    std::vector<std::size_t> coarseSlotStart_;  // per entry of transposeRow_, into coarseSlot_
    std::vector<std::uint16_t> coarseSlot_;
};

}  // namespace sinew::tets
