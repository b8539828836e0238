// Copyright the Sinew project. See LICENSE.

#include "SinewExport.h"

#include "AnimPose.h"
#include "Animation/AnimSequence.h"
#include "Engine/SkeletalMesh.h"
#include "SinewAxes.h"
#include "SinewExportCharacter.h"
#include "SinewRenderMesh.h"
#include "SinewSkeleton.h"

namespace
{

constexpr float FramesPerSecond = 30.0f;

/** Longer ones are cut: poses to learn from are chosen among ten a second. */
constexpr int32 MostFrames = 30 * 60 * 10;

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

/** Neighbouring triangles of the same material; the mesh has them section by section. */
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
	const int32 NumFrames = FMath::Clamp(FMath::FloorToInt(Animation.GetPlayLength() * FramesPerSecond) + 1, 1, MostFrames);
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
			OutProblem = FString::Printf(TEXT("Animation %s is of another skeleton than %s: leave it out, or retarget it."), *Animation->GetName(), *Mesh.GetName());
			return false;
		}
		ExportAnimation(*Animation, Mesh, Skeleton, OutCharacter);
	}
	return true;
}
