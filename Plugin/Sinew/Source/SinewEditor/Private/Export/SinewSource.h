// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Export/SinewExport.h"

class USinewAsset;

/** The source of an asset and its hashes. */
struct FSinewSource
{
	FSinewExportCharacter Character;

	/** The library's hashes, which ignore the order of vertices and bones. */
	FString MeshHash;
	FString SkeletonHash;

	/** Covers the text of the recipe and the number of tetrahedra. */
	FString RecipeHash;

	/** Covers what the mesh and skeleton hashes leave out: skin weights, vertex colours, normals, texture coordinates, sections, and rotations and scales of the bind pose. */
	FString SkinHash;

	/** Covers the animations, pose by pose. */
	FString MotionHash;

	/** The full path. Empty for the default recipe. */
	FString RecipeFile;
	int32 Tets = 0;

	/** ESinewExitCode::Good, or the kind of failure that Problem describes. */
	int32 ExitCode = 0;
	FString Problem;

	/** `RecipeFile` overrides the recipe of the asset and of the project, unless it is empty. */
	static FSinewSource Read(const USinewAsset& Asset, const FString& RecipeFile);

	/** The hash of everything, which an asset stores when it is built. */
	FString GetHash() const;

	/** Returns why the asset must be built again, as text, or an empty text. */
	FString WhyStale(const USinewAsset& Asset) const;
};

/** Like WhyStale, but checks the recipe only, which is fast. Returns an empty text if the source of the asset is unknown. */
FString SinewWhyRecipeStale(const USinewAsset& Asset);

/**
 * Hashes of what a build depends on, which are equal on all machines: computed numbers are rounded to a ten-thousandth, because processors
 * differ in their last bits.
 */

/** Returns a hash of the text of the recipe and the number of tetrahedra. */
uint64 SinewHashRecipe(const TArray<uint8>& Recipe, int32 Tets);

/** Returns a hash of what the library's hashes of mesh and skeleton leave out: skin weights, vertex colours, normals, texture coordinates, sections, and rotations and scales of the bind pose. */
uint64 SinewHashSkin(const FSinewExportCharacter& Character);

/** Returns a hash of the clips, pose by pose. */
uint64 SinewHashMotion(const FSinewExportCharacter& Character);
