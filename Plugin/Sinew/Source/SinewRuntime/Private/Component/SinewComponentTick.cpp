// Copyright the Sinew project. See LICENSE.

#include "SinewComponent.h"

#include "Components/SkeletalMeshComponent.h"
#include "Engine/Engine.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "Session/SinewSession.h"
#include "SinewAsset.h"
#include "SinewBudget.h"
#include "SinewConsole.h"
#include "SinewLog.h"
#include "SinewStats.h"

// What happens in a frame. SinewComponentShow.cpp shows the skin.

void USinewComponent::TickComponent(float DeltaTime, enum ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction)
{
	SINEW_SCOPE(Component);
	Super::TickComponent(DeltaTime, TickType, ThisTickFunction);
	if (IsOutdated())
	{
		Stop();
		Start();
	}
	SET_DWORD_STAT(STAT_SinewCharacters, NumSessions());
	SET_MEMORY_STAT(STAT_SinewMemory, FSinewMemory::GetTotal());
	if (Mesh == nullptr || !Session.IsValid() || !FSinewConsole::IsEnabled())
	{
		Rest();
		ShowMessageInViewport();
		return;
	}
	if (State == ESinewState::EditorSolver)
	{
		TickEditorSolver();
	}
	else
	{
		TickSession(static_cast<double>(DeltaTime));
	}
}

void USinewComponent::TickSession(double DeltaTime)
{
	const FSinewFrame Frame = MakeFrame(DeltaTime);
	if (Frame.Quality == ESinewQuality::Off)
	{
		Stats.Quality = ESinewQuality::Off;
		Stats.TickMs = Stats.SurfaceMs = Stats.MeshMs = 0.0f;
		Rest();
		return;
	}
	TArray<FSinewContactEvent> Begun;
	if (!Session->Tick(*Mesh, Frame, Stats, Begun))
	{
		return;
	}
	ShowFrame();
	Stats.Memory = static_cast<int64>(Session->GetMemory());
	FSinewBudget::Get().Report(*this, Frame.Quality, Stats.TickMs + Stats.SurfaceMs + Stats.MeshMs);
	CSV_CUSTOM_STAT(Sinew, Contacts, Stats.Contacts, ECsvCustomStatOp::Accumulate);
	INC_DWORD_STAT_BY(STAT_SinewContacts, static_cast<uint32>(Stats.Contacts));
	for (const FSinewContactEvent& Contact : Begun)
	{
		OnContact.Broadcast(Contact);
	}
}

void USinewComponent::Rest()
{
	// Shows the engine's own skinning, which costs nothing. The simulation restarts when it is needed again.
	bResetNext = true;
	Impulses->Empty();
	ShowSource(true);
	ClearTexture();
}

FSinewFrame USinewComponent::MakeFrame(double DeltaTime)
{
	const UWorld* const World = GetWorld();
	const FVector Location = Mesh->GetComponentTransform().GetTranslation();
	const bool bFar = TeleportDistance > 0.0f && FVector::Dist(Location, LastLocation) > static_cast<double>(TeleportDistance);
	FSinewFrame Frame;
	Frame.Seconds = FMath::Max(0.0, DeltaTime);
	Frame.Weight = Weight;
	Frame.Stiffness = StiffnessMultiplier;
	Frame.Damping = DampingMultiplier;
	const double WorldGravity = World == nullptr ? -980.0 : static_cast<double>(World->GetGravityZ());
	Frame.Gravity = bUseWorldGravity ? FVector(0.0, 0.0, WorldGravity * static_cast<double>(GravityScale)) : Gravity;
	Frame.Wind = Wind;
	Frame.Quality = ChooseQuality();
	Frame.SubstepsPerSecond = SubstepsPerSecond;
	Frame.MaxIterations = MaxIterations;
	Frame.bDynamic = bDynamic;
	Frame.bSelfContact = bSelfContact;
	Frame.bTeleport = bTeleportNext || bFar;
	Frame.bReset = bResetNext;
	Frame.bContacts = bContact;
	Frame.bNearbyColliders = bNearbyColliders;
	Frame.NearbyRadius = static_cast<double>(NearbyRadius);
	Frame.GivenColliders = &Colliders;
	Frame.OwnBodies = &PhysicsAssetBones;
	Swap(Frame.Impulses, *Impulses);
	Frame.Lod = Mesh->GetPredictedLODLevel();
	Frame.DebugFlags = FSinewConsole::DebugFlags() | (bDrawDomains ? 1 : 0) | (bDrawContacts ? 2 : 0) | (bDrawColliders ? 4 : 0) | (bDrawCubature ? 8 : 0);
	LastLocation = Location;
	bTeleportNext = false;
	bResetNext = false;
	return Frame;
}

ESinewQuality USinewComponent::ChooseQuality() const
{
	const double Distance = DistanceToView();
	ESinewQuality Wanted = FMath::Min(Quality, FSinewConsole::BestQuality());
	const auto LimitTo = [&Wanted, Distance](float From, ESinewQuality Limit) {
		Wanted = From > 0.0f && Distance >= static_cast<double>(From) ? FMath::Min(Wanted, Limit) : Wanted;
	};
	LimitTo(MediumDistance, ESinewQuality::Medium);
	LimitTo(LowDistance, ESinewQuality::Low);
	LimitTo(OffDistance, ESinewQuality::Off);
	constexpr double HalfSignificance = 1000.0;
	const float Counts = Significance >= 0.0f ? Significance : static_cast<float>(HalfSignificance / (HalfSignificance + Distance));
	return FSinewBudget::Get().Allow(*this, Wanted, Counts);
}

double USinewComponent::DistanceToView() const
{
	const UWorld* const World = GetWorld();
	if (World == nullptr || World->ViewLocationsRenderedLastFrame.Num() == 0)
	{
		return 0.0;
	}
	double Least = TNumericLimits<double>::Max();
	for (const FVector& View : World->ViewLocationsRenderedLastFrame)
	{
		Least = FMath::Min(Least, FVector::Dist(View, Mesh->Bounds.Origin));
	}
	return Least;
}

void USinewComponent::TickEditorSolver()
{
	const FString Problem = Session->GetProblem();
	if (!Problem.IsEmpty())
	{
		ShowSource(true);
		EndSession();
		ChangeState(ESinewState::PlainSkinning, FString::Printf(TEXT("%s. %s"), *StateMessage, *Problem));
		return;
	}
	Session->TickEditorSolver(*Mesh);
	ShowMessageInViewport();
	ShowFrame();
}

void USinewComponent::ShowMessageInViewport() const
{
	const UWorld* const World = GetWorld();
	const bool bFallback = State == ESinewState::EditorSolver || State == ESinewState::PlainSkinning;
	if (GEngine == nullptr || World == nullptr || World->IsGameWorld() || !bFallback)
	{
		return;
	}
	const FString Who = GetOwner() == nullptr ? GetName() : GetOwner()->GetName();
	const FString Done = State == ESinewState::EditorSolver ? FString::Printf(TEXT(" (%d %%)"), static_cast<int32>(100.0f * GetProgress())) : FString();
	const FString Text = FString::Printf(TEXT("Sinew: %s: %s%s"), *Who, *StateMessage, *Done);
	GEngine->AddOnScreenDebugMessage(static_cast<uint64>(GetUniqueID()), 0.0f, FColor(255, 180, 60), Text);
}
