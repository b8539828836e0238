// The overlap of domains beyond their seams, which makes the skin change smoothly from one domain to the
// other.
#pragma once

#include <span>
#include <vector>

#include "Offline/Volume/Domains.h"

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
std::vector<SeamDistances> seamDistances(const ElasticMesh& mesh, const Domains& domains, double band);

// Per domain: the nodes of other domains at which its modes must be known. These are all nodes of elements
// with a node nearer than the band, and those that the skin of the domain is bound to.
std::vector<std::vector<std::uint32_t>> nodesBeyond(const ElasticMesh& mesh, const Domains& domains,
                                                    std::span<const SeamDistances> seams, double band);

struct DomainShare {
    std::uint32_t domain = 0;
    double weight = 0;
};

// The shares of the domains at a point of an element, given by the weights of its nodes: one domain far from
// seams, two equal shares on a seam, and a smooth transition between. Sorted by domain; they sum to 1.
std::vector<DomainShare> sharesAt(const ElasticMesh& mesh, const Domains& domains,
                                  std::span<const SeamDistances> seams, double band, std::uint32_t element,
                                  std::span<const double> weights);

}  // namespace sinew::reduction
