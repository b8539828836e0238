// Where domains have a say beyond their seams, so that the skin changes over from one to the other smoothly.
#pragma once

#include <span>
#include <vector>

#include "Offline/Tets/Domains.h"
#include "Offline/Volume/TetMesh.h"

namespace sinew::reduction {

// How far nodes on one side of an interface are from it, through that side's flesh.
struct SeamDistances {
    std::uint32_t inside = 0, other = 0;  // domains: whose nodes these are, and who is on the far side
    std::vector<std::uint32_t> nodes;     // nearer than the band, rising
    std::vector<double> distances;        // m

    // `band` for a node that is not among them.
    double of(std::uint32_t node, double band) const;
};

// Both sides of each interface in turn.
std::vector<SeamDistances> seamDistances(const TetMesh& mesh, const tets::Domains& domains, double band);

// Nodes of others where each domain has a say: all corners of tets of which one is nearer than the band.
std::vector<std::vector<std::uint32_t>> nodesBeyond(const TetMesh& mesh, const tets::Domains& domains,
                                                    std::span<const SeamDistances> seams);

struct DomainShare {
    std::uint32_t domain = 0;
    double weight = 0;
};

// Of a place in a tet, given by its weights of the tet's corners: one domain far from seams, both in equal
// parts on a seam, smooth between. By domain; they add up to 1.
std::vector<DomainShare> sharesAt(const TetMesh& mesh, const tets::Domains& domains,
                                  std::span<const SeamDistances> seams, double band, std::uint32_t tet,
                                  std::span<const double, 4> corners);

}  // namespace sinew::reduction
