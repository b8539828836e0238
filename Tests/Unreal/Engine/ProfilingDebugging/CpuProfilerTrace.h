#pragma once
#include "CoreTypes.h"

#define TRACE_CPUPROFILER_EVENT_SCOPE(Name) static_assert(sizeof(#Name) > 1)
#define TRACE_CPUPROFILER_EVENT_SCOPE_STR(Name) static_assert(sizeof(Name) > 1)
