// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

/** Tells whoever sits in front of the editor how something ended. */
void SinewNotify(const FText& Title, const FText& Text, bool bGood);
