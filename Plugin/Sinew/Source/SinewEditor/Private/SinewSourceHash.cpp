// Copyright the Sinew project. See LICENSE.

#include "SinewSourceHash.h"

#include "Containers/StringConv.h"
#include "SinewExportCharacter.h"

namespace
{

/** FNV-1a, 64 bits: nothing here is secret, and nothing is worth a library. Every array begins with its length, so that none can pass for its neighbour. */
class FSourceHasher
{
public:
	void AddBytes(const void* Data, int32 Size)
	{
		const uint8* const Bytes = static_cast<const uint8*>(Data);
		for (int32 Index = 0; Index < Size; ++Index)
		{
			Hash = (Hash ^ Bytes[Index]) * 0x100000001b3ull;
		}
	}

	void Add(int32 Number)
	{
		AddBytes(&Number, sizeof(Number));
	}

	void Add(float Number)
	{
		Add(FMath::RoundToInt(Number * 10000.0f));
	}

	void Add(const FVector2f& Vector)
	{
		Add(Vector.X);
		Add(Vector.Y);
	}

	void Add(const FVector3f& Vector)
	{
		Add(Vector.X);
		Add(Vector.Y);
		Add(Vector.Z);
	}

	void Add(const FQuat4f& Rotation)
	{
		// The other sign turns the same way.
		const float Side = Rotation.W < 0.0f ? -1.0f : 1.0f;
		Add(Side * Rotation.X);
		Add(Side * Rotation.Y);
		Add(Side * Rotation.Z);
		Add(Side * Rotation.W);
	}

	void Add(const FColor& Color)
	{
		const uint8 Channels[4] = {Color.R, Color.G, Color.B, Color.A};
		AddBytes(Channels, sizeof(Channels));
	}

	void Add(const FString& Text)
	{
		const FTCHARToUTF8 Utf8(*Text);
		Add(static_cast<int32>(Utf8.Length()));
		AddBytes(Utf8.Get(), static_cast<int32>(Utf8.Length()));
	}

	void Add(const FSinewExportSection& Section)
	{
		Add(Section.Material);
		Add(Section.FirstTriangle);
		Add(Section.NumTriangles);
	}

	void Add(const FSinewExportTransform& Transform)
	{
		Add(Transform.Rotation);
		Add(Transform.Translation);
		Add(Transform.Scale);
	}

	template <typename ElementType>
	void AddArray(const TArray<ElementType>& Elements)
	{
		Add(static_cast<int32>(Elements.Num()));
		for (const ElementType& Element : Elements)
		{
			Add(Element);
		}
	}

	uint64 Get() const
	{
		return Hash;
	}

private:
	uint64 Hash = 0xcbf29ce484222325ull;
};

} // namespace

uint64 SinewHashRecipe(const TArray<uint8>& Recipe, int32 Tets)
{
	FSourceHasher Hasher;
	Hasher.Add(static_cast<int32>(Recipe.Num()));
	Hasher.AddBytes(Recipe.GetData(), Recipe.Num());
	Hasher.Add(Tets);
	return Hasher.Get();
}

uint64 SinewHashSkin(const FSinewExportCharacter& Character)
{
	FSourceHasher Hasher;
	Hasher.AddArray(Character.FirstWeight);
	Hasher.AddArray(Character.WeightBones);
	Hasher.AddArray(Character.Weights);
	Hasher.AddArray(Character.Colors);
	Hasher.AddArray(Character.Normals);
	Hasher.AddArray(Character.Uvs);
	Hasher.AddArray(Character.Sections);
	Hasher.Add(static_cast<int32>(Character.Bones.Num()));
	for (const FSinewExportBone& Bone : Character.Bones)
	{
		Hasher.Add(Bone.Rest.Rotation);
		Hasher.Add(Bone.Rest.Scale);
	}
	return Hasher.Get();
}

uint64 SinewHashMotion(const FSinewExportCharacter& Character)
{
	FSourceHasher Hasher;
	Hasher.Add(static_cast<int32>(Character.Clips.Num()));
	for (const FSinewExportClip& Clip : Character.Clips)
	{
		Hasher.Add(Clip.Name);
		Hasher.Add(Clip.FramesPerSecond);
		Hasher.AddArray(Clip.Frames);
	}
	return Hasher.Get();
}
