// Copyright the Sinew project. See LICENSE.

#pragma once

// Duty: the fallback in the editor. The full solver, on a background task, for characters that no asset was built for yet. It is never in games.

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
 * Owned by the component and by its own task, whichever is last: stopping never waits. A task runs only while there is something to solve, at
 * background priority, and looks up at least every TickSeconds.
 */
class FSinewEditorSolver : public TSharedFromThis<FSinewEditorSolver, ESPMode::ThreadSafe>
{
public:
	FSinewEditorSolver(FSinewSkeleton&& InSkeleton, FSinewRenderMesh&& InMesh, double InCells);
	~FSinewEditorSolver();

	/** Begins to fill the character with cells. */
	void Start();

	/** Where the bones are to be, in the skeleton's order. */
	void SetPose(const TArray<FTransform>& Bones);

	/** Ends all work soon; nothing starts again. */
	void Cancel();

	/** Game thread: true where there is a newer shape than the last time. */
	bool Write(FSinewSurface& OutSurface);

	/** 0 to 1: of creation, then of the way to the pose. */
	float GetProgress() const;
	bool IsCreated() const { return bCreated; }
	/** At rest in the newest pose. */
	bool IsFinished() const { return bFinished; }
	/** Empty where all is well. */
	FString GetProblem() const;

	/** Tasks that have not ended yet, of all of these. */
	static int32 NumTasks();
	/** More do not run at the same time: an editor has other work, too. Characters take turns. */
	static constexpr int32 MostTasks = 2;

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

	/** Written by the task while it creates; read by others once bCreated says so. */
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
