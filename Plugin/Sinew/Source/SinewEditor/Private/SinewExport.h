// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

class UAnimSequence;
class USkeletalMesh;
struct FSinewExportCharacter;

/** A skeletal mesh's first LOD, its skeleton and animations, in the solver's space. False, with a sentence, where they cannot be read. */
bool SinewExportMesh(USkeletalMesh& Mesh, const TArray<UAnimSequence*>& Animations, FSinewExportCharacter& OutCharacter, FString& OutProblem);
