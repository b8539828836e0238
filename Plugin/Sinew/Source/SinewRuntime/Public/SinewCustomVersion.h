// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Misc/Guid.h"

/** How USinewAsset lies in packages; the payload inside has a version of its own. */
struct SINEWRUNTIME_API FSinewCustomVersion
{
	// Append only; each value says why.
	enum Type
	{
		BeforeCustomVersionWasAdded = 0,
		/** The size as int64, then the bytes of the .sinew file. */
		PayloadBytes,

		VersionPlusOne,
		LatestVersion = VersionPlusOne - 1
	};

	static const FGuid Guid;
};
