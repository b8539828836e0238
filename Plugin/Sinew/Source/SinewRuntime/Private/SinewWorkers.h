// Copyright the Sinew project. See LICENSE.

#pragma once

// Duty: the engine's workers, lent to the library, which has none of its own.

#include "CoreMinimal.h"
#include "SinewNative.h"

#if SINEW_WITH_NATIVE

/** Those of the engine's task system, or none where sinew.Workers is 0. Results have the same bits either way. */
SinewWorkers LendSinewWorkers();

/** The engine's clock, for the times in the library's output. */
SinewStopwatch LendSinewStopwatch();

#endif
