// Stage 3: the flesh cut into domains, one for each joint that matters.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "Base/Jobs.h"
#include "Offline/Tets/Settings.h"

namespace sinew {
struct Character;
}

namespace sinew::tets {

struct Volume;

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
