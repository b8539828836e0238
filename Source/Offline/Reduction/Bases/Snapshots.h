// The shapes of a domain in the frame of its bone.
#pragma once

#include <Eigen/Core>
#include <span>

#include "Math/Affine.h"
#include "Offline/Tets/Domains.h"
#include "Offline/Volume/TetMesh.h"

namespace sinew::tets {
class ElasticBody;
}

namespace sinew::reduction {

// The rigid motion of a domain from the bind pose: x = R p + t.
struct RigidMotion {
    Mat3d rotation = Mat3d::identity();
    Vec3d translation;
};

// The rigid part of a joint's skin matrix. The scale of a joint is about `centre`.
RigidMotion rigidMotion(const Affined& skinMatrix, Vec3d centre);

// Rᵀ(x − t) − p: three rows per node of the domain. `x` has all nodes of the mesh.
Eigen::VectorXd pulledBack(const tets::Domain& domain, const TetMesh& rest, const RigidMotion& motion,
                           std::span<const Vec3d> x);

// The masses of the nodes of a domain in kg. A node that several domains share has in each the mass of that
// domain's tets.
std::vector<double> domainMasses(const tets::Domain& domain, const tets::ElasticBody& body);

}  // namespace sinew::reduction
