// Copyright the Sinew project. See LICENSE.

#include "SinewSource.h"

#include "Animation/AnimSequence.h"
#include "Engine/SkeletalMesh.h"
#include "Misc/FileHelper.h"
#include "SinewAsset.h"
#include "SinewEditorSettings.h"
#include "SinewExport.h"
#include "SinewPaths.h"
#include "SinewProgram.h"
#include "SinewRenderMesh.h"
#include "SinewSkeleton.h"
#include "SinewSourceHash.h"

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

/** As FSinewSource::GetHash puts them together. */
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
		return Refused(Source, ESinewExitCode::InputOutput, FString::Printf(TEXT("Recipe %s cannot be read: check that it is there, or choose another."), *Source.RecipeFile));
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
		return TEXT("skin weights, paint, normals, texture coordinates, materials or the bones' rest pose have changed");
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
