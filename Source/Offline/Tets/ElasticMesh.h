// Tetrahedra as the reduction sees them: one point with four nodes each or, quadratic, four points with ten
// nodes.
#pragma once

#include "Offline/Volume/ElasticMesh.h"

namespace sinew::tets {

class ElasticBody;
struct Volume;

// Without bones and skin.
ElasticMesh elasticMesh(const ElasticBody& body);

// `body` is that of the volume's tetrahedra.
ElasticMesh elasticMesh(const Volume& volume, const ElasticBody& body);

}  // namespace sinew::tets
