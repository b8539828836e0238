// Stage 5: the stretch of a domain's flesh for a shape.
#pragma once

#include <Eigen/SparseCore>

#include "Offline/Volume/Domains.h"

namespace sinew::reduction {

// Maps a shape of the domain's nodes to nine rows per element: the gradient of its displacement, column by
// column, times `lengths` node distances and the square root of its mass. So stretch is measured by the
// distance that it would move its mass. Shapes that are close in position but differ in stretch have a
// different energy, and a solve would not end there.
Eigen::SparseMatrix<double> stretchOf(const ElasticMesh& mesh, const Domain& domain, double lengths);

}  // namespace sinew::reduction
