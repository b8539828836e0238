// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

class USinewAsset;
class USkeletalMesh;

/** The bytes of a .sinew file that can be played. False, with a sentence that names the file and the remedy, where it cannot. */
bool SinewReadFile(const FString& File, TArray<uint8>& OutBytes, FString& OutProblem);

/** The asset becomes what the file is, and remembers where it came from. What is refused leaves it as it was. */
bool SinewImportFile(USinewAsset& Asset, const FString& File, FString& OutProblem);

/** Whether the asset is just what the file is. */
bool SinewIsFileOf(const USinewAsset& Asset, const FString& File);

/** The asset of this name, made where there is none. */
USinewAsset* SinewFindOrCreateAsset(const FString& PackageName);

/** Where the asset of a mesh is kept: beside it. */
FString SinewAssetPackageFor(const USkeletalMesh& Mesh);

/** Why the asset's package cannot be written, in a sentence, where that is known beforehand; empty: nothing speaks against it. */
FString SinewWhyNotSavable(const USinewAsset& Asset);

/** Writes the asset's package. False, with a sentence, where that is not possible. */
bool SinewSaveAsset(USinewAsset& Asset, FString& OutProblem);
