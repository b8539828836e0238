// Copyright the Sinew project. See LICENSE.

#include "Mesh/SinewBones.h"

#if SINEW_WITH_NATIVE

#include "Components/SkeletalMeshComponent.h"
#include "Engine/SkeletalMesh.h"
#include "Rendering/SkeletalMeshLODRenderData.h"
#include "Rendering/SkeletalMeshRenderData.h"
#include "SinewAxes.h"
#include "SinewRenderMesh.h"

namespace
{
constexpr int32 MaxNamesInMessage = 8;

FString ListOf(const TArray<FString>& Names)
{
	TArray<FString> Some;
	for (int32 Index = 0; Index < Names.Num() && Index < MaxNamesInMessage; ++Index)
	{
		Some.Add(Names[Index]);
	}
	const FString List = FString::Join(Some, TEXT(", "));
	return Names.Num() <= MaxNamesInMessage ? List : FString::Printf(TEXT("%s and %d more"), *List, Names.Num() - MaxNamesInMessage);
}

/** Waits for a running evaluation, which owns the arrays of the pose. */
void FinishEvaluation(USkeletalMeshComponent* Mesh)
{
	if (Mesh != nullptr && Mesh->IsRunningParallelEvaluation())
	{
		Mesh->HandleExistingParallelEvaluationTask(true, true);
	}
}

/** Which bones animation updates at this LOD. The others have outdated transforms. */
TArray<bool> MovedBones(const USkeletalMeshComponent& Mesh, int32 Lod, int32 Count)
{
	TArray<bool> Moved;
	const USkeletalMesh* const Asset = Mesh.GetSkeletalMeshAsset();
	const bool bKnown = Asset != nullptr && Lod > 0 && Lod < FSinewRenderMesh::NumLods(*Asset);
	const TArray<FBoneIndexType> Required = bKnown ? Asset->GetResourceForRendering()->LODRenderData[Lod].RequiredBones : TArray<FBoneIndexType>();
	Moved.Init(Required.Num() == 0, Count);
	for (const FBoneIndexType Bone : Required)
	{
		if (Moved.IsValidIndex(static_cast<int32>(Bone)))
		{
			Moved[static_cast<int32>(Bone)] = true;
		}
	}
	return Moved;
}

int32 NearestJointAbove(const FSinewSkeleton& Skeleton, int32 Bone, const TArray<int32>& BoneOfJoint)
{
	for (int32 Above = Skeleton.Parents[Bone]; Above != INDEX_NONE; Above = Skeleton.Parents[Above])
	{
		const int32 Joint = BoneOfJoint.Find(Above);
		if (Joint != INDEX_NONE)
		{
			return Joint;
		}
	}
	return INDEX_NONE;
}
}

bool FSinewBones::Match(const FSinewPayloadInfo& Asset, const FSinewSkeleton& Skeleton, double Tolerance, FString& OutProblem)
{
	Names = Asset.JointNames;
	if (!FindAll(Skeleton, OutProblem) || !AreInPlace(Asset, Skeleton, Tolerance, OutProblem))
	{
		return false;
	}
	// If only rounding differs, bones are passed on unchanged.
	constexpr double Rounding = 1.0e-4;
	Parents.Reset();
	Bind.Reset();
	InBone.Reset();
	BoneParents = Skeleton.Parents;
	Rest.Reset();
	for (int32 Bone = 0; Bone < BoneParents.Num(); ++Bone)
	{
		const int32 Parent = BoneParents[Bone];
		Rest.Add(Parent == INDEX_NONE ? Skeleton.Bind[Bone] : Skeleton.Bind[Bone].GetRelativeTransform(Skeleton.Bind[Parent]));
	}
	for (int32 Joint = 0; Joint < BoneOfJoint.Num(); ++Joint)
	{
		const FTransform& Bound = Skeleton.Bind[BoneOfJoint[Joint]];
		Parents.Add(NearestJointAbove(Skeleton, BoneOfJoint[Joint], BoneOfJoint));
		Bind.Add(Convert(Bound));
		InBone.Add(Bound.Equals(Asset.JointBinds[Joint], Rounding) ? TOptional<FTransform>() : Asset.JointBinds[Joint].GetRelativeTransform(Bound));
	}
	return true;
}

bool FSinewBones::FindAll(const FSinewSkeleton& Skeleton, FString& OutProblem)
{
	TArray<FString> Missing;
	BoneOfJoint.Reset();
	for (const FString& Name : Names)
	{
		const int32 Bone = Skeleton.Find(FName(*Name));
		BoneOfJoint.Add(Bone);
		if (Bone == INDEX_NONE)
		{
			Missing.Add(Name);
		}
	}
	if (Missing.Num() > 0)
	{
		OutProblem = FString::Printf(TEXT("the skeleton lacks these bones: %s"), *ListOf(Missing));
		return false;
	}
	return true;
}

bool FSinewBones::AreInPlace(const FSinewPayloadInfo& Asset, const FSinewSkeleton& Skeleton, double Tolerance, FString& OutProblem) const
{
	TArray<FString> Elsewhere;
	for (int32 Joint = 0; Joint < BoneOfJoint.Num(); ++Joint)
	{
		const double Distance = FVector::Dist(Skeleton.Bind[BoneOfJoint[Joint]].GetTranslation(), Asset.JointBinds[Joint].GetTranslation());
		if (!(Distance <= Tolerance))
		{
			Elsewhere.Add(FString::Printf(TEXT("%s (%.2f cm)"), *Names[Joint], Distance));
		}
	}
	if (Elsewhere.Num() > 0)
	{
		OutProblem = FString::Printf(TEXT("these bones have another bind position than in the asset: %s"), *ListOf(Elsewhere));
		return false;
	}
	return true;
}

uint64 FSinewBones::Hash() const
{
	// Use the asset's spelling, because names of the engine ignore upper and lower case.
	return Hash(Names, Parents, Bind);
}

uint64 FSinewBones::Hash(const TArray<FString>& InNames, const TArray<int32>& InParents, const TArray<SinewBone>& InBind)
{
	FSinewNames Texts;
	TArray<float> Places;
	for (int32 Joint = 0; Joint < InNames.Num(); ++Joint)
	{
		Texts.Add(InNames[Joint]);
		for (const float Coordinate : InBind[Joint].translation)
		{
			Places.Add(Coordinate);
		}
	}
	return sinewHashSkeleton(Texts.GetData(), InParents.GetData(), Places.GetData(), static_cast<uint32_t>(InNames.Num()));
}

bool FSinewBones::Read(USkeletalMeshComponent& Mesh, int32 Lod, TArray<SinewBone>& OutBones) const
{
	FinishEvaluation(&Mesh);
	FinishEvaluation(Cast<USkeletalMeshComponent>(Mesh.LeaderPoseComponent.Get()));
	const bool bFollows = Mesh.LeaderPoseComponent.IsValid();
	if (!bFollows && Mesh.GetComponentSpaceTransforms().Num() < Rest.Num())
	{
		return false;
	}
	const TArray<bool> Moved = MovedBones(Mesh, Lod, Rest.Num());
	TArray<SinewBone> Bones;
	Bones.Reserve(BoneOfJoint.Num());
	for (int32 Joint = 0; Joint < BoneOfJoint.Num(); ++Joint)
	{
		const FTransform Posed = Place(Mesh, BoneOfJoint[Joint], Moved);
		if (Posed.ContainsNaN())
		{
			return false;
		}
		Bones.Add(Convert(InBone[Joint].IsSet() ? InBone[Joint].GetValue() * Posed : Posed));
	}
	OutBones = MoveTemp(Bones);
	return true;
}

FTransform FSinewBones::Place(const USkeletalMeshComponent& Mesh, int32 Bone, const TArray<bool>& Moved) const
{
	const auto Animated = [&Mesh](int32 Which) {
		return Mesh.LeaderPoseComponent.IsValid() ? Mesh.GetBoneTransform(Which, FTransform::Identity) : Mesh.GetComponentSpaceTransforms()[Which];
	};
	if (Moved[Bone] || BoneParents[Bone] == INDEX_NONE)
	{
		return Animated(Bone);
	}
	FTransform Still = Rest[Bone];
	int32 Above = BoneParents[Bone];
	for (; !Moved[Above] && BoneParents[Above] != INDEX_NONE; Above = BoneParents[Above])
	{
		Still = Still * Rest[Above];
	}
	return Still * Animated(Above);
}

FName FSinewBones::GetName(uint32 Joint) const
{
	return Names.IsValidIndex(static_cast<int32>(Joint)) ? FName(*Names[static_cast<int32>(Joint)]) : FName();
}

SinewBone FSinewBones::Convert(const FTransform& Bone)
{
	SinewBone Converted;
	FSinewAxes::RotationToCore(Bone.GetRotation(), Converted.rotation);
	FSinewAxes::ToCore(Bone.GetTranslation(), Converted.translation);
	FSinewAxes::ScaleToCore(Bone.GetScale3D(), Converted.scale);
	return Converted;
}

FTransform FSinewBones::Convert(const SinewBone& Bone)
{
	return FTransform(FSinewAxes::RotationToEngine(Bone.rotation), FSinewAxes::ToEngine(Bone.translation), FSinewAxes::ScaleToEngine(Bone.scale));
}

#endif
