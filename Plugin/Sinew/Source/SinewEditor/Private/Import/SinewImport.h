// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

class USinewAsset;
class USkeletalMesh;

/** Reads a .sinew file. Returns false with a problem that names the file and the remedy if it cannot be played. */
bool SinewReadFile(const FString& File, TArray<uint8>& OutBytes, FString& OutProblem);

/** Imports a .sinew file into an asset, which stores the path. If the file is invalid, the asset is unchanged. */
bool SinewImportFile(USinewAsset& Asset, const FString& File, FString& OutProblem);

/** Returns whether the asset has the same content as the file. */
bool SinewIsFileOf(const USinewAsset& Asset, const FString& File);

/** Returns the asset of this name, which is created if it does not exist. */
USinewAsset* SinewFindOrCreateAsset(const FString& PackageName);

/** Returns the package name for the asset of a mesh, which is beside the mesh. */
FString SinewAssetPackageFor(const USkeletalMesh& Mesh);

/** Returns why the package of an asset cannot be written, if that is known in advance, or an empty text. */
FString SinewWhyNotSavable(const USinewAsset& Asset);

/** Saves the package of an asset. Returns false with the reason if that fails. */
bool SinewSaveAsset(USinewAsset& Asset, FString& OutProblem);
