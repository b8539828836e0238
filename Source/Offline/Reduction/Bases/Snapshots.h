// A domain's shapes, seen from its own bone.
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

// How a domain has moved from the bind pose as a rigid body: x = R p + t.
struct RigidMotion {
    Mat3d rotation = Mat3d::identity();
    Vec3d translation;
};

// What of a joint's skin matrix is rigid; a joint that is scaled scales about `centre`.
RigidMotion rigidMotion(const Affined& skinMatrix, Vec3d centre);

// Rᵀ(x − t) − p: three rows per node of the domain. `x` has all nodes of the mesh.
Eigen::VectorXd pulledBack(const tets::Domain& domain, const TetMesh& rest, const RigidMotion& motion,
                           std::span<const Vec3d> x);

// Of the nodes of a domain, kg: a node that several domains share counts in each with what their tets give.
std::vector<double> domainMasses(const tets::Domain& domain, const tets::ElasticBody& body);

}  // namespace sinew::reduction
