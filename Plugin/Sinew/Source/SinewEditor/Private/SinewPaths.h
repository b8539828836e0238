// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

/** Returns the full path of a path that may be relative to the project. An empty path stays empty. */
FString SinewFullPath(const FString& Path);

/** Returns a path for assets and settings, which are shared between machines: relative to the project if the file is inside it. */
FString SinewStoredPath(const FString& Path);
