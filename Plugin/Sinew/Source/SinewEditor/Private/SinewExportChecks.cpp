// Copyright the Sinew project. See LICENSE.

#include "SinewExportChecks.h"

#include "SinewExportCharacter.h"

namespace
{

bool IsFiniteVector(const FVector3f& Vector)
{
	return FMath::IsFinite(Vector.X) && FMath::IsFinite(Vector.Y) && FMath::IsFinite(Vector.Z);
}

bool IsFiniteTransform(const FSinewExportTransform& Transform)
{
	return IsFiniteVector(Transform.Translation) && IsFiniteVector(Transform.Scale) && FMath::IsFinite(Transform.Rotation.X + Transform.Rotation.Y + Transform.Rotation.Z + Transform.Rotation.W);
}

FString CheckSkin(const FSinewExportCharacter& Character)
{
	const int32 NumVertices = Character.Positions.Num();
	if (Character.FirstWeight.Num() != NumVertices + 1 || Character.WeightBones.Num() != Character.Weights.Num() || Character.FirstWeight[NumVertices] != Character.Weights.Num())
	{
		return TEXT("The mesh's skin weights do not belong to its vertices.");
	}
	for (int32 Vertex = 0; Vertex < NumVertices; ++Vertex)
	{
		if (Character.FirstWeight[Vertex] < 0 || Character.FirstWeight[Vertex] > Character.FirstWeight[Vertex + 1])
		{
			return FString::Printf(TEXT("The skin weights of vertex %d do not follow those of the vertex before."), Vertex);
		}
	}
	for (const int32 Bone : Character.WeightBones)
	{
		if (!Character.Bones.IsValidIndex(Bone))
		{
			return FString::Printf(TEXT("A vertex is skinned to bone %d, of %d: import the skeletal mesh again."), Bone, Character.Bones.Num());
		}
	}
	return FString();
}

FString CheckSurface(const FSinewExportCharacter& Character)
{
	const int32 NumVertices = Character.Positions.Num();
	if (NumVertices == 0 || Character.Triangles.Num() == 0 || Character.Triangles.Num() % 3 != 0)
	{
		return TEXT("The mesh has no triangles: choose a skeletal mesh whose first level of detail has some.");
	}
	const auto Fits = [NumVertices](int32 Num) { return Num == 0 || Num == NumVertices; };
	if (!Fits(Character.Normals.Num()) || !Fits(Character.Uvs.Num()) || !Fits(Character.Colors.Num()))
	{
		return TEXT("The mesh's normals, UVs or colors do not belong to its vertices.");
	}
	for (int32 Vertex = 0; Vertex < NumVertices; ++Vertex)
	{
		if (!IsFiniteVector(Character.Positions[Vertex]))
		{
			return FString::Printf(TEXT("Vertex %d is nowhere: import the skeletal mesh again."), Vertex);
		}
	}
	for (const uint32 Vertex : Character.Triangles)
	{
		if (Vertex >= static_cast<uint32>(NumVertices))
		{
			return FString::Printf(TEXT("A triangle has vertex %u, of %d: import the skeletal mesh again."), Vertex, NumVertices);
		}
	}
	int32 NumTriangles = 0;
	for (const FSinewExportSection& Section : Character.Sections)
	{
		if (Section.FirstTriangle != NumTriangles || Section.NumTriangles <= 0)
		{
			return FString::Printf(TEXT("The triangles of material %s do not follow those of the one before."), *Section.Material);
		}
		NumTriangles += Section.NumTriangles;
	}
	return Character.Sections.Num() == 0 || NumTriangles == Character.Triangles.Num() / 3 ? FString() : FString(TEXT("Some triangles belong to no material."));
}

FString CheckBones(const FSinewExportCharacter& Character)
{
	if (Character.Bones.Num() == 0 || Character.Bones.Num() > 65535)
	{
		return FString::Printf(TEXT("The skeleton has %d bones; 1 to 65535 are possible."), Character.Bones.Num());
	}
	for (int32 Bone = 0; Bone < Character.Bones.Num(); ++Bone)
	{
		const int32 Parent = Character.Bones[Bone].Parent;
		if (Parent != INDEX_NONE && (Parent < 0 || Parent >= Bone))
		{
			return FString::Printf(TEXT("Bone %s comes before its parent."), *Character.Bones[Bone].Name);
		}
		if (!IsFiniteTransform(Character.Bones[Bone].Rest))
		{
			return FString::Printf(TEXT("Bone %s is nowhere in the bind pose: import the skeletal mesh again."), *Character.Bones[Bone].Name);
		}
	}
	return FString();
}

FString CheckClips(const FSinewExportCharacter& Character)
{
	for (const FSinewExportClip& Clip : Character.Clips)
	{
		if (Clip.Frames.Num() == 0 || Clip.Frames.Num() % Character.Bones.Num() != 0 || !(Clip.FramesPerSecond > 0.0f))
		{
			return FString::Printf(TEXT("Animation %s has no frames, or not every bone in each: leave it out."), *Clip.Name);
		}
		for (const FSinewExportTransform& Pose : Clip.Frames)
		{
			if (!IsFiniteTransform(Pose))
			{
				return FString::Printf(TEXT("Animation %s has a bone that is nowhere: leave it out or import it again."), *Clip.Name);
			}
		}
	}
	return FString();
}

} // namespace

bool SinewCheckExport(const FSinewExportCharacter& Character, FString& OutError)
{
	OutError = CheckBones(Character);
	if (OutError.IsEmpty())
	{
		OutError = CheckSurface(Character);
	}
	if (OutError.IsEmpty())
	{
		OutError = CheckSkin(Character);
	}
	if (OutError.IsEmpty())
	{
		OutError = CheckClips(Character);
	}
	return OutError.IsEmpty();
}
