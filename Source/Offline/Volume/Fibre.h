// Fibres at a point of an element of the flesh, for any kind of element.
#pragma once

#include <cstdint>

#include "Material/Fibre.h"

namespace sinew {

struct Fibre {
    std::uint32_t element = 0;  // a tetrahedron, or a cell of a lattice
    Vec3d place;                // m, as bound; in the element or near it
    Vec3d direction;            // unit vector, as bound
    double volume = 0;          // m³ of what the fibres run through
    FibreLaw<double> law;
};

}  // namespace sinew
