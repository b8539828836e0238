// Copyright the Sinew project. See LICENSE.

#include "SinewComponent.h"

#include "Components/DynamicMeshComponent.h"
#include "Components/SkeletalMeshComponent.h"
#include "Engine/Engine.h"
#include "Engine/SkeletalMesh.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "Session/SinewSession.h"
#include "SinewAsset.h"
#include "SinewAxes.h"
#include "SinewBudget.h"
#include "SinewConsole.h"
#include "SinewLog.h"

// Start, stop and the Blueprint functions. SinewComponentTick.cpp has what happens in a frame.

namespace
{
int32 Sessions = 0;

/** The largest number of impulses that one tick can take. */
constexpr int32 MaxImpulses = 16;

const void* RenderDataOf(const USkeletalMesh* Mesh)
{
	return Mesh == nullptr ? nullptr : Mesh->GetResourceForRendering();
}
}

USinewComponent::USinewComponent()
	: Impulses(MakeShared<TArray<FSinewImpulse>>())
{
	PrimaryComponentTick.bCanEverTick = true;
	PrimaryComponentTick.bStartWithTickEnabled = true;
	PrimaryComponentTick.bAllowTickOnDedicatedServer = false;
	// After animation, cloth and physics have moved the bones. The mesh is a prerequisite as well.
	PrimaryComponentTick.TickGroup = TG_PostPhysics;
	bTickInEditor = true;
}

void USinewComponent::OnRegister()
{
	Super::OnRegister();
	// In the editor the first tick starts: components are also registered for thumbnails, cooking and undo.
	if (GetWorld() != nullptr && GetWorld()->IsGameWorld())
	{
		Start();
	}
}

void USinewComponent::BeginPlay()
{
	Super::BeginPlay();
	if (bReportAtBeginPlay)
	{
		bReportAtBeginPlay = false;
		OnFallback.Broadcast(State, StateMessage);
	}
}

void USinewComponent::OnUnregister()
{
	Stop();
	Super::OnUnregister();
}

#if WITH_EDITOR
void USinewComponent::PostEditChangeProperty(FPropertyChangedEvent& PropertyChangedEvent)
{
	Super::PostEditChangeProperty(PropertyChangedEvent);
	bCancelled = false;
	// Not immediately, because the engine registers edited components again.
	bRestartNext = true;
}
#endif

void USinewComponent::Start()
{
	Mesh = FindMesh();
	StartedPayload = PayloadSerial();
	StartedMesh = Mesh == nullptr ? nullptr : Mesh->GetSkeletalMeshAsset();
	StartedRenderData = RenderDataOf(StartedMesh.Get());
	bRestartNext = false;
	Stats = FSinewStats();
	bResetNext = true;
	bTextureFailed = false;
	if (GetWorld() != nullptr && GetWorld()->GetNetMode() == NM_DedicatedServer)
	{
		ChangeState(ESinewState::Stopped, TEXT("a dedicated server shows nothing"));
		return;
	}
	if (Mesh == nullptr)
	{
		ChangeState(ESinewState::Stopped, TEXT("the actor has no skeletal mesh component"));
		return;
	}
	Attach();
	if (!StartedMesh.IsValid())
	{
		ChangeState(ESinewState::Stopped, TEXT("the skeletal mesh component has no mesh"));
		return;
	}
	FString Problem;
	if (StartAsset(Problem))
	{
		ChangeState(ESinewState::Running, FString());
	}
	else
	{
		FallBack(Problem);
	}
}

bool USinewComponent::StartAsset(FString& OutProblem)
{
	if (Asset == nullptr)
	{
		OutProblem = TEXT("no asset is set. Build one with Build Sinew asset");
		return false;
	}
#if WITH_EDITOR
	const bool bInEditor = GetWorld() != nullptr && !GetWorld()->IsGameWorld();
	const FString Stale = bInEditor && USinewAsset::WhyStale ? USinewAsset::WhyStale(*Asset) : FString();
	if (!Stale.IsEmpty())
	{
		OutProblem = FString::Printf(TEXT("%s is out of date: %s"), *Asset->GetName(), *Stale);
		return false;
	}
#endif
	TSharedPtr<FSinewSession> Made = MakeShared<FSinewSession>();
	if (!Made->StartAsset(Asset->GetPayload(), *StartedMesh.Get(), static_cast<double>(MeshTolerance), OutProblem))
	{
		OutProblem = FString::Printf(TEXT("%s does not match: %s"), *Asset->GetName(), *OutProblem);
		return false;
	}
	BeginSession(Made);
	return true;
}

void USinewComponent::BeginSession(const TSharedPtr<FSinewSession>& InSession)
{
	EndSession();
	Session = InSession;
	++Sessions;
}

void USinewComponent::EndSession()
{
	if (Session.IsValid())
	{
		Session.Reset();
		--Sessions;
	}
}

void USinewComponent::FallBack(const FString& Problem)
{
	const UWorld* const World = GetWorld();
	const bool bInEditor = World != nullptr && !World->IsGameWorld();
	FString Reason;
	// Cooking and other commandlets also register components.
	if (bInEditor && bSolveInEditor && !bCancelled && !IsRunningCommandlet() && FSinewConsole::MaySolveInEditor())
	{
		TSharedPtr<FSinewSession> Made = MakeShared<FSinewSession>();
		if (Made->StartEditorSolver(*StartedMesh.Get(), static_cast<double>(EditorSolverCells), Reason))
		{
			BeginSession(Made);
			ChangeState(ESinewState::EditorSolver, FString::Printf(TEXT("%s. The full solver shows the exact shape, with a delay"), *Problem));
			return;
		}
	}
	ChangeState(ESinewState::PlainSkinning, Reason.IsEmpty() ? Problem : FString::Printf(TEXT("%s. %s"), *Problem, *Reason));
}

void USinewComponent::Stop()
{
	FSinewBudget::Get().Forget(*this);
	UnbindTexture();
	ShowSource(true);
	for (const TObjectPtr<UDynamicMeshComponent>& Shown : ShownMeshes)
	{
		if (Shown != nullptr)
		{
			Shown->DestroyComponent();
		}
	}
	ShownMeshes.Empty();
	EndSession();
	Impulses->Empty();
	Detach();
	State = ESinewState::Stopped;
	StateMessage = FString();
}

void USinewComponent::ChangeState(ESinewState InState, const FString& Message)
{
	const bool bChanged = State != InState || StateMessage != Message;
	State = InState;
	StateMessage = Message;
	if (!bChanged || InState == ESinewState::Stopped)
	{
		return;
	}
	const bool bFallback = InState != ESinewState::Running;
	if (bFallback)
	{
		UE_LOG(LogSinew, Warning, TEXT("%s: %s"), *GetPathName(), *Message);
	}
	// Success is reported only after a fallback.
	if (bFallback || bFellBack)
	{
		// Before BeginPlay no Blueprint has bound the event yet.
		bReportAtBeginPlay = GetWorld() != nullptr && GetWorld()->IsGameWorld() && !HasBegunPlay();
		if (!bReportAtBeginPlay)
		{
			OnFallback.Broadcast(InState, Message);
		}
	}
	bFellBack = bFallback;
}

uint64 USinewComponent::PayloadSerial() const
{
	return Asset == nullptr ? 0 : Asset->GetPayload()->GetSerial();
}

bool USinewComponent::IsOutdated() const
{
	const USkeletalMeshComponent* const Found = FindMesh();
	const USkeletalMesh* const FoundAsset = Found == nullptr ? nullptr : Found->GetSkeletalMeshAsset();
	const bool bLost = Session.IsValid() && !StartedMesh.IsValid();
	const bool bOther = Found != Mesh || FoundAsset != StartedMesh.Get() || RenderDataOf(FoundAsset) != StartedRenderData;
	const bool bOtherLeader = Found != nullptr && Found->LeaderPoseComponent.Get() != StartedLeader.Get();
	return bRestartNext || bLost || bOther || bOtherLeader || PayloadSerial() != StartedPayload;
}

USkeletalMeshComponent* USinewComponent::FindMesh() const
{
	if (IsValid(GivenMesh))
	{
		return GivenMesh;
	}
	const AActor* const Owner = GetOwner();
	if (Owner == nullptr)
	{
		return nullptr;
	}
	// Keep the current one if possible: which component is the first may change when the game adds others.
	if (IsValid(Mesh) && Mesh->GetOwner() == Owner && (MeshComponentName.IsNone() || Mesh->GetFName() == MeshComponentName))
	{
		return Mesh;
	}
	if (MeshComponentName.IsNone())
	{
		return Owner->FindComponentByClass<USkeletalMeshComponent>();
	}
	TArray<USkeletalMeshComponent*> Candidates;
	Owner->GetComponents(Candidates);
	for (USkeletalMeshComponent* const Candidate : Candidates)
	{
		if (Candidate->GetFName() == MeshComponentName)
		{
			return Candidate;
		}
	}
	return nullptr;
}

void USinewComponent::Attach()
{
	AddTickPrerequisiteComponent(Mesh);
	StartedLeader = Mesh->LeaderPoseComponent.Get();
	if (StartedLeader.IsValid())
	{
		AddTickPrerequisiteComponent(StartedLeader.Get());
	}
	LastLocation = Mesh->GetComponentTransform().GetTranslation();
}

void USinewComponent::Detach()
{
	if (IsValid(Mesh))
	{
		RemoveTickPrerequisiteComponent(Mesh);
	}
	if (StartedLeader.IsValid())
	{
		RemoveTickPrerequisiteComponent(StartedLeader.Get());
	}
	StartedLeader = nullptr;
	Mesh = nullptr;
	bSourceHidden = false;
}

int32 USinewComponent::NumSessions()
{
	return Sessions;
}

void USinewComponent::SetAsset(USinewAsset* InAsset)
{
	Asset = InAsset;
	bCancelled = false;
}

void USinewComponent::SetMesh(USkeletalMeshComponent* InMesh)
{
	GivenMesh = InMesh;
	bCancelled = false;
}

void USinewComponent::SetWeight(float InWeight)
{
	Weight = FMath::IsFinite(InWeight) ? FMath::Clamp(InWeight, 0.0f, 1.0f) : Weight;
}

void USinewComponent::SetQuality(ESinewQuality InQuality)
{
	Quality = InQuality;
}

void USinewComponent::AddImpulse(FVector Location, FVector Impulse, float Radius)
{
	if (Location.ContainsNaN() || Impulse.ContainsNaN() || !FMath::IsFinite(Radius))
	{
		return;
	}
	FSinewImpulse Added;
	Added.Location = Location;
	Added.Impulse = Impulse;
	Added.Radius = static_cast<double>(FMath::Max(0.1f, Radius));
	if (Session.IsValid() && Impulses->Num() < MaxImpulses)
	{
		Impulses->Add(Added);
	}
}

void USinewComponent::ResetFlesh()
{
	bResetNext = true;
}

void USinewComponent::Teleport()
{
	bTeleportNext = true;
}

float USinewComponent::GetProgress() const
{
	return Session.IsValid() ? Session->GetProgress() : 0.0f;
}

void USinewComponent::CancelEditorSolver()
{
	if (State != ESinewState::EditorSolver)
	{
		return;
	}
	bCancelled = true;
	Stop();
	Start();
}

UDynamicMeshComponent* USinewComponent::GetShownMesh() const
{
	const bool bShown = bSourceHidden && ShownMeshes.IsValidIndex(ShownLod);
	return bShown ? ShownMeshes[ShownLod] : nullptr;
}

TArray<FVector> USinewComponent::GetPreviousPositions() const
{
	TArray<FVector> Places;
	if (Session.IsValid())
	{
		const TArray<float>& Previous = Session->GetSurface().Previous;
		for (int32 At = 0; At + 2 < Previous.Num(); At += 3)
		{
			Places.Add(FSinewAxes::ToEngine(&Previous[At]));
		}
	}
	return Places;
}
