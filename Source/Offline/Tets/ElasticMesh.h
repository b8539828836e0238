// Tetrahedra as the reduction sees them: one point each, with four nodes.
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
