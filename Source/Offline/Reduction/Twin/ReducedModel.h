// A reduced body: domains with bases, their cubature tets, and the coupling between the domains.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "Math/Vec3.h"
#include "Offline/Tets/Domains.h"

namespace sinew::reduction {

struct ReducedDomain {
    std::uint32_t joint = 0;
    Vec3d centre;                      // in the bind pose; the centre of the scale of a scaled joint
    std::vector<std::uint32_t> nodes;  // nodes of the mesh, in ascending order
    Eigen::MatrixXd u;                 // three rows per node: x = R(p + U q) + t
    std::vector<std::uint32_t> tets;   // cubature tets, in ascending order
    std::vector<double> weights;       // cubature weight per tet
    // Nodes of other domains near its seams, in ascending order, and the modes there. Only the skin uses
    // them.
    std::vector<std::uint32_t> beyond = {};
    Eigen::MatrixXd uBeyond = {};
    Eigen::MatrixXd massSum = {};  // Uᵀ M 1, three columns; empty without gravity

    Eigen::Index rank() const { return u.cols(); }
};

struct ReducedModel {
    std::vector<ReducedDomain> domains;
    std::vector<tets::Interface> interfaces;
    std::vector<tets::CarriedBone> carried;
    double coupling = 0;  // N/m³: force per area and gap, for flesh of unit stiffness factor
    // Stiffness factors at each interface and around each carried bone; empty for 1.
    std::vector<double> seamFactors = {}, carriedFactors = {};
    double band = 0;     // m, width of the band at a seam in which two domains share the skin
    Vec3d gravity = {};  // m/s²

    double seamCoupling(std::size_t interface) const {
        return coupling * (seamFactors.empty() ? 1 : seamFactors[interface]);
    }
    double carriedCoupling(std::size_t bone) const {
        return coupling * (carriedFactors.empty() ? 1 : carriedFactors[bone]);
    }
};

// Per domain: the coordinates q in x = R(p + U q) + t.
using Coordinates = std::vector<Eigen::VectorXd>;

}  // namespace sinew::reduction
