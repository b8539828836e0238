// Copyright the Sinew project. See LICENSE.

#pragma once

// Writes the skin to a dynamic mesh. The triangles are built once; after that vertices are updated by the fast path.

#include "CoreMinimal.h"

class UDynamicMeshComponent;
struct FSinewRenderMesh;
struct FSinewSurface;

class FSinewDynamicMesh
{
public:
	/** Sets the mesh of the component, with one vertex for each vertex of the surface. */
	void Build(UDynamicMeshComponent& Component, const FSinewRenderMesh& Mesh);

	/** Writes positions, normals and tangents. Nothing else may have changed since Build. */
	void Write(UDynamicMeshComponent& Component, const FSinewSurface& Surface) const;

	int32 NumVertices() const { return SourceOfVertex.Num(); }

private:
	/** The surface vertex of each vertex. Copies exist for triangles that a manifold mesh cannot have otherwise. */
	TArray<int32> SourceOfVertex;
	bool bHasTangents = false;
};
