// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SinewExportCharacter.h"

class USinewAsset;

/** What an asset is to be built from, read and hashed. */
struct FSinewSource
{
	FSinewExportCharacter Character;

	/** As the library hashes them: whatever the order of vertices or bones. */
	FString MeshHash;
	FString SkeletonHash;

	/** Of the recipe's text and the number of tets. */
	FString RecipeHash;

	/** Of what the two above leave out: skin weights, paint, normals, texture coordinates, sections, how bones are turned and scaled at rest. */
	FString SkinHash;

	/** Of the animations, pose by pose. */
	FString MotionHash;

	/** Full path; empty: the usual. */
	FString RecipeFile;
	int32 Tets = 0;

	/** What went wrong, as the program's exit codes have it; ESinewExitCode::Good: nothing. */
	int32 ExitCode = 0;
	FString Problem;

	/** `RecipeFile` wins over the asset's own and the project's. */
	static FSinewSource Read(const USinewAsset& Asset, const FString& RecipeFile);

	/** What an asset remembers to have been built from. */
	FString GetHash() const;

	/** Why the asset has to be built again, in words; empty: it need not be. */
	FString WhyStale(const USinewAsset& Asset) const;
};

/** The same of the recipe alone, which is quick to read; empty also where it is not known what the asset was built from. */
FString SinewWhyRecipeStale(const USinewAsset& Asset);
