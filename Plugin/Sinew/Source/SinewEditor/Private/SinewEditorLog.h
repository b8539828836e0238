// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Logging/LogMacros.h"

DECLARE_LOG_CATEGORY_EXTERN(LogSinewEditor, Log, All);

/** Shows a notification with the result of an action. */
void SinewNotify(const FText& Title, const FText& Text, bool bGood);
