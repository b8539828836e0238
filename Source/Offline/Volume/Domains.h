// Stage 3: divides the flesh into domains, one for each joint that matters.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "Base/Jobs.h"
#include "Offline/Volume/Settings.h"

namespace sinew {

struct Character;
struct ElasticMesh;

struct Domain {
    std::uint32_t joint = 0;              // the joint whose frame the domain is solved in
    std::vector<std::uint32_t> elements;  // rising
    std::vector<std::uint32_t> nodes;     // nodes of the elements, in ascending order
};

// The interface between two domains.
struct Interface {
    std::uint32_t a = 0, b = 0;  // domains, a < b
    std::vector<std::uint32_t> nodes;
    std::vector<double> areas;  // m², per node: its share of the faces between the domains
};

// Nodes of a domain that lie inside the bone of another joint and move with that joint.
struct CarriedBone {
    std::uint32_t domain = 0, joint = 0;
    std::vector<std::uint32_t> nodes;
};

// The decision for a joint that has bones.
struct DomainDecision {
    std::uint32_t joint = 0, domain = 0;
    double litres = 0;  // litres of flesh nearest to its bones
    std::string reason;
};

struct Domains {
    std::vector<Domain> domains;  // sorted by joint
    std::vector<std::uint32_t> domainOfElement;
    std::vector<Interface> interfaces;  // sorted by a, then b
    std::vector<CarriedBone> carried;   // sorted by domain, then joint
    std::vector<DomainDecision> decisions;
};

// Every element belongs to one domain, every domain is as connected as the flesh, and none is empty. `turns`
// has the rotation of each joint relative to its parent in radians, or is empty if that is unknown. Throws
// Error if the settings name an unknown joint, or if the mesh has no bones.
Domains divideIntoDomains(const Character& character, const ElasticMesh& mesh,
                          const DomainSettings& settings = {}, std::span<const double> turns = {},
                          const Jobs& jobs = {});

// The nodes of some elements, in ascending order.
std::vector<std::uint32_t> nodesOf(const ElasticMesh& mesh, std::span<const std::uint32_t> elements);

}  // namespace sinew
