// Copyright the Sinew project. See LICENSE.

#include "Session/SinewSession.h"

#include "Components/DynamicMeshComponent.h"
#include "Components/SkeletalMeshComponent.h"
#include "Engine/SkeletalMesh.h"
#include "Engine/World.h"
#include "SinewAxes.h"
#include "SinewLog.h"
#include "SinewSkeleton.h"
#include "SinewStats.h"

FSinewSession::~FSinewSession()
{
#if SINEW_EDITOR_SOLVER
	if (EditorSolver.IsValid())
	{
		EditorSolver->Cancel();
	}
#endif
}

bool FSinewSession::StartEditorSolver([[maybe_unused]] const USkeletalMesh& Mesh, [[maybe_unused]] double Cells, FString& OutProblem)
{
#if SINEW_EDITOR_SOLVER
	FLod& Lod = LodOf(0);
	if (!FSinewRenderMesh::Read(Mesh, 0, Lod.Mesh, OutProblem))
	{
		return false;
	}
	Lod.bRead = true;
	bEditorSolver = true;
	FSinewRenderMesh Copy = Lod.Mesh;
	EditorSolver = MakeShared<FSinewEditorSolver, ESPMode::ThreadSafe>(FSinewSkeleton::Read(Mesh), MoveTemp(Copy), Cells);
	EditorSolver->Start();
	return true;
#else
	OutProblem = TEXT("the full solver is available in the editor only");
	return false;
#endif
}

void FSinewSession::TickEditorSolver([[maybe_unused]] USkeletalMeshComponent& Mesh)
{
#if SINEW_EDITOR_SOLVER
	if (Mesh.IsRunningParallelEvaluation())
	{
		Mesh.HandleExistingParallelEvaluationTask(true, true);
	}
	TArray<FTransform> Posed;
	for (int32 Bone = 0; Bone < Mesh.GetNumBones(); ++Bone)
	{
		Posed.Add(Mesh.GetBoneTransform(Bone, FTransform::Identity));
	}
	EditorSolver->SetPose(Posed);
#endif
}

bool FSinewSession::Write(int32 Lod, UDynamicMeshComponent& Shown, FSinewStats& Stats)
{
	FLod& Showing = LodOf(Lod);
	FSinewStopwatch SurfaceWatch;
	if (!Refresh(Showing))
	{
		return false;
	}
	Stats.SurfaceMs = SurfaceWatch.Milliseconds();
	FSinewStopwatch MeshWatch;
	SINEW_SCOPE(Mesh);
	if (!Showing.bBuilt)
	{
		Showing.Shown.Build(Shown, Showing.Mesh);
		Showing.bBuilt = true;
	}
	Showing.Shown.Write(Shown, Surface);
	Stats.MeshMs = MeshWatch.Milliseconds();
	Stats.Vertices = Showing.Shown.NumVertices();
	Stats.Lod = Lod;
	return true;
}

bool FSinewSession::Refresh([[maybe_unused]] FLod& Lod)
{
	SINEW_SCOPE(Surface);
#if SINEW_EDITOR_SOLVER
	if (bEditorSolver)
	{
		return EditorSolver->Write(Surface);
	}
#endif
#if SINEW_WITH_NATIVE
	if (Character.IsValid() && Lod.Bound != INDEX_NONE && Character->Write(Lod.Bound, Surface))
	{
		Written = Lod.Bound;
		return true;
	}
#endif
	return false;
}

FSinewSession::FLod& FSinewSession::LodOf(int32 Lod)
{
	while (Lods.Num() <= Lod)
	{
		Lods.Add(MakeUnique<FLod>());
	}
	return *Lods[Lod];
}

float FSinewSession::GetProgress() const
{
#if SINEW_EDITOR_SOLVER
	if (EditorSolver.IsValid())
	{
		return EditorSolver->GetProgress();
	}
#endif
	return 1.0f;
}

FString FSinewSession::GetProblem() const
{
#if SINEW_EDITOR_SOLVER
	if (EditorSolver.IsValid())
	{
		return EditorSolver->GetProblem();
	}
#endif
	return FString();
}

bool FSinewSession::IsSolving() const
{
#if SINEW_EDITOR_SOLVER
	return EditorSolver.IsValid() && !EditorSolver->IsFinished();
#else
	return false;
#endif
}

#if !SINEW_WITH_NATIVE

bool FSinewSession::StartAsset(
	const TSharedRef<const FSinewPayload, ESPMode::ThreadSafe>& Payload, const USkeletalMesh& /*Mesh*/, double /*MeshTolerance*/, FString& OutProblem)
{
	OutProblem = Payload->GetProblem();
	return false;
}

bool FSinewSession::Tick(USkeletalMeshComponent& /*Mesh*/, const FSinewFrame& /*Frame*/, FSinewStats& /*Stats*/, TArray<FSinewContactEvent>& /*OutBegun*/)
{
	return false;
}

bool FSinewSession::StartTexture(int32 /*Size*/, FString& OutProblem)
{
	OutProblem = TEXT("this platform has no Sinew library");
	return false;
}

UTexture2D* FSinewSession::MakeTexture(const TCHAR* /*Name*/) const
{
	return nullptr;
}

void FSinewSession::WriteTexture(UTexture2D& /*Texture*/, UTexture2D* /*Previous*/)
{
}

void FSinewSession::ClearTexture(UTexture2D& /*Texture*/, UTexture2D* /*Previous*/)
{
}

int32 FSinewSession::BindLod(int32 /*Lod*/, const USkeletalMesh& /*Mesh*/)
{
	return 0;
}

uint64 FSinewSession::GetMemory() const
{
	return 0;
}

#endif
