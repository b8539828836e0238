// Copyright the Sinew project. See LICENSE.

#include "SinewSkeleton.h"

#include "Engine/SkeletalMesh.h"
#include "Mesh/SinewBones.h"
#include "ReferenceSkeleton.h"

FSinewSkeleton FSinewSkeleton::Read(const USkeletalMesh& Mesh)
{
	const FReferenceSkeleton& Reference = Mesh.GetRefSkeleton();
	const TArray<FTransform>& Local = Reference.GetRefBonePose();
	FSinewSkeleton Skeleton;
	for (int32 Bone = 0; Bone < Reference.GetNum(); ++Bone)
	{
		const int32 Parent = Reference.GetParentIndex(Bone);
		Skeleton.Names.Add(Reference.GetBoneName(Bone));
		Skeleton.Parents.Add(Parent);
		// Parents come first. The left factor of a product is applied first.
		Skeleton.Bind.Add(Parent == INDEX_NONE ? Local[Bone] : Local[Bone] * Skeleton.Bind[Parent]);
	}
	return Skeleton;
}

int32 FSinewSkeleton::Find(const FName& Name) const
{
	for (int32 Bone = 0; Bone < Names.Num(); ++Bone)
	{
		if (Names[Bone] == Name)
		{
			return Bone;
		}
	}
	return INDEX_NONE;
}

uint64 FSinewSkeleton::GetHash() const
{
#if SINEW_WITH_NATIVE
	TArray<FString> Texts;
	TArray<SinewBone> Places;
	for (int32 Bone = 0; Bone < Names.Num(); ++Bone)
	{
		Texts.Add(Names[Bone].ToString());
		Places.Add(FSinewBones::Convert(Bind[Bone]));
	}
	return SinewIsLoaded() ? FSinewBones::Hash(Texts, Parents, Places) : 0;
#else
	return 0;
#endif
}
