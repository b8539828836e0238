// Copyright the Sinew project. See LICENSE.

#include "SinewEditorSolver.h"

#if SINEW_EDITOR_SOLVER

#include "HAL/UnrealMemory.h"
#include "Misc/ScopeLock.h"
#include "SinewBones.h"
#include "SinewCharacter.h"
#include "SinewNames.h"
#include "Tasks/Task.h"

namespace
{
/** How long a tick may take before it shows what it has and looks for a newer pose. */
constexpr double TickSeconds = 0.05;

std::atomic<int32> RunningTasks{0};
std::atomic<int32> WaitingSolvers{0};

/** What the library reads while it creates. */
struct FCharacterArrays
{
	FSinewNames Names;
	TArray<SinewBone> Bind;

	explicit FCharacterArrays(const FSinewSkeleton& Skeleton)
	{
		for (int32 Bone = 0; Bone < Skeleton.Names.Num(); ++Bone)
		{
			Names.Add(Skeleton.Names[Bone].ToString());
			Bind.Add(FSinewBones::Convert(Skeleton.Bind[Bone]));
		}
	}
};

SinewFullCharacter Describe(const FSinewSkeleton& Skeleton, const FSinewRenderMesh& Mesh, FCharacterArrays& Arrays)
{
	SinewFullCharacter Character;
	sinewFullCharacterDefaults(&Character, sizeof(Character));
	Character.vertexCount = static_cast<uint32_t>(Mesh.NumVertices());
	Character.triangleCount = static_cast<uint32_t>(Mesh.NumTriangles());
	Character.jointCount = static_cast<uint32_t>(Skeleton.Names.Num());
	Character.positions = Mesh.Positions.GetData();
	Character.triangles = Mesh.Triangles.GetData();
	Character.normals = Mesh.Normals.GetData();
	Character.tangents = Mesh.Tangents.GetData();
	Character.firstWeight = Mesh.FirstWeight.GetData();
	Character.weightJoints = Mesh.WeightBones.GetData();
	Character.weights = Mesh.Weights.GetData();
	Character.names = Arrays.Names.GetData();
	Character.parents = Skeleton.Parents.GetData();
	Character.bind = Arrays.Bind.GetData();
	return Character;
}
}

FSinewEditorSolver::FSinewEditorSolver(FSinewSkeleton&& InSkeleton, FSinewRenderMesh&& InMesh, double InCells)
	: Skeleton(MoveTemp(InSkeleton))
	, Mesh(MoveTemp(InMesh))
	, Cells(InCells)
{
}

FSinewEditorSolver::~FSinewEditorSolver()
{
	Wait(false);
	sinewFullSurfaceDestroy(Surface);
	sinewFullDestroy(Full);
}

void FSinewEditorSolver::Start()
{
	FScopeLock Scope(&Lock);
	Launch();
}

void FSinewEditorSolver::SetPose(const TArray<FTransform>& Bones)
{
	if (Bones.Num() != Skeleton.Names.Num())
	{
		return;
	}
	TArray<SinewBone> Converted;
	for (const FTransform& Bone : Bones)
	{
		if (Bone.ContainsNaN())
		{
			return;
		}
		Converted.Add(FSinewBones::Convert(Bone));
	}
	FScopeLock Scope(&Lock);
	const bool bSame = Pose.Num() == Converted.Num() && FMemory::Memcmp(Pose.GetData(), Converted.GetData(), static_cast<SIZE_T>(Pose.Num()) * sizeof(SinewBone)) == 0;
	if (!bSame)
	{
		Pose = MoveTemp(Converted);
		++PoseSerial;
		bFinished = false;
	}
	// Also for the same pose: it may have had to wait, or to let another one go on.
	if (!bFinished)
	{
		Launch();
	}
}

void FSinewEditorSolver::Cancel()
{
	bCancelled = true;
	if (bCreated)
	{
		sinewFullCancel(Full, 1);
	}
	FScopeLock Scope(&Lock);
	Wait(false);
}

/** With the lock held. */
void FSinewEditorSolver::Launch()
{
	if (bRunning || bCancelled || !Problem.IsEmpty())
	{
		return;
	}
	Wait(RunningTasks.load() >= MostTasks);
	if (bWaiting)
	{
		return;
	}
	bRunning = true;
	++RunningTasks;
	TSharedPtr<FSinewEditorSolver, ESPMode::ThreadSafe> Self = AsShared();
	UE::Tasks::Launch(
		UE_SOURCE_LOCATION,
		[Self]() mutable {
			Self->Run();
			// It may be the last owner, and what it owns is gone before the task counts as ended.
			Self.Reset();
			--RunningTasks;
		},
		UE::Tasks::ETaskPriority::BackgroundNormal);
}

/** With the lock held, or when nobody else is left. */
void FSinewEditorSolver::Wait(bool bInWaiting)
{
	if (bWaiting != bInWaiting)
	{
		bWaiting = bInWaiting;
		WaitingSolvers += bWaiting ? 1 : -1;
	}
}

void FSinewEditorSolver::Run()
{
	if (bCreated || Create())
	{
		Solve();
	}
	else
	{
		FScopeLock Scope(&Lock);
		bRunning = false;
	}
}

bool FSinewEditorSolver::Create()
{
	FCharacterArrays Arrays(Skeleton);
	const SinewFullCharacter Character = Describe(Skeleton, Mesh, Arrays);
	SinewFullSettings Settings;
	sinewFullSettingsDefaults(&Settings, sizeof(Settings));
	Settings.cells = Cells;
	SinewFullProgress Progress{};
	Progress.report = &FSinewEditorSolver::Report;
	Progress.host = this;
	SinewStatus Status = sinewFullCreate(&Character, &Settings, nullptr, &Progress, &Full);
	if (Status == SINEW_OK)
	{
		Status = sinewFullSurfaceCreate(Full, nullptr, nullptr, 0, nullptr, &Surface);
	}
	if (Status != SINEW_OK)
	{
		Fail(Status);
		return false;
	}
	bCreated = true;
	return true;
}

int32_t FSinewEditorSolver::Report(void* Host, float Done)
{
	FSinewEditorSolver& Self = *static_cast<FSinewEditorSolver*>(Host);
	Self.Created = Done;
	return Self.bCancelled ? 0 : 1;
}

bool FSinewEditorSolver::TakePose(TArray<SinewBone>& OutBones, uint64& OutSerial)
{
	FScopeLock Scope(&Lock);
	// The end of the task is decided with the lock held, so that a pose that comes right after starts another one.
	const bool bOthersTurn = OutSerial != 0 && WaitingSolvers.load() > 0;
	if (bCancelled || bOthersTurn || PoseSerial == 0 || (bFinished && OutSerial == PoseSerial))
	{
		bRunning = false;
		return false;
	}
	OutBones = Pose;
	OutSerial = PoseSerial;
	return true;
}

void FSinewEditorSolver::Solve()
{
	TArray<SinewBone> Bones;
	uint64 Serial = 0;
	while (TakePose(Bones, Serial))
	{
		SinewTickInput Input;
		SinewFullTickOutput Output{};
		sinewFullTickDefaults(&Input, sizeof(Input));
		Output.structSize = sizeof(Output);
		Input.bones = Bones.GetData();
		Input.boneCount = static_cast<uint32_t>(Bones.Num());
		const SinewStatus Status = sinewFullTick(Full, &Input, TickSeconds, &Output);
		if (Status != SINEW_OK && Status != SINEW_BAD_INPUT && Status != SINEW_FULL_STOPPED)
		{
			Fail(Status);
		}
		FScopeLock Scope(&Lock);
		// A pose that cannot be used is as good as finished: what was shown stays.
		bFinished = Serial == PoseSerial && (Output.finished != 0 || Status != SINEW_OK);
	}
}

void FSinewEditorSolver::Fail(SinewStatus Status)
{
	FString Words(UTF8_TO_TCHAR(sinewFullStatusText(Status)));
	const FString Text(UTF8_TO_TCHAR(sinewFullErrorText()));
	const FString Remedy(UTF8_TO_TCHAR(sinewFullErrorRemedy()));
	if (!Text.IsEmpty())
	{
		Words = FString::Printf(TEXT("%s %s"), *Text, *Remedy);
	}
	FScopeLock Scope(&Lock);
	Problem = Words;
	bCancelled = true;
}

bool FSinewEditorSolver::Write(FSinewSurface& OutSurface)
{
	if (!bCreated)
	{
		return false;
	}
	FSinewSurface Fresh;
	Fresh.SetNum(static_cast<int32>(sinewFullSurfaceVertices(Surface)));
	SinewSurfaceOutput Output;
	SinewFullShown Shown{};
	Shown.structSize = sizeof(Shown);
	sinewFullSurfaceDefaults(&Output, sizeof(Output));
	Output.positions = Fresh.Positions.GetData();
	Output.normals = Fresh.Normals.GetData();
	Output.tangents = Fresh.Tangents.GetData();
	Output.previous = Fresh.Previous.GetData();
	const bool bWritten = sinewFullSurfaceWrite(Surface, Full, &Output, &Shown) == SINEW_OK;
	if (!bWritten || Shown.tick == ShownTick || !Fresh.IsFinite())
	{
		return false;
	}
	ShownTick = Shown.tick;
	OutSurface = MoveTemp(Fresh);
	return true;
}

float FSinewEditorSolver::GetProgress() const
{
	return bCreated ? sinewFullReached(Full) : Created.load();
}

FString FSinewEditorSolver::GetProblem() const
{
	FScopeLock Scope(&Lock);
	return Problem;
}

int32 FSinewEditorSolver::NumTasks()
{
	return RunningTasks.load();
}

#endif
