// Copyright the Sinew project. See LICENSE.

#pragma once

// The C headers of the library, its workers and its clock. Code that uses them is left out on platforms without the library.

#include "CoreMinimal.h"

#if SINEW_WITH_NATIVE
THIRD_PARTY_INCLUDES_START
#include "sinew.h"
#if SINEW_WITH_FULL
#include "sinew_full.h"
#endif
THIRD_PARTY_INCLUDES_END

/** Returns false if the library was not found when the module started. Nothing of it may be called then. */
bool SinewIsLoaded();

inline FString SinewStatusText(SinewStatus Status)
{
	return FString(UTF8_TO_TCHAR(sinewStatusText(Status)));
}

/** Worker threads for the library from the engine's task system, or none if sinew.Workers is 0. Results are identical either way. */
SinewWorkers LendSinewWorkers();

/** A clock for the times in the library's output. */
SinewStopwatch LendSinewStopwatch();
#endif
