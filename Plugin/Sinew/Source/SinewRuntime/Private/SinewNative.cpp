// Copyright the Sinew project. See LICENSE.

#include "SinewNative.h"

#if SINEW_WITH_NATIVE

#include "Async/ParallelFor.h"
#include "HAL/PlatformTime.h"
#include "SinewConsole.h"

namespace
{
void RunInParallel(void* /*Host*/, uint32_t Count, SinewTask Task, void* TaskData)
{
	ParallelFor(static_cast<int32>(Count), [Task, TaskData](int32 Index) { Task(TaskData, static_cast<uint32_t>(Index)); });
}

uint64_t Nanoseconds(void* /*Host*/)
{
	return static_cast<uint64_t>(FPlatformTime::Seconds() * 1.0e9);
}
}

SinewWorkers LendSinewWorkers()
{
	SinewWorkers Workers{};
	Workers.parallelFor = FSinewConsole::AreWorkersLent() ? &RunInParallel : nullptr;
	return Workers;
}

SinewStopwatch LendSinewStopwatch()
{
	SinewStopwatch Stopwatch{};
	Stopwatch.nanoseconds = &Nanoseconds;
	return Stopwatch;
}

#endif
