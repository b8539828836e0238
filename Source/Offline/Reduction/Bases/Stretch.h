// Stage 5: how a domain's flesh is stretched by a shape.
#pragma once

#include <Eigen/SparseCore>

#include "Offline/Tets/Domains.h"
#include "Offline/Tets/ElasticBody.h"

namespace sinew::reduction {

// Shape of the domain's nodes → nine rows per tet: its displacement's gradient, column after column, times
// `lengths` distances of nodes and the root of its mass. As far as such stretch would move its mass. Shapes
// that are near in place but stretched otherwise have another energy, and solving would not end there.
Eigen::SparseMatrix<double> stretchOf(const tets::ElasticBody& body, const tets::Domain& domain,
                                      double lengths);

}  // namespace sinew::reduction
