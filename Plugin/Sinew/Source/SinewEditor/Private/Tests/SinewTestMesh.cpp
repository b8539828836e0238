// Copyright the Sinew project. See LICENSE.

#include "Tests/SinewTestMesh.h"

#include "Animation/AnimData/IAnimationDataController.h"
#include "Animation/AnimSequence.h"
#include "Animation/Skeleton.h"
#include "Engine/SkeletalMesh.h"
#include "Export/SinewExport.h"
#include "HAL/FileManager.h"
#include "HAL/PlatformMisc.h"
#include "Misc/PackageName.h"
#include "Misc/Paths.h"
#include "ReferenceSkeleton.h"
#include "Rendering/SkeletalMeshLODRenderData.h"
#include "Rendering/SkeletalMeshRenderData.h"
#include "SinewAxes.h"
#include "UObject/Package.h"

#if WITH_DEV_AUTOMATION_TESTS

namespace
{

FTransform TestToEngine(const FSinewExportTransform& Transform)
{
	const float Rotation[4] = {Transform.Rotation.X, Transform.Rotation.Y, Transform.Rotation.Z, Transform.Rotation.W};
	const float Translation[3] = {Transform.Translation.X, Transform.Translation.Y, Transform.Translation.Z};
	const float Scale[3] = {Transform.Scale.X, Transform.Scale.Y, Transform.Scale.Z};
	return FTransform(FSinewAxes::RotationToEngine(Rotation), FSinewAxes::ToEngine(Translation), FSinewAxes::ScaleToEngine(Scale));
}

void FillSkeleton(USkeletalMesh& Mesh, const FSinewExportCharacter& Character)
{
	FReferenceSkeletonModifier Modifier(Mesh.GetRefSkeleton(), Mesh.GetSkeleton());
	for (const FSinewExportBone& Bone : Character.Bones)
	{
		Modifier.Add(FMeshBoneInfo(FName(*Bone.Name), Bone.Name, Bone.Parent), TestToEngine(Bone.Rest));
	}
}

void FillVertices(FStaticMeshVertexBuffers& Buffers, const FSinewExportCharacter& Character)
{
	const uint32 Count = static_cast<uint32>(Character.Positions.Num());
	Buffers.PositionVertexBuffer.Init(Count);
	Buffers.StaticMeshVertexBuffer.Init(Count, 1);
	if (Character.Colors.Num() > 0)
	{
		Buffers.ColorVertexBuffer.InitFromColorArray(Character.Colors);
	}
	for (uint32 Vertex = 0; Vertex < Count; ++Vertex)
	{
		const FVector3f& Position = Character.Positions[static_cast<int32>(Vertex)];
		const float Metres[3] = {Position.X, Position.Y, Position.Z};
		Buffers.PositionVertexBuffer.VertexPosition(Vertex) = FVector3f(FSinewAxes::ToEngine(Metres));
		Buffers.StaticMeshVertexBuffer.SetVertexTangents(Vertex, FVector3f(1.0f, 0.0f, 0.0f), FVector3f(0.0f, 1.0f, 0.0f), FVector3f(0.0f, 0.0f, 1.0f));
		Buffers.StaticMeshVertexBuffer.SetVertexUV(Vertex, 0, FVector2f(Position.X, Position.Y));
	}
}

void FillWeights(FSkinWeightVertexBuffer& Buffer, const FSinewExportCharacter& Character)
{
	TArray<FSkinWeightInfo> Weights;
	Weights.SetNumZeroed(Character.Positions.Num());
	for (int32 Vertex = 0; Vertex < Weights.Num(); ++Vertex)
	{
		const int32 First = Character.FirstWeight[Vertex];
		for (int32 Index = First; Index < Character.FirstWeight[Vertex + 1]; ++Index)
		{
			Weights[Vertex].InfluenceBones[Index - First] = static_cast<FBoneIndexType>(Character.WeightBones[Index]);
			Weights[Vertex].InfluenceWeights[Index - First] = static_cast<uint16>(FMath::RoundToInt(65535.0f * Character.Weights[Index]));
		}
	}
	Buffer = Weights;
}

void FillSection(FSkeletalMeshLODRenderData& Data, const FSinewExportCharacter& Character)
{
	FSkelMeshRenderSection Section;
	Section.NumTriangles = static_cast<uint32>(Character.Triangles.Num() / 3);
	Section.NumVertices = static_cast<uint32>(Character.Positions.Num());
	for (int32 Bone = 0; Bone < Character.Bones.Num(); ++Bone)
	{
		Section.BoneMap.Add(static_cast<FBoneIndexType>(Bone));
	}
	Data.RenderSections.Add(Section);
	Data.MultiSizeIndexContainer.RebuildIndexBuffer(sizeof(uint32), Character.Triangles);
}

} // namespace

USkeletalMesh* SinewMakeTestMesh(const FString& PackageName, const FSinewExportCharacter& Character)
{
	UPackage* const Package = CreatePackage(*PackageName);
	USkeletalMesh* const Mesh = NewObject<USkeletalMesh>(Package, FName(*FPackageName::GetShortName(PackageName)), RF_Public | RF_Standalone);
	Mesh->SetSkeleton(NewObject<USkeleton>(Package, FName(TEXT("Skeleton")), RF_Public | RF_Standalone));
	FillSkeleton(*Mesh, Character);
	Mesh->GetSkeleton()->MergeAllBonesToBoneTree(Mesh); // animations are of the skeleton's bones
	Mesh->AllocateResourceForRendering();
	FSkeletalMeshLODRenderData* const Data = new FSkeletalMeshLODRenderData();
	Mesh->GetResourceForRendering()->LODRenderData.Add(Data);
	FillVertices(Data->StaticVertexBuffers, Character);
	FillWeights(Data->SkinWeightVertexBuffer, Character);
	FillSection(*Data, Character);
	return Mesh;
}

UAnimSequence* SinewMakeTestAnimation(const FString& PackageName, USkeletalMesh& Mesh, const FSinewExportCharacter& Character)
{
	const FSinewExportClip& Clip = Character.Clips[0];
	const int32 NumBones = Character.Bones.Num(), NumFrames = Clip.Frames.Num() / NumBones;
	UAnimSequence* const Animation = NewObject<UAnimSequence>(CreatePackage(*PackageName), FName(*FPackageName::GetShortName(PackageName)), RF_Public | RF_Standalone);
	Animation->SetSkeleton(Mesh.GetSkeleton());
	IAnimationDataController& Controller = Animation->GetController();
	Controller.InitializeModel();
	Controller.SetFrameRate(FFrameRate(static_cast<uint32>(Clip.FramesPerSecond), 1));
	Controller.SetNumberOfFrames(FFrameNumber(NumFrames - 1));
	for (int32 Bone = 0; Bone < NumBones; ++Bone)
	{
		TArray<FVector3f> Positions, Scales;
		TArray<FQuat4f> Rotations;
		for (int32 Frame = 0; Frame < NumFrames; ++Frame)
		{
			const FTransform Pose = TestToEngine(Clip.Frames[Frame * NumBones + Bone]);
			Positions.Add(FVector3f(Pose.GetTranslation()));
			Rotations.Add(FQuat4f(Pose.GetRotation()));
			Scales.Add(FVector3f(Pose.GetScale3D()));
		}
		const FName Name(*Character.Bones[Bone].Name);
		Controller.AddBoneCurve(Name);
		Controller.SetBoneTrackKeys(Name, Positions, Rotations, Scales);
	}
	return Animation;
}

FString SinewMakeTestRecipe(int32 Tets)
{
	return FString::Printf(TEXT("[volume]\ntets = %d\n[poses]\ncount = 10\nheld_out = 2\n[[poses.joint]]\nname = \"lower\"\nbend = [-60, 60]\n[bases]\nrank = 4\n"), Tets);
}

void SinewForgetTestObject(UObject* Object)
{
	if (Object != nullptr)
	{
		// Out of the way of whoever asks for its name next.
		Object->ClearFlags(RF_Public | RF_Standalone);
		Object->Rename(nullptr, GetTransientPackage(), REN_DontCreateRedirectors);
		Object->MarkAsGarbage();
	}
}

FString SinewMakeTestFolder()
{
	const FString Folder = FPaths::ConvertRelativePathToFull(FPaths::Combine(FPaths::ProjectIntermediateDir(), TEXT("SinewTests")));
	IFileManager::Get().DeleteDirectory(*Folder, false, true);
	IFileManager::Get().MakeDirectory(*Folder, true);
	return Folder;
}

FString SinewTestAssetFile(const TCHAR* Name)
{
	const FString Folder = FPlatformMisc::GetEnvironmentVariable(TEXT("SINEW_TEST_ASSETS"));
	return Folder.IsEmpty() ? FString() : FPaths::Combine(Folder, Name);
}

#endif
