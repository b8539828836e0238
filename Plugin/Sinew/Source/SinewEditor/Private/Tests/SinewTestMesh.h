// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

#if WITH_DEV_AUTOMATION_TESTS

class UAnimSequence;
class USkeletalMesh;
struct FSinewExportCharacter;

/** The character as the engine has them: what exporting it has to undo. */
USkeletalMesh* SinewMakeTestMesh(const FString& PackageName, const FSinewExportCharacter& Character);

/** The character's first clip, of the mesh's skeleton. */
UAnimSequence* SinewMakeTestAnimation(const FString& PackageName, USkeletalMesh& Mesh, const FSinewExportCharacter& Character);

/** A recipe for the bar: small, so that tests are quick; what comes of it is for the program's own tests. */
FString SinewMakeTestRecipe(int32 Tets);

/** Forgets it, as if it had never been made. */
void SinewForgetTestObject(UObject* Object);

/** A folder for the files of one test, empty. */
FString SinewMakeTestFolder();

/** A file that the build made for the tests: "Limb.sinew". Empty where the build's folder is not known. */
FString SinewTestAssetFile(const TCHAR* Name);

#endif
