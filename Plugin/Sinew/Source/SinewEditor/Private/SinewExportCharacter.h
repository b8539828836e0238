// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

/**
 * A character as `sinew build` reads it: plain arrays in the solver's space (metres, right-handed, Y up), so that
 * what writes them to a file needs to know nothing of the engine.
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

	/** An earlier bone, or INDEX_NONE. */
	int32 Parent = INDEX_NONE;

	/** In the bind pose, against its parent. */
	FSinewExportTransform Rest;
};

/** Triangles that share a material. */
struct FSinewExportSection
{
	FString Material;
	int32 FirstTriangle = 0;
	int32 NumTriangles = 0;
};

/** Every bone at every frame; frames follow each other at the same distance. */
struct FSinewExportClip
{
	FString Name;
	float FramesPerSecond = 30.0f;

	/** Frame after frame, each with as many as there are bones, against their parents. */
	TArray<FSinewExportTransform> Frames;
};

struct FSinewExportCharacter
{
	FString Name;
	TArray<FVector3f> Positions;

	/** These have as many as there are positions, or none. */
	TArray<FVector3f> Normals;
	TArray<FVector2f> Uvs;
	TArray<FColor> Colors;

	/** Three corners each, counter-clockwise from outside. */
	TArray<uint32> Triangles;

	/** They cover all triangles, one after the other. Empty: a single section. */
	TArray<FSinewExportSection> Sections;

	/** Where each vertex's weights begin, and one more: where the last one's end. */
	TArray<int32> FirstWeight;
	TArray<int32> WeightBones;
	TArray<float> Weights;

	TArray<FSinewExportBone> Bones;
	TArray<FSinewExportClip> Clips;
};
