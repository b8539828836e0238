// The overlap of domains beyond their seams, which makes the skin change smoothly from one domain to the
// other.
#pragma once

#include <span>
#include <vector>

#include "Offline/Tets/Domains.h"
#include "Offline/Volume/TetMesh.h"

namespace sinew::reduction {

// The distances of nodes on one side of an interface from it, through the flesh of that side.
struct SeamDistances {
    std::uint32_t inside = 0, other = 0;  // the domain of the nodes, and the domain on the other side
    std::vector<std::uint32_t> nodes;     // nodes nearer than the band, in ascending order
    std::vector<double> distances;        // m

    // Returns `band` for a node that is not in the list.
    double of(std::uint32_t node, double band) const;
};

// Two entries per interface, one for each side.
std::vector<SeamDistances> seamDistances(const TetMesh& mesh, const tets::Domains& domains, double band);

// Per domain: the nodes of other domains that it influences. These are all corners of tets with a corner
// nearer than the band.
std::vector<std::vector<std::uint32_t>> nodesBeyond(const TetMesh& mesh, const tets::Domains& domains,
                                                    std::span<const SeamDistances> seams);

struct DomainShare {
    std::uint32_t domain = 0;
    double weight = 0;
};

// The shares of the domains at a point of a tet, given by its barycentric weights: one domain far from seams,
// two equal shares on a seam, and a smooth transition between. Sorted by domain; they sum to 1.
std::vector<DomainShare> sharesAt(const TetMesh& mesh, const tets::Domains& domains,
                                  std::span<const SeamDistances> seams, double band, std::uint32_t tet,
                                  std::span<const double, 4> corners);

}  // namespace sinew::reduction
