// Copyright the Sinew project. See LICENSE.

#include "Export/SinewExport.h"

#include "AnimPose.h"
#include "Animation/AnimSequence.h"
#include "Engine/SkeletalMesh.h"
#include "SinewAxes.h"
#include "SinewRenderMesh.h"
#include "SinewSkeleton.h"

namespace
{

constexpr float FramesPerSecond = 30.0f;

/** Longer animations are cut: training poses are chosen from about ten per second. */
constexpr int32 MaxFrames = 30 * 60 * 10;

FSinewExportTransform ToExport(const FTransform& Transform)
{
	float Rotation[4], Translation[3], Scale[3];
	FSinewAxes::RotationToCore(Transform.GetRotation(), Rotation);
	FSinewAxes::ToCore(Transform.GetTranslation(), Translation);
	FSinewAxes::ScaleToCore(Transform.GetScale3D(), Scale);
	FSinewExportTransform Result;
	Result.Rotation = FQuat4f(Rotation[0], Rotation[1], Rotation[2], Rotation[3]);
	Result.Translation = FVector3f(Translation[0], Translation[1], Translation[2]);
	Result.Scale = FVector3f(Scale[0], Scale[1], Scale[2]);
	return Result;
}

void ExportBones(const FSinewSkeleton& Skeleton, FSinewExportCharacter& Out)
{
	for (int32 Index = 0; Index < Skeleton.Names.Num(); ++Index)
	{
		FSinewExportBone Bone;
		Bone.Name = Skeleton.Names[Index].ToString();
		Bone.Parent = Skeleton.Parents[Index];
		Bone.Rest = ToExport(Bone.Parent == INDEX_NONE ? Skeleton.Bind[Index] : Skeleton.Bind[Index].GetRelativeTransform(Skeleton.Bind[Bone.Parent]));
		Out.Bones.Add(Bone);
	}
}

TArray<FVector3f> Vectors(const TArray<float>& Numbers)
{
	TArray<FVector3f> Result;
	for (int32 Index = 0; Index + 2 < Numbers.Num(); Index += 3)
	{
		Result.Add(FVector3f(Numbers[Index], Numbers[Index + 1], Numbers[Index + 2]));
	}
	return Result;
}

/** Sections of consecutive triangles with the same material. */
TArray<FSinewExportSection> Sections(const TArray<int32>& Materials)
{
	TArray<FSinewExportSection> Result;
	for (int32 Triangle = 0; Triangle < Materials.Num(); ++Triangle)
	{
		if (Triangle == 0 || Materials[Triangle] != Materials[Triangle - 1])
		{
			FSinewExportSection Section;
			Section.Material = FString::Printf(TEXT("Material %d"), Materials[Triangle]);
			Section.FirstTriangle = Triangle;
			Result.Add(Section);
		}
		++Result.Last().NumTriangles;
	}
	return Result;
}

void ExportSurface(const FSinewRenderMesh& Mesh, FSinewExportCharacter& Out)
{
	Out.Positions = Vectors(Mesh.Positions);
	Out.Normals = Vectors(Mesh.Normals);
	Out.Uvs = Mesh.Uvs;
	Out.Colors = Mesh.Colors;
	Out.Triangles = Mesh.Triangles;
	Out.Sections = Sections(Mesh.Materials);
	for (const uint32 First : Mesh.FirstWeight)
	{
		Out.FirstWeight.Add(static_cast<int32>(First));
	}
	for (const uint32 Bone : Mesh.WeightBones)
	{
		Out.WeightBones.Add(static_cast<int32>(Bone));
	}
	Out.Weights = Mesh.Weights;
}

void ExportAnimation(const UAnimSequence& Animation, USkeletalMesh& Mesh, const FSinewSkeleton& Skeleton, FSinewExportCharacter& Out)
{
	FSinewExportClip Clip;
	Clip.Name = Animation.GetName();
	Clip.FramesPerSecond = FramesPerSecond;
	FAnimPoseEvaluationOptions Options;
	Options.EvaluationType = EAnimDataEvalType::Raw;
	Options.OptionalSkeletalMesh = &Mesh;
	const int32 NumFrames = FMath::Clamp(FMath::FloorToInt(Animation.GetPlayLength() * FramesPerSecond) + 1, 1, MaxFrames);
	for (int32 Frame = 0; Frame < NumFrames; ++Frame)
	{
		FAnimPose Pose;
		UAnimPoseExtensions::GetAnimPoseAtTime(&Animation, static_cast<double>(Frame) / FramesPerSecond, Options, Pose);
		for (const FName& Bone : Skeleton.Names)
		{
			Clip.Frames.Add(ToExport(UAnimPoseExtensions::GetBonePose(Pose, Bone, EAnimPoseSpaces::Local)));
		}
	}
	Out.Clips.Add(Clip);
}

} // namespace

bool SinewExportMesh(USkeletalMesh& Mesh, const TArray<UAnimSequence*>& Animations, FSinewExportCharacter& OutCharacter, FString& OutProblem)
{
	OutCharacter = FSinewExportCharacter();
	FSinewRenderMesh Surface;
	if (!FSinewRenderMesh::Read(Mesh, 0, Surface, OutProblem))
	{
		return false;
	}
	const FSinewSkeleton Skeleton = FSinewSkeleton::Read(Mesh);
	OutCharacter.Name = Mesh.GetName();
	ExportBones(Skeleton, OutCharacter);
	ExportSurface(Surface, OutCharacter);
	for (const UAnimSequence* const Animation : Animations)
	{
		if (Animation->GetSkeleton() != Mesh.GetSkeleton())
		{
			OutProblem = FString::Printf(TEXT("Animation %s has another skeleton than %s. Remove it, or retarget it."), *Animation->GetName(), *Mesh.GetName());
			return false;
		}
		ExportAnimation(*Animation, Mesh, Skeleton, OutCharacter);
	}
	return true;
}

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
		return TEXT("The skin weights of the mesh do not match its vertices.");
	}
	for (int32 Vertex = 0; Vertex < NumVertices; ++Vertex)
	{
		if (Character.FirstWeight[Vertex] < 0 || Character.FirstWeight[Vertex] > Character.FirstWeight[Vertex + 1])
		{
			return FString::Printf(TEXT("The skin weights of vertex %d do not follow those of the previous vertex."), Vertex);
		}
	}
	for (const int32 Bone : Character.WeightBones)
	{
		if (!Character.Bones.IsValidIndex(Bone))
		{
			return FString::Printf(TEXT("A vertex is skinned to bone %d, but there are only %d bones. Import the skeletal mesh again."), Bone, Character.Bones.Num());
		}
	}
	return FString();
}

FString CheckSurface(const FSinewExportCharacter& Character)
{
	const int32 NumVertices = Character.Positions.Num();
	if (NumVertices == 0 || Character.Triangles.Num() == 0 || Character.Triangles.Num() % 3 != 0)
	{
		return TEXT("The mesh has no triangles. Choose a skeletal mesh whose LOD 0 has triangles.");
	}
	const auto Fits = [NumVertices](int32 Num) { return Num == 0 || Num == NumVertices; };
	if (!Fits(Character.Normals.Num()) || !Fits(Character.Uvs.Num()) || !Fits(Character.Colors.Num()))
	{
		return TEXT("The normals, UVs or vertex colors of the mesh do not match its vertices.");
	}
	for (int32 Vertex = 0; Vertex < NumVertices; ++Vertex)
	{
		if (!IsFiniteVector(Character.Positions[Vertex]))
		{
			return FString::Printf(TEXT("Vertex %d has a position that is not a number. Import the skeletal mesh again."), Vertex);
		}
	}
	for (const uint32 Vertex : Character.Triangles)
	{
		if (Vertex >= static_cast<uint32>(NumVertices))
		{
			return FString::Printf(TEXT("A triangle refers to vertex %u, but there are only %d vertices. Import the skeletal mesh again."), Vertex, NumVertices);
		}
	}
	int32 NumTriangles = 0;
	for (const FSinewExportSection& Section : Character.Sections)
	{
		if (Section.FirstTriangle != NumTriangles || Section.NumTriangles <= 0)
		{
			return FString::Printf(TEXT("The triangles of material %s do not follow those of the previous material."), *Section.Material);
		}
		NumTriangles += Section.NumTriangles;
	}
	return Character.Sections.Num() == 0 || NumTriangles == Character.Triangles.Num() / 3 ? FString() : FString(TEXT("Some triangles have no material."));
}

FString CheckBones(const FSinewExportCharacter& Character)
{
	if (Character.Bones.Num() == 0 || Character.Bones.Num() > 65535)
	{
		return FString::Printf(TEXT("The skeleton has %d bones, but must have 1 to 65535."), Character.Bones.Num());
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
			return FString::Printf(TEXT("Bone %s has a bind pose that is not a number. Import the skeletal mesh again."), *Character.Bones[Bone].Name);
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
			return FString::Printf(TEXT("Animation %s has no frames, or lacks bones in a frame. Remove it."), *Clip.Name);
		}
		for (const FSinewExportTransform& Pose : Clip.Frames)
		{
			if (!IsFiniteTransform(Pose))
			{
				return FString::Printf(TEXT("Animation %s has a bone whose transform is not a number. Remove it, or import it again."), *Clip.Name);
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
