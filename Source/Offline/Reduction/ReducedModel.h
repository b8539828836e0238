// A body of few numbers: domains with bases, the tets that stand for all, and what holds the domains
// together.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "Offline/Volume/Domains.h"

namespace sinew {

struct ReducedDomain {
    std::uint32_t joint = 0;
    Vec3d centre;                      // what a scaled joint scales about, bind pose
    std::vector<std::uint32_t> nodes;  // of the mesh, rising
    Eigen::MatrixXd u;                 // three rows per node: x = R(p + U q) + t
    std::vector<std::uint32_t> tets;   // the cubature, rising
    std::vector<double> weights;       // of each: how many tets like it the domain has
    // Nodes of other domains near its seams, rising, and what its modes do there: only the skin asks.
    std::vector<std::uint32_t> beyond = {};
    Eigen::MatrixXd uBeyond = {};

    Eigen::Index rank() const { return u.cols(); }
};

struct ReducedModel {
    std::vector<ReducedDomain> domains;
    std::vector<Interface> interfaces;
    std::vector<CarriedBone> carried;
    double coupling = 0;  // N/m³: force per area and gap
    double band = 0;      // m: how far past a seam two domains share the skin
};

}  // namespace sinew
