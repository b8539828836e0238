// Copyright the Sinew project. See LICENSE.

#include "Session/SinewEditorSolver.h"

#if SINEW_EDITOR_SOLVER

#include "HAL/UnrealMemory.h"
#include "Mesh/SinewBones.h"
#include "Misc/ScopeLock.h"
#include "Session/SinewCharacter.h"
#include "Tasks/Task.h"

namespace
{
/** The duration of a tick, after which the shape is shown and a newer pose is taken. */
constexpr double TickSeconds = 0.05;

std::atomic<int32> RunningTasks{0};
std::atomic<int32> WaitingSolvers{0};

/** Arrays that the library reads during creation. */
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
	// Also for the same pose: its task may have had to wait, or may have yielded to another solver.
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

/** Call with the lock held. */
void FSinewEditorSolver::Launch()
{
	if (bRunning || bCancelled || !Problem.IsEmpty())
	{
		return;
	}
	Wait(RunningTasks.load() >= MaxTasks);
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
			// This may be the last owner. The solver is destroyed before the task counts as ended.
			Self.Reset();
			--RunningTasks;
		},
		UE::Tasks::ETaskPriority::BackgroundNormal);
}

/** Call with the lock held, or in the destructor. */
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
	// The task decides to end while it holds the lock, so a pose that arrives just after starts another task.
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
		// An invalid pose counts as finished: the previous shape stays visible.
		bFinished = Serial == PoseSerial && (Output.finished != 0 || Status != SINEW_OK);
	}
}

void FSinewEditorSolver::Fail(SinewStatus Status)
{
	FString Message(UTF8_TO_TCHAR(sinewFullStatusText(Status)));
	const FString Text(UTF8_TO_TCHAR(sinewFullErrorText()));
	const FString Remedy(UTF8_TO_TCHAR(sinewFullErrorRemedy()));
	if (!Text.IsEmpty())
	{
		Message = Remedy.IsEmpty() ? Text : FString::Printf(TEXT("%s. %s"), *Text, *Remedy);
	}
	FScopeLock Scope(&Lock);
	Problem = Message;
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
