// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

class USkeletalMesh;

/**
 * One LOD of a skeletal mesh as plain arrays: what the library binds to the flesh, what the dynamic mesh is made of, and what the editor
 * exports. Places and directions are the library's (metres, Y up, right-handed), texture coordinates the engine's.
 */
struct SINEWRUNTIME_API FSinewRenderMesh
{
	/** x y z each. */
	TArray<float> Positions;
	TArray<float> Normals;
	/** x y z and the bitangent's side. */
	TArray<float> Tangents;
	TArray<FVector2f> Uvs;
	/** Channels after the first. */
	TArray<TArray<FVector2f>> MoreUvs;
	/** One per vertex, or none where nothing is painted. */
	TArray<FColor> Colors;
	/** Three vertices each, counter-clockwise from outside in the library's axes. */
	TArray<uint32> Triangles;
	/** One per triangle. */
	TArray<int32> Materials;
	/** Where each vertex' weights begin; one more at the end. */
	TArray<uint32> FirstWeight;
	/** Bones of the mesh's reference skeleton. */
	TArray<uint32> WeightBones;
	TArray<float> Weights;

	int32 NumVertices() const { return Positions.Num() / 3; }
	int32 NumTriangles() const { return Triangles.Num() / 3; }

	/** False where the LOD does not exist, or its vertices are on the graphics card alone; the sentence says what to do about it. */
	static bool Read(const USkeletalMesh& Mesh, int32 Lod, FSinewRenderMesh& OutMesh, FString& OutProblem);

	/** As assets have it, whatever the order of vertices and triangles; 0 where this platform has no library. */
	uint64 GetHash() const;

	static int32 NumLods(const USkeletalMesh& Mesh);

	/** Of each section of a LOD. */
	static TArray<int32> SectionMaterials(const USkeletalMesh& Mesh, int32 Lod);
};
