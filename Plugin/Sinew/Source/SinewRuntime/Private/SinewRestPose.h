// Copyright the Sinew project. See LICENSE.

#pragma once

// Whether a skeleton is the asset's: hashes say that names and places are, this says that bones also point the same way.

#include "SinewBones.h"
#include "SinewPayload.h"

#if SINEW_WITH_NATIVE

/**
 * Bones as they were bound must show the skin as it was modelled, to within that many metres. Where they do not, the sentence names the bones
 * that differ: those whose skin is elsewhere.
 */
bool SinewRestPoseMatches(
	const TSharedRef<const FSinewPayload, ESPMode::ThreadSafe>& Payload, const FSinewBones& Bones, double Tolerance, FString& OutProblem);

#endif
