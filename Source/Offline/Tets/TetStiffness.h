// The stiffness of single tets.
#pragma once

#include "Offline/Tets/ElasticBody.h"
#include "Offline/Volume/ElementFrames.h"

namespace sinew::tets {

// The frames of a chunk of tets.
ElementFrames framesOf(const ElasticBody& body, MaterialKind kind, std::span<const Vec3d> x,
                       std::uint32_t begin, std::uint32_t end, bool definite);

// Adds factor · (stiffness of the tet) to the matrix.
void addTetStiffness(const ElasticBody& body, std::uint32_t tet, const ElementFrame& frame, double factor,
                     StiffnessSum& sum);

}  // namespace sinew::tets
