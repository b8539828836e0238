// The elastic forces of a domain in its basis, as a cubature problem.
#pragma once

#include <Eigen/Core>

#include "Offline/Reduction/Cubature/Cubature.h"
#include "Offline/Reduction/Twin/ReducedModel.h"
#include "Offline/Tets/ElasticBody.h"

namespace sinew::reduction {

// Shapes are x = p + U q in the frame of the domain. Its nodes and basis are read, but not its cubature. The
// candidates are `tets`. The rows are the modes of each training pose in turn; a column of `coordinates` is
// the q of a pose. Column e is Uᵀ f_e(x), in newtons, with the forces of addTetForces for the material of the
// body; the target is their sum. The body must outlive the problem; everything else is copied.
CubatureProblem elasticCubature(const tets::ElasticBody& body, std::span<const std::uint32_t> tets,
                                const ReducedDomain& domain, const Eigen::MatrixXd& coordinates,
                                const Jobs& jobs);

}  // namespace sinew::reduction
