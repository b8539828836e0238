// Copyright the Sinew project. See LICENSE.

#include "Tests/SinewTestBox.h"

#include "Export/SinewExport.h"

#if WITH_DEV_AUTOMATION_TESTS

namespace
{

constexpr int32 Rings = 9;
constexpr int32 Corners = 8;
constexpr float Height = 1.0f;
constexpr float Radius = 0.15f;

/** Rings of corners from bottom to top, then the middles of both ends. */
void AddVertices(FSinewExportCharacter& Character)
{
	for (int32 Ring = 0; Ring < Rings; ++Ring)
	{
		for (int32 Corner = 0; Corner < Corners; ++Corner)
		{
			const float Angle = 6.2831853f * static_cast<float>(Corner) / static_cast<float>(Corners);
			Character.Positions.Add(FVector3f(Radius * FMath::Cos(Angle), Height * static_cast<float>(Ring) / static_cast<float>(Rings - 1), Radius * FMath::Sin(Angle)));
		}
	}
	Character.Positions.Add(FVector3f(0.0f, 0.0f, 0.0f));
	Character.Positions.Add(FVector3f(0.0f, Height, 0.0f));
}

void AddTriangle(FSinewExportCharacter& Character, int32 A, int32 B, int32 C)
{
	Character.Triangles.Add(static_cast<uint32>(A));
	Character.Triangles.Add(static_cast<uint32>(B));
	Character.Triangles.Add(static_cast<uint32>(C));
}

void AddTriangles(FSinewExportCharacter& Character)
{
	const int32 Bottom = Rings * Corners, Top = Bottom + 1, Last = (Rings - 1) * Corners;
	for (int32 Corner = 0; Corner < Corners; ++Corner)
	{
		const int32 Next = (Corner + 1) % Corners;
		for (int32 Ring = 0; Ring + 1 < Rings; ++Ring)
		{
			const int32 Low = Ring * Corners, High = Low + Corners;
			AddTriangle(Character, Low + Corner, High + Corner, High + Next);
			AddTriangle(Character, Low + Corner, High + Next, Low + Next);
		}
		AddTriangle(Character, Bottom, Corner, Next);
		AddTriangle(Character, Top, Last + Next, Last + Corner);
	}
}

void AddWeights(FSinewExportCharacter& Character)
{
	Character.FirstWeight.Add(0);
	for (const FVector3f& Position : Character.Positions)
	{
		const float Upper = FMath::Clamp(2.0f * Position.Y - 0.5f, 0.0f, 1.0f);
		const float Weights[2] = {Upper, 1.0f - Upper};
		for (int32 Bone = 0; Bone < 2; ++Bone)
		{
			if (Weights[Bone] > 0.0f)
			{
				Character.WeightBones.Add(Bone);
				Character.Weights.Add(Weights[Bone]);
			}
		}
		Character.FirstWeight.Add(Character.Weights.Num());
	}
}

void AddSkeleton(FSinewExportCharacter& Character)
{
	FSinewExportBone Upper, Lower;
	Upper.Name = TEXT("upper \"one\"");
	Upper.Rest.Translation = FVector3f(0.0f, 0.9f, 0.0f);
	// Its x is the world's y, its y the z, its z the x: a bind whose inverse is another, so that neither can pass for the other.
	Upper.Rest.Rotation = FQuat4f(0.5f, 0.5f, 0.5f, 0.5f);
	Lower.Name = TEXT("lower");
	Lower.Parent = 0;
	Lower.Rest.Translation = FVector3f(-0.4f, 0.0f, 0.0f);
	Character.Bones.Add(Upper);
	Character.Bones.Add(Lower);
}

void AddClip(FSinewExportCharacter& Character)
{
	FSinewExportClip Clip;
	Clip.Name = TEXT("bend");
	for (int32 Frame = 0; Frame <= 10; ++Frame)
	{
		const float HalfAngle = 0.05f * static_cast<float>(Frame);
		FSinewExportTransform Lower = Character.Bones[1].Rest;
		Lower.Rotation = FQuat4f(0.0f, 0.0f, FMath::Sin(HalfAngle), FMath::Cos(HalfAngle));
		Clip.Frames.Add(Character.Bones[0].Rest);
		Clip.Frames.Add(Lower);
	}
	Character.Clips.Add(Clip);
}

} // namespace

FSinewExportCharacter SinewMakeTestBox()
{
	FSinewExportCharacter Character;
	Character.Name = TEXT("Box");
	AddVertices(Character);
	AddTriangles(Character);
	AddWeights(Character);
	AddSkeleton(Character);
	AddClip(Character);
	return Character;
}

void SinewGiveManyInfluences(FSinewExportCharacter& Character)
{
	Character.FirstWeight.Reset();
	Character.WeightBones.Reset();
	Character.Weights.Reset();
	for (int32 Extra = 0; Extra < 5; ++Extra)
	{
		FSinewExportBone Bone;
		Bone.Name = FString::Printf(TEXT("extra %d"), Extra);
		Bone.Parent = 1;
		Character.Bones.Add(Bone);
	}
	Character.Clips.Reset();
	Character.FirstWeight.Add(0);
	for (int32 Vertex = 0; Vertex < Character.Positions.Num(); ++Vertex)
	{
		for (int32 Bone = 0; Bone < Character.Bones.Num(); ++Bone)
		{
			Character.WeightBones.Add(Bone);
			Character.Weights.Add(1.0f / static_cast<float>(Character.Bones.Num()));
		}
		Character.FirstWeight.Add(Character.Weights.Num());
	}
}

#endif
