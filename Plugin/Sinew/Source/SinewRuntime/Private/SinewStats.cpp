// Copyright the Sinew project. See LICENSE.

#include "SinewStats.h"

#include "HAL/PlatformTime.h"

DEFINE_STAT(STAT_SinewComponent);
DEFINE_STAT(STAT_SinewBones);
DEFINE_STAT(STAT_SinewColliders);
DEFINE_STAT(STAT_SinewTick);
DEFINE_STAT(STAT_SinewSurface);
DEFINE_STAT(STAT_SinewMesh);
DEFINE_STAT(STAT_SinewTexture);
DEFINE_STAT(STAT_SinewCharacters);
DEFINE_STAT(STAT_SinewContacts);
DEFINE_STAT(STAT_SinewMemory);

CSV_DEFINE_CATEGORY(Sinew, true);

FSinewStopwatch::FSinewStopwatch()
	: Start(FPlatformTime::Seconds())
{
}

float FSinewStopwatch::Milliseconds() const
{
	return static_cast<float>((FPlatformTime::Seconds() - Start) * 1000.0);
}
