// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Misc/Optional.h"

class USinewAsset;

/** Above which a build fails. */
struct FSinewBudgets
{
	/** Of a frame: tick and skin, on one core. */
	TOptional<double> Milliseconds;

	TOptional<double> Megabytes;

	/** What may be left of plain skinning's error. */
	TOptional<double> ErrorPercent;

	/** As the program's options have them: " --budget-ms 0.5". */
	FString MakeArguments() const;

	/** Whether the program has to be asked: an asset does not know its own error, nor always its cost. */
	bool NeedsProgram(const USinewAsset& Asset) const;

	/** What an asset that is there has too much of, in words; empty: nothing that it knows of. */
	FString WhyOver(const USinewAsset& Asset) const;
};
