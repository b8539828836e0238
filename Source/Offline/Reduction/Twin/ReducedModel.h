// A body of few numbers: domains with bases, the tets that stand for all, and what holds the domains
// together.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "Math/Vec3.h"
#include "Offline/Tets/Domains.h"

namespace sinew::reduction {

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
    Eigen::MatrixXd massSum = {};  // Uᵀ M 1, three columns; only where there is gravity

    Eigen::Index rank() const { return u.cols(); }
};

struct ReducedModel {
    std::vector<ReducedDomain> domains;
    std::vector<tets::Interface> interfaces;
    std::vector<tets::CarriedBone> carried;
    double coupling = 0;  // N/m³: force per area and gap, where flesh is as stiff as it usually is
    // How many times stiffer it is at each interface and about each carried bone; empty: it is not.
    std::vector<double> seamFactors = {}, carriedFactors = {};
    double band = 0;     // m: how far past a seam two domains share the skin
    Vec3d gravity = {};  // m/s²

    double seamCoupling(std::size_t interface) const {
        return coupling * (seamFactors.empty() ? 1 : seamFactors[interface]);
    }
    double carriedCoupling(std::size_t bone) const {
        return coupling * (carriedFactors.empty() ? 1 : carriedFactors[bone]);
    }
};

// Of each domain: what q is in x = R(p + U q) + t.
using Coordinates = std::vector<Eigen::VectorXd>;

}  // namespace sinew::reduction
