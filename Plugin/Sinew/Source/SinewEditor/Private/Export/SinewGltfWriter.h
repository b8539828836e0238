// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

struct FSinewExportCharacter;

/** Writes binary glTF 2.0, which `sinew build` reads. */
class FSinewGltfWriter
{
public:
	/** Returns false with the reason if the arrays are not consistent. */
	static bool Write(const FSinewExportCharacter& Character, TArray<uint8>& OutBytes, FString& OutError);
};
