// Copyright the Sinew project. See LICENSE.

#include "Export/SinewSource.h"

#include "Animation/AnimSequence.h"
#include "Build/SinewProgram.h"
#include "Containers/StringConv.h"
#include "Engine/SkeletalMesh.h"
#include "Misc/FileHelper.h"
#include "SinewAsset.h"
#include "SinewEditorSettings.h"
#include "SinewPaths.h"
#include "SinewRenderMesh.h"
#include "SinewSkeleton.h"

namespace
{

/** FNV-1a with 64 bits. Every array is preceded by its length, so that neighbouring arrays cannot be confused. */
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
		// A quaternion and its negative are the same rotation.
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

namespace
{

FString ChooseRecipe(const USinewAsset& Asset, const FString& Given)
{
	if (!Given.IsEmpty())
	{
		return SinewFullPath(Given);
	}
	return SinewFullPath(!Asset.RecipeFile.IsEmpty() ? Asset.RecipeFile : GetDefault<USinewEditorSettings>()->Recipe.FilePath);
}

/** The format of FSinewSource::GetHash. */
constexpr int32 NumHashes = 5, RecipePart = 2;

TArray<FString> PartsOfHash(const USinewAsset& Asset)
{
	TArray<FString> Parts;
	Asset.SourceHash.ParseIntoArray(Parts, TEXT("-"), true);
	return Parts;
}

FSinewSource Refused(FSinewSource Source, int32 ExitCode, const FString& Problem)
{
	Source.ExitCode = ExitCode;
	Source.Problem = Problem;
	return Source;
}

/** Returns false with the reason if an animation does not exist. */
bool LoadAnimations(const USinewAsset& Asset, TArray<UAnimSequence*>& Out, FString& OutProblem)
{
	for (const TSoftObjectPtr<UAnimSequence>& Chosen : Asset.SourceAnimations)
	{
		if (Chosen.IsNull())
		{
			continue;
		}
		UAnimSequence* const Animation = Chosen.LoadSynchronous();
		if (Animation == nullptr)
		{
			OutProblem = FString::Printf(TEXT("Animation %s does not exist. Choose another one, or remove it."), *Chosen.ToString());
			return false;
		}
		Out.Add(Animation);
	}
	return true;
}

} // namespace

FSinewSource FSinewSource::Read(const USinewAsset& Asset, const FString& GivenRecipe)
{
	FSinewSource Source;
	Source.Tets = Asset.SourceTets;
	Source.RecipeFile = ChooseRecipe(Asset, GivenRecipe);
	TArray<uint8> Recipe;
	if (!Source.RecipeFile.IsEmpty() && !FFileHelper::LoadFileToArray(Recipe, *Source.RecipeFile))
	{
		return Refused(Source, ESinewExitCode::InputOutput, FString::Printf(TEXT("Recipe %s cannot be read. Check that it exists, or choose another one."), *Source.RecipeFile));
	}
	if (Asset.SourceMesh.IsNull())
	{
		return Refused(Source, ESinewExitCode::BadInput, TEXT("The asset has no source. Choose a Source Mesh in its details."));
	}
	USkeletalMesh* const Mesh = Asset.SourceMesh.LoadSynchronous();
	if (Mesh == nullptr)
	{
		return Refused(Source, ESinewExitCode::BadInput, FString::Printf(TEXT("Skeletal mesh %s does not exist. Choose another Source Mesh."), *Asset.SourceMesh.ToString()));
	}
	TArray<UAnimSequence*> Animations;
	FString Problem;
	FSinewRenderMesh Surface;
	if (!LoadAnimations(Asset, Animations, Problem) || !SinewExportMesh(*Mesh, Animations, Source.Character, Problem) || !FSinewRenderMesh::Read(*Mesh, 0, Surface, Problem))
	{
		return Refused(Source, ESinewExitCode::BadInput, Problem);
	}
	Source.MeshHash = USinewAsset::HashText(Surface.GetHash());
	Source.SkeletonHash = USinewAsset::HashText(FSinewSkeleton::Read(*Mesh).GetHash());
	Source.RecipeHash = USinewAsset::HashText(SinewHashRecipe(Recipe, Source.Tets));
	Source.SkinHash = USinewAsset::HashText(SinewHashSkin(Source.Character));
	Source.MotionHash = USinewAsset::HashText(SinewHashMotion(Source.Character));
	return Source;
}

FString FSinewSource::GetHash() const
{
	return MeshHash + TEXT("-") + SkeletonHash + TEXT("-") + RecipeHash + TEXT("-") + SkinHash + TEXT("-") + MotionHash;
}

FString FSinewSource::WhyStale(const USinewAsset& Asset) const
{
	if (!Asset.IsPlayable())
	{
		return TEXT("it cannot be played: ") + Asset.GetProblem();
	}
	const TArray<FString> Built = PartsOfHash(Asset);
	if (Built.Num() != NumHashes)
	{
		return Built.Num() == 0 ? TEXT("it was not built here") : TEXT("it was built by another version of the plugin");
	}
	if (Built[0] != MeshHash)
	{
		return TEXT("the mesh has changed");
	}
	if (Built[1] != SkeletonHash)
	{
		return TEXT("the skeleton has changed");
	}
	if (Built[RecipePart] != RecipeHash)
	{
		return TEXT("the recipe has changed");
	}
	if (Built[3] != SkinHash)
	{
		return TEXT("skin weights, vertex colors, normals, texture coordinates, materials or the bind pose have changed");
	}
	return Built[4] == MotionHash ? FString() : FString(TEXT("animations have changed"));
}

FString SinewWhyRecipeStale(const USinewAsset& Asset)
{
	const TArray<FString> Built = PartsOfHash(Asset);
	if (Built.Num() != NumHashes)
	{
		return FString();
	}
	TArray<uint8> Recipe;
	const FString File = ChooseRecipe(Asset, FString());
	if (!File.IsEmpty() && !FFileHelper::LoadFileToArray(Recipe, *File))
	{
		return FString::Printf(TEXT("its recipe %s cannot be read"), *File);
	}
	const bool bSame = Built[RecipePart] == USinewAsset::HashText(SinewHashRecipe(Recipe, Asset.SourceTets));
	return bSame ? FString() : FString(TEXT("the recipe has changed since it was built"));
}
