// Copyright the Sinew project. See LICENSE.

#include "Session/SinewSession.h"

// The part of a session that plays an asset. The part that needs no library is in SinewSession.cpp.

#if SINEW_WITH_NATIVE

#include "Components/SkeletalMeshComponent.h"
#include "Engine/SkeletalMesh.h"
#include "Engine/World.h"
#include "Session/SinewColliders.h"
#include "Show/SinewDebugDraw.h"
#include "SinewAxes.h"
#include "SinewLog.h"
#include "SinewNative.h"
#include "SinewSkeleton.h"
#include "SinewStats.h"

namespace
{
constexpr int32 MaxContacts = 256;

/** The smallest tolerance in metres: positions that differ by rounding have another hash but are the same mesh. */
constexpr double MinTolerance = 1.0e-4;

SinewQuality QualityOf(const FSinewFrame& Frame)
{
	const uint32_t Iterations = static_cast<uint32_t>(FMath::Clamp(Frame.MaxIterations, 1, 10));
	const float Rate = FMath::Clamp(Frame.SubstepsPerSecond, 10.0f, 480.0f);
	SinewQuality Quality{};
	switch (Frame.Quality)
	{
	case ESinewQuality::High:
		Quality = {Iterations, 1.0f, Rate};
		break;
	case ESinewQuality::Medium:
		Quality = {FMath::Max(Iterations, 2u) - 1, 0.66f, Rate};
		break;
	default:
		Quality = {1, 0.4f, FMath::Max(10.0f, 0.5f * Rate)};
		break;
	}
	return Quality;
}

bool SamePair(const FSinewContactEvent& A, const FSinewContactEvent& B)
{
	return A.Bone == B.Bone && A.Component == B.Component && A.Shape == B.Shape;
}
}

bool FSinewSession::StartAsset(
	const TSharedRef<const FSinewPayload, ESPMode::ThreadSafe>& Payload, const USkeletalMesh& Mesh, double MeshTolerance, FString& OutProblem)
{
	Tolerance = FMath::Max(MinTolerance, MeshTolerance / FSinewAxes::Centimetres);
	Character = FSinewCharacter::Create(Payload, OutProblem);
	if (!Character.IsValid() || !MatchSkeleton(FSinewSkeleton::Read(Mesh), OutProblem) || !MatchMesh(Mesh, OutProblem))
	{
		return false;
	}
	Contacts.SetNumZeroed(MaxContacts);
	return true;
}

bool FSinewSession::MatchSkeleton(const FSinewSkeleton& Skeleton, FString& OutProblem)
{
	const FSinewPayload& Payload = Character->GetPayload();
	if (!Bones.Match(Payload.GetInfo(), Skeleton, Tolerance * FSinewAxes::Centimetres, OutProblem))
	{
		return false;
	}
	if (Bones.Hash() != Payload.GetInfo().SkeletonHash)
	{
		UE_LOG(LogSinew, Verbose, TEXT("The hash of the skeleton differs from the asset's; the bind positions of the bones match."));
	}
	return true;
}

bool FSinewSession::MatchMesh(const USkeletalMesh& Mesh, FString& OutProblem)
{
	FLod& First = LodOf(0);
	if (!FSinewRenderMesh::Read(Mesh, 0, First.Mesh, OutProblem))
	{
		return false;
	}
	First.bRead = true;
	const uint64 Hash = First.Mesh.GetHash();
	const bool bSame = Hash == Character->GetPayload().GetInfo().MeshHash;
	// Other programs may have rounded the positions, so the distance from the asset's skin decides.
	FString Problem;
	First.Bound = Character->AddMesh(First.Mesh, Tolerance, Problem);
	if (First.Bound == INDEX_NONE)
	{
		OutProblem = FString::Printf(TEXT("the mesh %s is not the asset's mesh (hash %s instead of %s): %s"), *Mesh.GetName(), *FString::Printf(TEXT("%016llx"), Hash),
			*FString::Printf(TEXT("%016llx"), Character->GetPayload().GetInfo().MeshHash), *Problem);
		return false;
	}
	UE_LOG(LogSinew, Verbose, TEXT("%s is %s."), *Mesh.GetName(), bSame ? TEXT("the mesh of the asset") : TEXT("within the tolerance of the asset's mesh"));
	return true;
}

int32 FSinewSession::BindLod(int32 Lod, const USkeletalMesh& Mesh)
{
	if (Lod <= 0 || bEditorSolver || !Character.IsValid())
	{
		return 0;
	}
	FLod& Wanted = LodOf(Lod);
	if (!Wanted.bRead)
	{
		// Only once: a LOD that cannot be bound is not tried again. Simplification may have moved its vertices away from the skin.
		constexpr double MaxLodDistance = 0.05;
		FString Problem;
		Wanted.bRead = true;
		if (FSinewRenderMesh::Read(Mesh, Lod, Wanted.Mesh, Problem))
		{
			Wanted.Bound = Character->AddMesh(Wanted.Mesh, MaxLodDistance, Problem);
		}
		if (Wanted.Bound == INDEX_NONE)
		{
			UE_LOG(LogSinew, Warning, TEXT("%s, LOD %d cannot be bound: %s. LOD 0 is shown instead."), *Mesh.GetName(), Lod, *Problem);
		}
	}
	return Wanted.Bound == INDEX_NONE ? 0 : Lod;
}

bool FSinewSession::Tick(USkeletalMeshComponent& Mesh, const FSinewFrame& Frame, FSinewStats& Stats, TArray<FSinewContactEvent>& OutBegun)
{
	{
		SINEW_SCOPE(Bones);
		if (!Bones.Read(Mesh, Frame.Lod, Pose))
		{
			++Stats.StaleFrames;
			return false;
		}
	}
	SinewTickInput Input;
	SinewTickOutput Output;
	FillInput(Mesh, Frame, Input);
	FSinewStopwatch Watch;
	SinewStatus Status = SINEW_OK;
	{
		SINEW_SCOPE(Tick);
		Status = Character->Tick(Input, Output);
	}
	Stats.TickMs = Watch.Milliseconds();
	Stats.Residual = Output.residual;
	Stats.SubSteps = static_cast<int32>(Output.subSteps);
	Stats.Iterations = static_cast<int32>(Output.iterations);
	Stats.Contacts = static_cast<int32>(Output.contacts);
	Stats.Colliders = Colliders.Shapes.Num();
	Stats.Quality = Frame.Quality;
	if (Status != SINEW_OK)
	{
		++Stats.StaleFrames;
		UE_LOG(LogSinew, Verbose, TEXT("%s: %s"), *Mesh.GetName(), *SinewStatusText(Status));
		return false;
	}
	FillContacts(Output, OutBegun);
	Draw(Mesh, Frame);
	return true;
}

void FSinewSession::FillInput(const USkeletalMeshComponent& Mesh, const FSinewFrame& Frame, SinewTickInput& Input)
{
	const FTransform& ToWorld = Mesh.GetComponentTransform();
	const double Before = UnitsPerMetre;
	TakeScale(Mesh);
	sinewTickDefaults(&Input, sizeof(Input));
	Input.bones = Pose.GetData();
	Input.boneCount = static_cast<uint32_t>(Pose.Num());
	Input.seconds = Frame.Seconds;
	FSinewAxes::ToCore(ToWorld.GetTranslation(), Input.worldTranslation, UnitsPerMetre);
	FSinewAxes::RotationToCore(ToWorld.GetRotation(), Input.worldRotation);
	FSinewAxes::ToCore(Frame.Gravity, Input.gravity, UnitsPerMetre);
	FSinewAxes::ToCore(Frame.Wind, Input.wind, UnitsPerMetre);
	Stiffness.SetNumZeroed(Character->GetPayload().GetInfo().Domains);
	for (float& Factor : Stiffness)
	{
		Factor = Frame.Stiffness;
	}
	Input.stiffness = Stiffness.GetData();
	Input.damping = Frame.Damping;
	Input.weight = Frame.Quality == ESinewQuality::Off ? 0.0f : Frame.Weight;
	Input.quality = QualityOf(Frame);
	Input.dynamic = Frame.bDynamic ? 1 : 0;
	// The library has no scale: for it the world changes its size around a character that grows.
	Input.teleport = Frame.bTeleport || UnitsPerMetre != Before ? 1 : 0;
	Input.reset = Frame.bReset ? 1 : 0;
	Input.selfContact = Frame.bSelfContact ? 1 : 0;
	Input.workers = LendSinewWorkers();
	Input.stopwatch = LendSinewStopwatch();
	GatherColliders(Mesh, Frame);
	Input.colliders = Colliders.Shapes.GetData();
	Input.colliderCount = static_cast<uint32_t>(Colliders.Shapes.Num());
	Input.contacts = Contacts.GetData();
	Input.contactCapacity = static_cast<uint32_t>(Contacts.Num());
	GatherImpulses(Frame);
	Input.impulses = PointImpulses.GetData();
	Input.impulseCount = static_cast<uint32_t>(PointImpulses.Num());
}

void FSinewSession::TakeScale(const USkeletalMeshComponent& Mesh)
{
	constexpr double Rounding = 1.0e-3;
	const FVector Each = Mesh.GetComponentTransform().GetScale3D();
	const double Scale = FMath::Abs(Each.X);
	UnitsPerMetre = FSinewAxes::Centimetres * (Scale > 1.0e-4 ? Scale : 1.0);
	const bool bEven = FMath::Abs(Each.Y - Each.X) <= Rounding * Scale && FMath::Abs(Each.Z - Each.X) <= Rounding * Scale;
	if (!bWarnedOfScale && (!bEven || Each.X < 0.0))
	{
		bWarnedOfScale = true;
		UE_LOG(LogSinew, Warning, TEXT("%s has a negative or non-uniform scale, so gravity and contacts are approximate."), *Mesh.GetPathName());
	}
}

void FSinewSession::GatherColliders(const USkeletalMeshComponent& Mesh, const FSinewFrame& Frame)
{
	SINEW_SCOPE(Colliders);
	FSinewColliders Gathered(Mesh, UnitsPerMetre);
	if (Frame.bContacts && Frame.GivenColliders != nullptr)
	{
		Gathered.AddGiven(*Frame.GivenColliders);
	}
	if (Frame.bContacts && Frame.OwnBodies != nullptr)
	{
		Gathered.AddOwnBodies(*Frame.OwnBodies);
	}
	if (Frame.bContacts && Frame.bNearbyColliders)
	{
		Gathered.AddNearby(Frame.NearbyRadius);
	}
	Colliders = Gathered.Get();
}

void FSinewSession::GatherImpulses(const FSinewFrame& Frame)
{
	PointImpulses.Reset();
	for (const FSinewImpulse& Impulse : Frame.Impulses)
	{
		if (PointImpulses.Num() >= static_cast<int32>(SINEW_MAX_IMPULSES))
		{
			return;
		}
		SinewImpulse Converted{};
		FSinewAxes::ToCore(Impulse.Location, Converted.point, UnitsPerMetre);
		FSinewAxes::ImpulseToCore(Impulse.Impulse, Converted.impulse, UnitsPerMetre);
		Converted.radius = static_cast<float>(Impulse.Radius / UnitsPerMetre);
		PointImpulses.Add(Converted);
	}
}

void FSinewSession::FillContacts(const SinewTickOutput& Output, TArray<FSinewContactEvent>& OutBegun)
{
	TArray<FSinewContactEvent> Now;
	const int32 Count = FMath::Min(static_cast<int32>(Output.contacts), Contacts.Num());
	for (int32 Index = 0; Index < Count; ++Index)
	{
		const SinewContact& Contact = Contacts[Index];
		const FVector3f Normal = FSinewAxes::DirectionToEngine(Contact.normal);
		FSinewContactEvent Event;
		Event.Location = FSinewAxes::ToEngine(Contact.point, UnitsPerMetre);
		Event.Normal = FVector(static_cast<double>(Normal.X), static_cast<double>(Normal.Y), static_cast<double>(Normal.Z));
		Event.Depth = Contact.depth * static_cast<float>(UnitsPerMetre);
		Event.Bone = Bones.GetName(Contact.joint);
		const int32 Collider = Contact.collider == SINEW_NONE ? INDEX_NONE : static_cast<int32>(Contact.collider);
		if (Colliders.Sources.IsValidIndex(Collider))
		{
			Event.Component = Colliders.Sources[Collider].Component.Get();
			Event.Shape = Colliders.Sources[Collider].Shape;
		}
		// The deepest contact represents all contacts of the same bone and collider.
		FSinewContactEvent* const Known = Now.FindByPredicate([&Event](const FSinewContactEvent& Other) { return SamePair(Event, Other); });
		if (Known == nullptr)
		{
			Now.Add(Event);
		}
		else if (Known->Depth < Event.Depth)
		{
			*Known = Event;
		}
	}
	for (const FSinewContactEvent& Event : Now)
	{
		if (!Touching.ContainsByPredicate([&Event](const FSinewContactEvent& Other) { return SamePair(Event, Other); }))
		{
			OutBegun.Add(Event);
		}
	}
	Touching = MoveTemp(Now);
}

void FSinewSession::Draw(const USkeletalMeshComponent& Mesh, const FSinewFrame& Frame) const
{
	const UWorld* const World = Mesh.GetWorld();
	if (World == nullptr || Frame.DebugFlags == 0)
	{
		return;
	}
	if ((Frame.DebugFlags & 1) != 0)
	{
		FSinewDebugDraw::Domains(*World, *Character, Pose, Mesh.GetComponentTransform());
	}
	if ((Frame.DebugFlags & 2) != 0)
	{
		FSinewDebugDraw::Contacts(*World, Touching);
	}
	if ((Frame.DebugFlags & 4) != 0)
	{
		FSinewDebugDraw::Colliders(*World, Colliders.Shapes, UnitsPerMetre);
	}
	if ((Frame.DebugFlags & 8) != 0)
	{
		FSinewDebugDraw::Cubature(*World, *Character, Pose, Mesh.GetComponentTransform());
	}
}

bool FSinewSession::StartTexture(int32 Size, FString& OutProblem)
{
	if (!Character.IsValid())
	{
		OutProblem = TEXT("a displacement texture needs an asset");
		return false;
	}
	return Texture.Create(*Character, Size, OutProblem);
}

UTexture2D* FSinewSession::MakeTexture(const TCHAR* Name) const
{
	return Texture.MakeTexture(Name);
}

void FSinewSession::ClearTexture(UTexture2D& Target, UTexture2D* Previous)
{
	Texture.Clear(Target, Previous);
}

void FSinewSession::WriteTexture(UTexture2D& Target, UTexture2D* Previous)
{
	SINEW_SCOPE(Texture);
	if (Written == INDEX_NONE)
	{
		// No dynamic mesh is shown, so the surface has not been written yet.
		FLod& First = LodOf(0);
		if (!Refresh(First))
		{
			return;
		}
	}
	Texture.Write(*Character, Written, Target, Previous);
	Written = INDEX_NONE;
}

uint64 FSinewSession::GetMemory() const
{
	return Character.IsValid() ? Character->GetMemory() + Texture.GetMemory() : 0;
}

#endif
