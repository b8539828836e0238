// The elastic forces of a domain in its basis, as a cubature problem.
#pragma once

#include <Eigen/Core>

#include "Offline/Reduction/Cubature/Cubature.h"
#include "Offline/Reduction/Twin/ReducedModel.h"

namespace sinew {
struct ElasticMesh;
}

namespace sinew::reduction {

// Shapes are x = p + U q in the frame of the domain. Its nodes and basis are read, but not its cubature. The
// candidates are `elements`. The rows are the modes of each training pose in turn; a column of `coordinates`
// is the q of a pose. Column e is Uᵀ f_e(x), in newtons, with the forces of addElementForces for the material
// of the mesh; the target is their sum. Stabilisation needs no cubature. The mesh must outlive the problem;
// everything else is copied.
CubatureProblem elasticCubature(const ElasticMesh& mesh, std::span<const std::uint32_t> elements,
                                const ReducedDomain& domain, const Eigen::MatrixXd& coordinates,
                                const Jobs& jobs);

}  // namespace sinew::reduction
