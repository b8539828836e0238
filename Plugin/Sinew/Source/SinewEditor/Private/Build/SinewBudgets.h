// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Misc/Optional.h"

class USinewAsset;

/** Limits above which a build fails. */
struct FSinewBudgets
{
	/** The cost of a frame (tick and surface) on one core. */
	TOptional<double> Milliseconds;

	TOptional<double> Megabytes;

	/** The remaining error, in percent of the error of linear blend skinning. */
	TOptional<double> ErrorPercent;

	/** The command line options of the program: " --budget-ms 0.5". */
	FString MakeArguments() const;

	/** Whether the program must run: an asset does not store its error, and not always its cost. */
	bool NeedsProgram(const USinewAsset& Asset) const;

	/** Which limit an existing asset exceeds, as text. Empty if it exceeds none that it knows. */
	FString WhyOver(const USinewAsset& Asset) const;
};
