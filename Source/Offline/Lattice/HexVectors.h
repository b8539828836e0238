// Arithmetic on vectors of nodes. Sums are taken range by range, so that they have the same bits for any
// number of workers.
#pragma once

#include <vector>

#include "Base/Jobs.h"
#include "Offline/Lattice/HexLayout.h"

namespace sinew {

using HexVectors = std::vector<HexVector>;

double dotProduct(const HexVectors& a, const HexVectors& b, const Jobs& jobs);

// x += alpha p, r −= alpha q; returns r·r.
double advance(double alpha, const HexVectors& p, const HexVectors& q, HexVectors& x, HexVectors& r,
               const Jobs& jobs);

// p = z + beta p.
void direct(const HexVectors& z, double beta, HexVectors& p, const Jobs& jobs);

}  // namespace sinew
