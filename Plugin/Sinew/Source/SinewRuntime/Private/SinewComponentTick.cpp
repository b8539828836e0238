// Copyright the Sinew project. See LICENSE.

#include "SinewComponent.h"

#include "Components/DynamicMeshComponent.h"
#include "Components/SkeletalMeshComponent.h"
#include "Engine/Engine.h"
#include "Engine/SkeletalMesh.h"
#include "Engine/Texture2D.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "Materials/MaterialInstanceDynamic.h"
#include "SinewAsset.h"
#include "SinewBudget.h"
#include "SinewConsole.h"
#include "SinewLog.h"
#include "SinewSession.h"
#include "SinewStats.h"

// What happens in a frame: bones, tick, surface, mesh, texture, events.

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
		ShowSource(true);
		SayInViewport();
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
		// The engine's own skinning costs nothing here; flesh starts anew when it is wanted again.
		Stats.Quality = ESinewQuality::Off;
		Stats.TickMs = Stats.SurfaceMs = Stats.MeshMs = 0.0f;
		bResetNext = true;
		ShowSource(true);
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
	Frame.MostSteps = MostSteps;
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
	Frame.DebugFlags = FSinewConsole::DebugFlags() | (bDrawDomains ? 1 : 0) | (bDrawContacts ? 2 : 0) | (bDrawColliders ? 4 : 0);
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
		ChangeState(ESinewState::PlainSkinning, FString::Printf(TEXT("%s; %s"), *StateMessage, *Problem));
		return;
	}
	Session->TickEditorSolver(*Mesh);
	SayInViewport();
	ShowFrame();
}

void USinewComponent::ShowFrame()
{
	const bool bTexture = Output != ESinewOutput::DynamicMesh && State == ESinewState::Running && !bTextureFailed;
	const bool bMesh = Output != ESinewOutput::DisplacementTexture || !bTexture;
	if (bMesh)
	{
		const int32 Lod = bFollowMeshLod ? Session->BindLod(Mesh->GetPredictedLODLevel(), *StartedMesh.Get()) : 0;
		UDynamicMeshComponent* const Shown = ShownFor(Lod);
		if (Session->Write(Lod, *Shown, Stats))
		{
			ShownLod = Lod;
			ShowSource(false);
		}
	}
	if (bTexture)
	{
		ShowTexture();
	}
}

UDynamicMeshComponent* USinewComponent::ShownFor(int32 Lod)
{
	while (ShownMeshes.Num() <= Lod)
	{
		ShownMeshes.Add(nullptr);
	}
	if (ShownMeshes[Lod] == nullptr)
	{
		UDynamicMeshComponent* const Made = NewObject<UDynamicMeshComponent>(GetOwner(), NAME_None, RF_Transient);
		Made->SetupAttachment(Mesh);
		Made->SetCollisionEnabled(ECollisionEnabled::NoCollision);
		Made->SetVisibility(false);
		for (int32 Slot = 0; Slot < Mesh->GetNumMaterials(); ++Slot)
		{
			Made->SetMaterial(Slot, Mesh->GetMaterial(Slot));
		}
		Made->RegisterComponent();
		ShownMeshes[Lod] = Made;
	}
	return ShownMeshes[Lod];
}

void USinewComponent::ShowSource(bool bShow)
{
	for (int32 Lod = 0; Lod < ShownMeshes.Num(); ++Lod)
	{
		if (ShownMeshes[Lod] != nullptr)
		{
			ShownMeshes[Lod]->SetVisibility(!bShow && Lod == ShownLod);
		}
	}
	if (!IsValid(Mesh) || bSourceHidden == !bShow)
	{
		return;
	}
	bSourceHidden = !bShow;
	if (bSourceHidden)
	{
		bSourceWasVisible = Mesh->GetVisibleFlag();
		SourceTickOption = static_cast<uint8>(Mesh->VisibilityBasedAnimTickOption);
		// What is not seen has its bones left alone otherwise.
		Mesh->VisibilityBasedAnimTickOption = EVisibilityBasedAnimTickOption::AlwaysTickPoseAndRefreshBones;
		Mesh->SetVisibility(false);
	}
	else
	{
		Mesh->VisibilityBasedAnimTickOption = static_cast<EVisibilityBasedAnimTickOption>(SourceTickOption);
		Mesh->SetVisibility(bSourceWasVisible);
	}
}

void USinewComponent::ShowTexture()
{
	if (DisplacementTexture == nullptr)
	{
		FString Problem;
		if (!Session->StartTexture(FMath::Clamp(TextureSize, 16, 1024), Problem))
		{
			UE_LOG(LogSinew, Warning, TEXT("%s: %s"), *GetPathName(), *Problem);
			bTextureFailed = true;
			return;
		}
		DisplacementTexture = Session->MakeTexture(TEXT("SinewDisplacement"));
		PreviousTexture = Session->MakeTexture(TEXT("SinewPreviousDisplacement"));
		BindTexture();
	}
	Session->WriteTexture(*DisplacementTexture, PreviousTexture);
}

void USinewComponent::BindTexture()
{
	for (int32 Slot = 0; Slot < Mesh->GetNumMaterials(); ++Slot)
	{
		UMaterialInterface* const Material = Mesh->GetMaterial(Slot);
		if (Material == nullptr)
		{
			BoundMaterials.Add(nullptr);
			continue;
		}
		UMaterialInstanceDynamic* const Bound = UMaterialInstanceDynamic::Create(Material, this);
		Bound->SetTextureParameterValue(TextureParameter, DisplacementTexture);
		Bound->SetTextureParameterValue(PreviousTextureParameter, PreviousTexture);
		Mesh->SetMaterial(Slot, Bound);
		BoundMaterials.Add(Bound);
	}
}

void USinewComponent::UnbindTexture()
{
	for (int32 Slot = 0; Slot < BoundMaterials.Num() && IsValid(Mesh); ++Slot)
	{
		// Others may have set another one since.
		if (BoundMaterials[Slot] != nullptr && Mesh->GetMaterial(Slot) == BoundMaterials[Slot])
		{
			Mesh->SetMaterial(Slot, BoundMaterials[Slot]->Parent);
		}
	}
	BoundMaterials.Empty();
	DisplacementTexture = nullptr;
	PreviousTexture = nullptr;
}

void USinewComponent::SayInViewport() const
{
	const UWorld* const World = GetWorld();
	const bool bFallback = State == ESinewState::EditorSolver || State == ESinewState::PlainSkinning;
	if (GEngine == nullptr || World == nullptr || World->IsGameWorld() || !bFallback)
	{
		return;
	}
	const FString Who = GetOwner() == nullptr ? GetName() : GetOwner()->GetName();
	const FString Done = State == ESinewState::EditorSolver ? FString::Printf(TEXT(" (%d %%)"), static_cast<int32>(100.0f * GetProgress())) : FString();
	const FString Text = FString::Printf(TEXT("Sinew, %s: %s%s"), *Who, *StateMessage, *Done);
	GEngine->AddOnScreenDebugMessage(static_cast<uint64>(GetUniqueID()), 0.0f, FColor(255, 180, 60), Text);
}
