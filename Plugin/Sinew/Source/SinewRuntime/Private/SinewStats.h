// Copyright the Sinew project. See LICENSE.

#pragma once

// Profiling: `stat Sinew`, Insights scopes and the CSV category Sinew.

#include "CoreMinimal.h"
#include "ProfilingDebugging/CpuProfilerTrace.h"
#include "ProfilingDebugging/CsvProfiler.h"
#include "Stats/Stats.h"

DECLARE_STATS_GROUP(TEXT("Sinew"), STATGROUP_Sinew, STATCAT_Advanced);
DECLARE_CYCLE_STAT_EXTERN(TEXT("Component"), STAT_SinewComponent, STATGROUP_Sinew, );
DECLARE_CYCLE_STAT_EXTERN(TEXT("Bones"), STAT_SinewBones, STATGROUP_Sinew, );
DECLARE_CYCLE_STAT_EXTERN(TEXT("Colliders"), STAT_SinewColliders, STATGROUP_Sinew, );
DECLARE_CYCLE_STAT_EXTERN(TEXT("Tick"), STAT_SinewTick, STATGROUP_Sinew, );
DECLARE_CYCLE_STAT_EXTERN(TEXT("Surface"), STAT_SinewSurface, STATGROUP_Sinew, );
DECLARE_CYCLE_STAT_EXTERN(TEXT("Mesh"), STAT_SinewMesh, STATGROUP_Sinew, );
DECLARE_CYCLE_STAT_EXTERN(TEXT("Texture"), STAT_SinewTexture, STATGROUP_Sinew, );
DECLARE_DWORD_COUNTER_STAT_EXTERN(TEXT("Characters"), STAT_SinewCharacters, STATGROUP_Sinew, );
DECLARE_DWORD_COUNTER_STAT_EXTERN(TEXT("Contacts"), STAT_SinewContacts, STATGROUP_Sinew, );
DECLARE_MEMORY_STAT_EXTERN(TEXT("Memory"), STAT_SinewMemory, STATGROUP_Sinew, );

CSV_DECLARE_CATEGORY_EXTERN(Sinew);

/** Measures the time since its construction. */
class FSinewStopwatch
{
public:
	FSinewStopwatch();
	float Milliseconds() const;

private:
	double Start;
};

// One scope for the three profilers of the engine. Without STATS the first one would be a trace scope as well.
#if STATS
#define SINEW_SCOPE(Name) \
	SCOPE_CYCLE_COUNTER(STAT_Sinew##Name); \
	TRACE_CPUPROFILER_EVENT_SCOPE(Sinew::Name); \
	CSV_SCOPED_TIMING_STAT(Sinew, Name)
#else
#define SINEW_SCOPE(Name) \
	TRACE_CPUPROFILER_EVENT_SCOPE(Sinew::Name); \
	CSV_SCOPED_TIMING_STAT(Sinew, Name)
#endif
