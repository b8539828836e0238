// Copyright the Sinew project. See LICENSE.

#include "SinewSource.h"

#include "Animation/AnimSequence.h"
#include "Engine/SkeletalMesh.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "SinewAsset.h"
#include "SinewEditorSettings.h"
#include "SinewExport.h"
#include "SinewProgram.h"
#include "SinewRenderMesh.h"
#include "SinewSkeleton.h"

namespace
{

/** FNV-1a, 64 bits: nothing here is secret, and nothing is worth a library. */
class FSourceHasher
{
public:
	void Add(const void* Data, int32 Size)
	{
		const uint8* const Bytes = static_cast<const uint8*>(Data);
		for (int32 Index = 0; Index < Size; ++Index)
		{
			Hash = (Hash ^ Bytes[Index]) * 0x100000001b3ull;
		}
	}

	template <typename ElementType>
	void AddArray(const TArray<ElementType>& Elements)
	{
		const int32 Num = Elements.Num();
		Add(&Num, sizeof(Num));
		Add(Elements.GetData(), Num * static_cast<int32>(sizeof(ElementType)));
	}

	uint64 Get() const
	{
		return Hash;
	}

private:
	uint64 Hash = 0xcbf29ce484222325ull;
};

/** A recipe's path may be the project's or the whole one. */
FString FullRecipePath(const FString& File)
{
	return File.IsEmpty() || !FPaths::IsRelative(File) ? File : FPaths::ConvertRelativePathToFull(FPaths::Combine(FPaths::ProjectDir(), File));
}

FString ChooseRecipe(const USinewAsset& Asset, const FString& Given)
{
	if (!Given.IsEmpty())
	{
		return FullRecipePath(Given);
	}
	return FullRecipePath(!Asset.RecipeFile.IsEmpty() ? Asset.RecipeFile : GetDefault<USinewEditorSettings>()->Recipe.FilePath);
}

uint64 HashRecipe(const TArray<uint8>& Recipe, int32 Tets)
{
	FSourceHasher Hasher;
	Hasher.AddArray(Recipe);
	Hasher.Add(&Tets, sizeof(Tets));
	return Hasher.Get();
}

uint64 HashMotion(const FSinewExportCharacter& Character)
{
	FSourceHasher Hasher;
	Hasher.AddArray(Character.FirstWeight);
	Hasher.AddArray(Character.WeightBones);
	Hasher.AddArray(Character.Weights);
	for (const FSinewExportClip& Clip : Character.Clips)
	{
		Hasher.Add(&Clip.FramesPerSecond, sizeof(Clip.FramesPerSecond));
		for (const FSinewExportTransform& Pose : Clip.Frames)
		{
			// One by one: what is between members is anybody's.
			const float Numbers[] = {Pose.Rotation.X, Pose.Rotation.Y, Pose.Rotation.Z, Pose.Rotation.W, Pose.Translation.X, Pose.Translation.Y, Pose.Translation.Z, Pose.Scale.X, Pose.Scale.Y, Pose.Scale.Z};
			Hasher.Add(Numbers, sizeof(Numbers));
		}
	}
	return Hasher.Get();
}

/** As FSinewSource::GetHash puts them together. */
constexpr int32 NumHashes = 4, RecipePart = 2;

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

/** False where one that was chosen is gone. */
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
			OutProblem = FString::Printf(TEXT("Animation %s is not there: choose another, or leave it out."), *Chosen.ToString());
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
		return Refused(Source, ESinewExitCode::InputOutput, FString::Printf(TEXT("Recipe %s cannot be read."), *Source.RecipeFile));
	}
	if (Asset.SourceMesh.IsNull())
	{
		return Refused(Source, ESinewExitCode::BadInput, TEXT("It is not known what to build from: choose Source Mesh in the asset's details."));
	}
	USkeletalMesh* const Mesh = Asset.SourceMesh.LoadSynchronous();
	if (Mesh == nullptr)
	{
		return Refused(Source, ESinewExitCode::BadInput, FString::Printf(TEXT("Skeletal mesh %s is not there: choose another Source Mesh."), *Asset.SourceMesh.ToString()));
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
	Source.RecipeHash = USinewAsset::HashText(HashRecipe(Recipe, Source.Tets));
	Source.MotionHash = USinewAsset::HashText(HashMotion(Source.Character));
	return Source;
}

FString FSinewSource::GetHash() const
{
	return MeshHash + TEXT("-") + SkeletonHash + TEXT("-") + RecipeHash + TEXT("-") + MotionHash;
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
		return TEXT("it was not built here");
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
	return Built[3] == MotionHash ? FString() : FString(TEXT("animations or skin weights have changed"));
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
	const bool bRead = File.IsEmpty() || FFileHelper::LoadFileToArray(Recipe, *File);
	const bool bSame = bRead && Built[RecipePart] == USinewAsset::HashText(HashRecipe(Recipe, Asset.SourceTets));
	return bSame ? FString() : FString(TEXT("the recipe has changed since it was built"));
}
