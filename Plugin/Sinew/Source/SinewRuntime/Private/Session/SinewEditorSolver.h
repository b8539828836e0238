// Copyright the Sinew project. See LICENSE.

#pragma once

// The fallback in the editor: the full solver in a background task, for characters without an asset. It is not part of games.

#include "CoreMinimal.h"
#include "SinewNative.h"

#if WITH_EDITOR && SINEW_WITH_NATIVE && SINEW_WITH_FULL
#define SINEW_EDITOR_SOLVER 1
#else
#define SINEW_EDITOR_SOLVER 0
#endif

#if SINEW_EDITOR_SOLVER

#include "HAL/CriticalSection.h"
#include "SinewRenderMesh.h"
#include "SinewSkeleton.h"
#include "Templates/SharedPointer.h"

#include <atomic>

struct FSinewSurface;

/**
 * The component and the task share ownership, so stopping never waits. A task runs only while there is something to solve, at background
 * priority, and checks for a new pose at least every TickSeconds.
 */
class FSinewEditorSolver : public TSharedFromThis<FSinewEditorSolver, ESPMode::ThreadSafe>
{
public:
	FSinewEditorSolver(FSinewSkeleton&& InSkeleton, FSinewRenderMesh&& InMesh, double InCells);
	~FSinewEditorSolver();

	/** Starts to create the solver in the background. */
	void Start();

	/** Sets the requested pose, in the skeleton's order. */
	void SetPose(const TArray<FTransform>& Bones);

	/** Stops all work soon and for good. */
	void Cancel();

	/** Writes the newest shape, on the game thread. Returns false if it is not newer than the last one. */
	bool Write(FSinewSurface& OutSurface);

	/** The progress of creation, then of the solve, from 0 to 1. */
	float GetProgress() const;
	bool IsCreated() const { return bCreated; }
	/** Whether the flesh is at rest in the newest pose. */
	bool IsFinished() const { return bFinished; }
	/** What went wrong. Empty if nothing did. */
	FString GetProblem() const;

	/** The number of running tasks of all solvers. */
	static int32 NumTasks();
	/** The number of tasks that run at the same time, so that the editor stays responsive. Characters take turns. */
	static constexpr int32 MaxTasks = 2;

private:
	void Launch();
	void Wait(bool bInWaiting);
	void Run();
	bool Create();
	bool TakePose(TArray<SinewBone>& OutBones, uint64& OutSerial);
	void Solve();
	void Fail(SinewStatus Status);
	static int32_t Report(void* Host, float Done);

	FSinewSkeleton Skeleton;
	FSinewRenderMesh Mesh;
	const double Cells;

	/** Written by the task during creation, and read by others only after bCreated is set. */
	SinewFull* Full = nullptr;
	SinewFullSurface* Surface = nullptr;
	uint64 ShownTick = ~uint64(0);

	mutable FCriticalSection Lock;
	TArray<SinewBone> Pose;
	uint64 PoseSerial = 0;
	bool bRunning = false;
	bool bWaiting = false;
	FString Problem;

	std::atomic<bool> bCreated{false};
	std::atomic<bool> bFinished{false};
	std::atomic<bool> bCancelled{false};
	std::atomic<float> Created{0.0f};
};

#endif
