// Copyright the Sinew project. See LICENSE.

#pragma once

// Duty: flesh out, into a dynamic mesh. Its triangles are made once; after that vertices move by the fast path alone.

#include "CoreMinimal.h"

class UDynamicMeshComponent;
struct FSinewRenderMesh;
struct FSinewSurface;

class FSinewDynamicMesh
{
public:
	/** Gives the component the mesh, one vertex for each of the surface's. */
	void Build(UDynamicMeshComponent& Component, const FSinewRenderMesh& Mesh);

	/** Positions, normals and tangents; nothing else may have changed since it was built. */
	void Write(UDynamicMeshComponent& Component, const FSinewSurface& Surface) const;

	int32 NumVertices() const { return SourceOfVertex.Num(); }

private:
	/** The surface's vertex: itself, but for copies that triangles needed which a mesh without seams cannot have. */
	TArray<int32> SourceOfVertex;
	bool bHasTangents = false;
};
