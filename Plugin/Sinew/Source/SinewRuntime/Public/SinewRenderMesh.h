// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

class USkeletalMesh;

/**
 * One LOD of a skeletal mesh as plain arrays. The library binds it to the flesh, the dynamic mesh is created from it, and the editor exports
 * it. Positions and directions are in the library's space (metres, Y up, right-handed), texture coordinates in the engine's.
 */
struct SINEWRUNTIME_API FSinewRenderMesh
{
	/** x y z per vertex. */
	TArray<float> Positions;
	TArray<float> Normals;
	/** x y z and the sign of the bitangent per vertex. */
	TArray<float> Tangents;
	TArray<FVector2f> Uvs;
	/** The texture coordinates of the channels after the first. */
	TArray<TArray<FVector2f>> MoreUvs;
	/** One per vertex, or empty if the mesh has no vertex colours. */
	TArray<FColor> Colors;
	/** Three vertex indices each, counter-clockwise seen from outside in the library's axes. */
	TArray<uint32> Triangles;
	/** A material index per triangle. */
	TArray<int32> Materials;
	/** The index of each vertex's first weight, and one more entry at the end. */
	TArray<uint32> FirstWeight;
	/** Indices of bones in the reference skeleton of the mesh. */
	TArray<uint32> WeightBones;
	TArray<float> Weights;

	int32 NumVertices() const { return Positions.Num() / 3; }
	int32 NumTriangles() const { return Triangles.Num() / 3; }

	/** Returns false if the LOD does not exist, or its vertices are in GPU memory only. OutProblem says what to do. */
	static bool Read(const USkeletalMesh& Mesh, int32 Lod, FSinewRenderMesh& OutMesh, FString& OutProblem);

	/** The mesh hash that assets store. The order of vertices and triangles makes no difference. 0 if this platform has no library. */
	uint64 GetHash() const;

	static int32 NumLods(const USkeletalMesh& Mesh);

	/** The material index of each section of a LOD. */
	static TArray<int32> SectionMaterials(const USkeletalMesh& Mesh, int32 Lod);
};
