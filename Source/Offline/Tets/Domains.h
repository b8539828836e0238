// Stage 3: the flesh cut into domains, one for each joint that matters.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "Offline/Character/Character.h"
#include "Offline/Tets/Volume.h"

namespace sinew::tets {

enum class DomainRule : std::uint8_t {
    NearestBone,  // a tet belongs to the bone that it is nearest to
    SkinWeight,   // to the joint that moves the skin nearest to it most
};

struct DomainSettings {
    DomainRule rule = DomainRule::NearestBone;
    double leastFlesh = 0.004;        // of the body's volume; joints with less are merged into their parents
    double leastLength = 0.2;         // of the limb's thickness
    double leastTurn = 0.1;           // radians that a joint must be able to turn
    std::vector<std::string> keep;    // joints that are never merged, by name
    std::vector<std::string> merged;  // joints that always are
};

struct Domain {
    std::uint32_t joint = 0;           // whose frame it is solved in
    std::vector<std::uint32_t> tets;   // rising
    std::vector<std::uint32_t> nodes;  // of those, rising
};

// What two domains share.
struct Interface {
    std::uint32_t a = 0, b = 0;  // domains, a < b
    std::vector<std::uint32_t> nodes;
    std::vector<double> areas;  // m², each node's share of the faces between them
};

// Nodes of a domain inside the bone of a joint that is not the domain's own: they move with that joint.
struct CarriedBone {
    std::uint32_t domain = 0, joint = 0;
    std::vector<std::uint32_t> nodes;
};

// What became of a joint that has bones.
struct DomainDecision {
    std::uint32_t joint = 0, domain = 0;
    double litres = 0;  // of flesh nearest to its bones
    std::string reason;
};

struct Domains {
    std::vector<Domain> domains;  // by joint
    std::vector<std::uint32_t> domainOfTet;
    std::vector<Interface> interfaces;  // by a, then b
    std::vector<CarriedBone> carried;   // by domain, then joint
    std::vector<DomainDecision> decisions;
};

// The joint whose bones are nearest to each tet; JointDecision::kNone without bones.
std::vector<std::uint32_t> jointOfTets(const Volume& volume, const Jobs& jobs = {});

// Every tet belongs to one domain, every domain is connected wherever the flesh is, none is empty. `turns`:
// how far each joint turns against its parent, radians, or empty where that is not known. Throws Error naming
// a joint of the settings that is not there, and where the volume has no bones.
Domains divideIntoDomains(const Character& character, const Volume& volume,
                          const DomainSettings& settings = {}, std::span<const double> turns = {},
                          const Jobs& jobs = {});

}  // namespace sinew::tets
