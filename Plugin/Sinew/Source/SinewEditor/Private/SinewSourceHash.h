// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

struct FSinewExportCharacter;

/**
 * What a build depends on, as numbers that are the same again where nothing has changed, on another machine too: numbers
 * that were computed are rounded to a ten-thousandth, because processors differ in their last bits.
 */

/** Of the recipe's text and the number of tets. */
uint64 SinewHashRecipe(const TArray<uint8>& Recipe, int32 Tets);

/** Of what the library's hashes of mesh and skeleton leave out: skin weights, paint, normals, texture coordinates, sections, and how bones are turned and scaled at rest. */
uint64 SinewHashSkin(const FSinewExportCharacter& Character);

/** Of the clips, pose by pose. */
uint64 SinewHashMotion(const FSinewExportCharacter& Character);
