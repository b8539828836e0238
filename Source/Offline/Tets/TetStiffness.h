// The stiffness of single tets, linear and quadratic.
#pragma once

#include "Offline/Tets/ElasticBody.h"
#include "Offline/Volume/ElementFrames.h"

namespace sinew::tets {

// The frames of a chunk of points.
ElementFrames framesOf(const ElasticBody& body, MaterialKind kind, std::span<const Vec3d> x,
                       std::uint32_t begin, std::uint32_t end, bool definite);

// Adds factor · (stiffness of the linear tet) to the matrix.
void addTetStiffness(const ElasticBody& body, std::uint32_t tet, const ElementFrame& frame, double factor,
                     StiffnessSum& sum);

// Adds the stiffness of a quadratic tet to the matrix. `frames` must have its points.
void addQuadraticStiffness(const ElasticBody& body, std::uint32_t tet, const ElementFrames& frames,
                           StiffnessSum& sum);

}  // namespace sinew::tets
