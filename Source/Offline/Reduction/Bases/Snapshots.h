// The shapes of a domain in the frame of its bone.
#pragma once

#include <Eigen/Core>
#include <span>

#include "Math/Affine.h"
#include "Offline/Volume/Domains.h"

namespace sinew::reduction {

// The rigid motion of a domain from the bind pose: x = R p + t.
struct RigidMotion {
    Mat3d rotation = Mat3d::identity();
    Vec3d translation;
};

// The rigid part of a joint's skin matrix. The scale of a joint is about `centre`.
RigidMotion rigidMotion(const Affined& skinMatrix, Vec3d centre);

// Rᵀ(x − t) − p: three rows per node of the domain. `rest` and `x` have all nodes of the mesh.
Eigen::VectorXd pulledBack(const Domain& domain, std::span<const Vec3d> rest, const RigidMotion& motion,
                           std::span<const Vec3d> x);

// The masses of the nodes of a domain in kg. A node that several domains share has in each the mass of that
// domain's elements.
std::vector<double> domainMasses(const Domain& domain, const ElasticMesh& mesh);

}  // namespace sinew::reduction
