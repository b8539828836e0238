// Copyright the Sinew project. See LICENSE.

#pragma once

// The library's doors. Everything that names them is left out where a platform has no library.

#include "CoreMinimal.h"

#if SINEW_WITH_NATIVE
THIRD_PARTY_INCLUDES_START
#include "sinew.h"
#if SINEW_WITH_FULL
#include "sinew_full.h"
#endif
THIRD_PARTY_INCLUDES_END

/** False where the library was not found when the module started: nothing of it may be called then. */
bool SinewIsLoaded();

inline FString SinewWords(SinewStatus Status)
{
	return FString(UTF8_TO_TCHAR(sinewStatusText(Status)));
}
#endif
