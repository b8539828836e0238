// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

struct FSinewExportCharacter;

/** Whether the arrays belong together; if not, a sentence that names what is wrong and what to do. */
bool SinewCheckExport(const FSinewExportCharacter& Character, FString& OutError);
