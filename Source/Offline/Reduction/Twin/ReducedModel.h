// A reduced body: domains with bases, their cubature elements, and the coupling between the domains.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <vector>

#include "Math/Vec3.h"
#include "Offline/Volume/Domains.h"

namespace sinew::reduction {

struct ReducedDomain {
    std::uint32_t joint = 0;
    Vec3d centre;                         // in the bind pose; the centre of the scale of a scaled joint
    std::vector<std::uint32_t> nodes;     // nodes of the mesh, in ascending order
    Eigen::MatrixXd u;                    // three rows per node: x = R(p + U q) + t
    std::vector<std::uint32_t> elements;  // cubature elements, in ascending order
    std::vector<double> weights;          // cubature weight per element
    // Nodes of other domains near its seams, in ascending order, and the modes there. Only the skin uses
    // them.
    std::vector<std::uint32_t> beyond = {};
    Eigen::MatrixXd uBeyond = {};
    Eigen::MatrixXd massSum = {};  // Uᵀ M 1, three columns; empty without gravity
    // S in the energy ½ qᵀ S q of what its elements do not see (ElasticMesh.h); empty if there is nothing.
    Eigen::MatrixXd stabilisation = {};

    Eigen::Index rank() const { return u.cols(); }
    bool has(std::uint32_t node) const { return std::binary_search(nodes.begin(), nodes.end(), node); }
    // The three rows of `u` of a node of the domain.
    auto rowsOf(std::uint32_t node) const {
        const auto at = std::lower_bound(nodes.begin(), nodes.end(), node);
        return u.middleRows<3>(3 * static_cast<Eigen::Index>(at - nodes.begin()));
    }
};

struct ReducedModel {
    std::vector<ReducedDomain> domains;
    std::vector<Interface> interfaces;
    std::vector<CarriedBone> carried;
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
