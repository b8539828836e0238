// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

#if WITH_DEV_AUTOMATION_TESTS

struct FSinewExportCharacter;

/** An upright bar of flesh with two bones, and a clip that bends it: small, closed, and in nobody's content. */
FSinewExportCharacter SinewMakeTestBox();

/** More influences than glTF has in one attribute. */
void SinewGiveManyInfluences(FSinewExportCharacter& Character);

#endif
