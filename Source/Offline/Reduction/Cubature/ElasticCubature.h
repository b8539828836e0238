// The elastic forces of a domain in its basis, as a cubature problem.
#pragma once

#include <Eigen/Core>

#include "Offline/Reduction/Cubature/Cubature.h"
#include "Offline/Reduction/Twin/ReducedModel.h"
#include "Offline/Tets/ElasticBody.h"

namespace sinew::reduction {

// Shapes are x = p + U q in the domain's own frame; its nodes and basis are read, not its cubature.
// Candidates are `tets`; rows are the modes for each training pose in turn, a column of `coordinates` being
// a pose's q. Column e is Uᵀ f_e(x), with the forces that addTetForces gives for the body's own material,
// in newtons; the target is their sum. The body must outlive the problem; the rest is copied into it.
CubatureProblem elasticCubature(const tets::ElasticBody& body, std::span<const std::uint32_t> tets,
                                const ReducedDomain& domain, const Eigen::MatrixXd& coordinates,
                                const Jobs& jobs);

}  // namespace sinew::reduction
