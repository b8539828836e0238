// Copyright the Sinew project. See LICENSE.

#include "SinewComponent.h"

#include "Components/DynamicMeshComponent.h"
#include "Components/SkeletalMeshComponent.h"
#include "Engine/Engine.h"
#include "Engine/SkeletalMesh.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "Materials/MaterialInstanceDynamic.h"
#include "SinewAsset.h"
#include "SinewAxes.h"
#include "SinewBudget.h"
#include "SinewConsole.h"
#include "SinewLog.h"
#include "SinewSession.h"

// From start to stop, and what Blueprints call. What happens in a frame is in SinewComponentTick.cpp.

namespace
{
int32 Sessions = 0;
}

USinewComponent::USinewComponent()
	: Impulses(MakeShared<TArray<FSinewImpulse>>())
{
	PrimaryComponentTick.bCanEverTick = true;
	PrimaryComponentTick.bStartWithTickEnabled = true;
	// After animation, cloth and physics have moved the bones; the mesh itself is a prerequisite, too.
	PrimaryComponentTick.TickGroup = TG_PostPhysics;
	bTickInEditor = true;
}

void USinewComponent::OnRegister()
{
	Super::OnRegister();
	Start();
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
	if (IsRegistered())
	{
		Stop();
		Start();
	}
}
#endif

void USinewComponent::Start()
{
	Mesh = FindMesh();
	StartedPayload = PayloadSerial();
	StartedMesh = Mesh == nullptr ? nullptr : Mesh->GetSkeletalMeshAsset();
	Stats = FSinewStats();
	bResetNext = true;
	bTextureFailed = false;
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
		OutProblem = TEXT("no asset is set: build one with Build Sinew asset");
		return false;
	}
#if WITH_EDITOR
	const bool bInEditor = GetWorld() != nullptr && !GetWorld()->IsGameWorld();
	const FString Stale = bInEditor && USinewAsset::WhyStale ? USinewAsset::WhyStale(*Asset) : FString();
	if (!Stale.IsEmpty())
	{
		OutProblem = FString::Printf(TEXT("%s is stale: %s"), *Asset->GetName(), *Stale);
		return false;
	}
#endif
	TSharedPtr<FSinewSession> Made = MakeShared<FSinewSession>();
	if (!Made->StartAsset(Asset->GetPayload(), *StartedMesh.Get(), static_cast<double>(MeshTolerance), OutProblem))
	{
		OutProblem = FString::Printf(TEXT("%s does not fit: %s"), *Asset->GetName(), *OutProblem);
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
	if (bInEditor && bSolveInEditor && !bCancelled && FSinewConsole::MaySolveInEditor())
	{
		TSharedPtr<FSinewSession> Made = MakeShared<FSinewSession>();
		if (Made->StartEditorSolver(*StartedMesh.Get(), static_cast<double>(EditorSolverCells), Reason))
		{
			BeginSession(Made);
			ChangeState(ESinewState::EditorSolver, FString::Printf(TEXT("%s; the full solver shows the true shape, slowly"), *Problem));
			return;
		}
	}
	ChangeState(ESinewState::PlainSkinning, Reason.IsEmpty() ? Problem : FString::Printf(TEXT("%s; %s"), *Problem, *Reason));
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
	const bool bNews = State != InState || StateMessage != Message;
	State = InState;
	StateMessage = Message;
	if (!bNews || InState == ESinewState::Stopped)
	{
		return;
	}
	const bool bFallback = InState != ESinewState::Running;
	if (bFallback)
	{
		UE_LOG(LogSinew, Warning, TEXT("%s: %s"), *GetPathName(), *Message);
	}
	// That all is well is news only after it was not.
	if (bFallback || bFellBack)
	{
		OnFallback.Broadcast(InState, Message);
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
	return Found != Mesh || FoundAsset != StartedMesh.Get() || PayloadSerial() != StartedPayload;
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
	if (Mesh->LeaderPoseComponent.IsValid())
	{
		AddTickPrerequisiteComponent(Mesh->LeaderPoseComponent.Get());
	}
	LastLocation = Mesh->GetComponentTransform().GetTranslation();
}

void USinewComponent::Detach()
{
	if (IsValid(Mesh))
	{
		RemoveTickPrerequisiteComponent(Mesh);
		if (Mesh->LeaderPoseComponent.IsValid())
		{
			RemoveTickPrerequisiteComponent(Mesh->LeaderPoseComponent.Get());
		}
	}
	Mesh = nullptr;
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
	FSinewImpulse Blow;
	Blow.Location = Location;
	Blow.Impulse = Impulse;
	Blow.Radius = static_cast<double>(FMath::Max(0.1f, Radius));
	Impulses->Add(Blow);
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
