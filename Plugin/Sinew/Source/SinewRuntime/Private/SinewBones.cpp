// Copyright the Sinew project. See LICENSE.

#include "SinewBones.h"

#if SINEW_WITH_NATIVE

#include "Components/SkeletalMeshComponent.h"
#include "SinewAxes.h"
#include "SinewNames.h"

namespace
{
constexpr int32 MostNamesInAMessage = 8;

FString ListOf(const TArray<FString>& Names)
{
	TArray<FString> Some;
	for (int32 Index = 0; Index < Names.Num() && Index < MostNamesInAMessage; ++Index)
	{
		Some.Add(Names[Index]);
	}
	const FString List = FString::Join(Some, TEXT(", "));
	return Names.Num() <= MostNamesInAMessage ? List : FString::Printf(TEXT("%s and %d more"), *List, Names.Num() - MostNamesInAMessage);
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

bool FSinewBones::Match(const TArray<FString>& JointNames, const FSinewSkeleton& Skeleton, FString& OutProblem)
{
	TArray<FString> Missing;
	Names = JointNames;
	BoneOfJoint.Reset();
	for (const FString& Name : JointNames)
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
		OutProblem = FString::Printf(TEXT("the skeleton has no bones of these names: %s"), *ListOf(Missing));
		return false;
	}
	Parents.Reset();
	Bind.Reset();
	for (const int32 Bone : BoneOfJoint)
	{
		Parents.Add(NearestJointAbove(Skeleton, Bone, BoneOfJoint));
		Bind.Add(Convert(Skeleton.Bind[Bone]));
	}
	return true;
}

uint64 FSinewBones::Hash() const
{
	// Names as the asset writes them: the engine's do not tell upper from lower case.
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

bool FSinewBones::Read(USkeletalMeshComponent& Mesh, TArray<SinewBone>& OutBones) const
{
	// Being evaluated at this moment, the arrays are elsewhere.
	if (Mesh.IsRunningParallelEvaluation())
	{
		Mesh.HandleExistingParallelEvaluationTask(true, true);
	}
	const bool bFollows = Mesh.LeaderPoseComponent.IsValid();
	const TArray<FTransform>& Own = Mesh.GetComponentSpaceTransforms();
	TArray<SinewBone> Bones;
	Bones.Reserve(BoneOfJoint.Num());
	for (const int32 Bone : BoneOfJoint)
	{
		if (!bFollows && !Own.IsValidIndex(Bone))
		{
			return false;
		}
		const FTransform Place = bFollows ? Mesh.GetBoneTransform(Bone, FTransform::Identity) : Own[Bone];
		if (Place.ContainsNaN())
		{
			return false;
		}
		Bones.Add(Convert(Place));
	}
	OutBones = MoveTemp(Bones);
	return true;
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

#endif
