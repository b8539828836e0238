// The stiffness of a body at rest, as a sparse matrix and a solver.
#pragma once

#include <memory>
#include <span>

#include "Base/Jobs.h"
#include "Offline/Progress.h"
#include "Offline/Tets/Linear/Multilevel.h"

namespace sinew {
struct ElasticMesh;
}

namespace sinew::reduction {

class RestStiffness {
  public:
    // Over the nodes that are not held. `shift` times the masses is added.
    RestStiffness(const ElasticMesh& mesh, const std::vector<bool>& held, double shift, const Jobs& jobs);
    RestStiffness(const RestStiffness&) = delete;  // levels point at the plan
    RestStiffness& operator=(const RestStiffness&) = delete;

    const tets::FreeNodes& free() const { return free_; }

    // y = K⁻¹ b, both of free nodes.
    void solve(std::span<const Vec3d> b, std::span<Vec3d> y, double tolerance,
               const ProgressCallback& progress);

  private:
    void add(std::uint32_t nodeA, std::uint32_t nodeB, const Mat3d& block);
    void addElements(const ElasticMesh& mesh);
    void addStabilisation(const ElasticMesh& mesh);

    Jobs jobs_;
    tets::FreeNodes free_;
    std::shared_ptr<const tets::Graph> graph_;
    tets::MultilevelPlan plan_;
    tets::BlockMatrix<double> matrix_;
    tets::Multilevel<double> levels_;
};

}  // namespace sinew::reduction
