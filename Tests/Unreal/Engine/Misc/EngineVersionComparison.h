#pragma once
#include "Runtime/Launch/Resources/Version.h"

#define UE_VERSION_NUMBER_OF(Major, Minor, Patch) ((Major)*10000 + (Minor)*100 + (Patch))
#define UE_VERSION_OLDER_THAN(Major, Minor, Patch)                                            \
    (UE_VERSION_NUMBER_OF(ENGINE_MAJOR_VERSION, ENGINE_MINOR_VERSION, ENGINE_PATCH_VERSION) < \
     UE_VERSION_NUMBER_OF(Major, Minor, Patch))
#define UE_VERSION_NEWER_THAN(Major, Minor, Patch)                                            \
    (UE_VERSION_NUMBER_OF(ENGINE_MAJOR_VERSION, ENGINE_MINOR_VERSION, ENGINE_PATCH_VERSION) > \
     UE_VERSION_NUMBER_OF(Major, Minor, Patch))
