// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

/** The whole path of one that may be the project's; empty stays empty. */
FString SinewFullPath(const FString& Path);

/** As it is kept in assets and settings, which travel from machine to machine: the project's where the file is inside it. */
FString SinewStoredPath(const FString& Path);
