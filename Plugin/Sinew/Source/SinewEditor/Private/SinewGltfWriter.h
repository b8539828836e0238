// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

struct FSinewExportCharacter;

/** Binary glTF 2.0 from plain arrays: the file that `sinew build` reads. */
class FSinewGltfWriter
{
public:
	/** False, with a sentence that names what is wrong, where the arrays do not belong together. */
	static bool Write(const FSinewExportCharacter& Character, TArray<uint8>& OutBytes, FString& OutError);
};
