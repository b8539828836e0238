// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

class UAnimSequence;
class USkeletalMesh;

/**
 * A character for `sinew build`: plain arrays in the solver's space (metres, right-handed, Y up), so that the file writer is independent of
 * the engine.
 */
struct FSinewExportTransform
{
	FQuat4f Rotation = FQuat4f(0.0f, 0.0f, 0.0f, 1.0f);
	FVector3f Translation = FVector3f(0.0f, 0.0f, 0.0f);
	FVector3f Scale = FVector3f(1.0f, 1.0f, 1.0f);
};

struct FSinewExportBone
{
	FString Name;

	/** The index of an earlier bone, or INDEX_NONE. */
	int32 Parent = INDEX_NONE;

	/** The bind pose relative to the parent. */
	FSinewExportTransform Rest;
};

/** Triangles that share a material. */
struct FSinewExportSection
{
	FString Material;
	int32 FirstTriangle = 0;
	int32 NumTriangles = 0;
};

/** An animation with a transform for every bone at every frame, at a constant rate. */
struct FSinewExportClip
{
	FString Name;
	float FramesPerSecond = 30.0f;

	/** All bones of the first frame, then of the next, relative to their parents. */
	TArray<FSinewExportTransform> Frames;
};

struct FSinewExportCharacter
{
	FString Name;
	TArray<FVector3f> Positions;

	/** One per position, or empty. */
	TArray<FVector3f> Normals;
	TArray<FVector2f> Uvs;
	TArray<FColor> Colors;

	/** Three vertex indices each, counter-clockwise seen from outside. */
	TArray<uint32> Triangles;

	/** Sections in the order of the triangles, which they cover completely. Empty means a single section. */
	TArray<FSinewExportSection> Sections;

	/** The index of each vertex's first weight, and one more entry at the end. */
	TArray<int32> FirstWeight;
	TArray<int32> WeightBones;
	TArray<float> Weights;

	TArray<FSinewExportBone> Bones;
	TArray<FSinewExportClip> Clips;
};

/** Exports the first LOD of a skeletal mesh, its skeleton and animations. Returns false with the reason if they cannot be read. */
bool SinewExportMesh(USkeletalMesh& Mesh, const TArray<UAnimSequence*>& Animations, FSinewExportCharacter& OutCharacter, FString& OutProblem);

/** Checks that the arrays are consistent. If not, OutError says what is wrong and what to do. */
bool SinewCheckExport(const FSinewExportCharacter& Character, FString& OutError);
