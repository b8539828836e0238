// The elastic forces of a domain in its basis, as a cubature problem.
#pragma once

#include <Eigen/Core>

#include "Offline/Reduction/Cubature.h"
#include "Offline/Solve/ElasticBody.h"

namespace sinew {

// A domain's shapes x = p + U q in its own frame, p the rest position.
struct DomainBasis {
    std::vector<std::uint32_t> nodes;  // of the body; all corners of the domain's tets are among them
    Eigen::MatrixXd u;                 // 3 rows (x, y, z) for each of the nodes, a column for each mode
};

// Candidates are `tets`; rows are the modes for each training pose in turn, a column of `coordinates` being
// a pose's q. Column e is Uᵀ f_e(x), with the forces that addTetForces gives for the body's own material,
// in newtons; the target is their sum. The body must outlive the problem; the rest is copied into it.
CubatureProblem elasticCubature(const ElasticBody& body, std::span<const std::uint32_t> tets,
                                const DomainBasis& basis, const Eigen::MatrixXd& coordinates,
                                const Jobs& jobs);

}  // namespace sinew
