// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Misc/Guid.h"

/** The version of USinewAsset in packages. The payload inside has its own version. */
struct SINEWRUNTIME_API FSinewCustomVersion
{
	// Append only. Each value says why it was added.
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
