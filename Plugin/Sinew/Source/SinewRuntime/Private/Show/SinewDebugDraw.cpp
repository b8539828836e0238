// Copyright the Sinew project. See LICENSE.

#include "Show/SinewDebugDraw.h"

#if SINEW_WITH_NATIVE

#include "DrawDebugHelpers.h"
#include "Engine/World.h"
#include "Mesh/SinewBones.h"
#include "SinewAxes.h"

namespace
{
/** The density that gives a sphere its volume, in kg/m3. */
constexpr double Density = 1000.0;

constexpr int32 Segments = 12;

/** A domain and the position of its centre in the current pose. */
struct FDrawnDomain
{
	SinewDomainInfo Info{};
	FTransform Bound;
	FTransform Posed;

	bool Find(const FSinewCharacter& Character, uint32 Domain, const TArray<SinewBone>& Bones, const FTransform& ToWorld)
	{
		Info.structSize = sizeof(Info);
		const bool bKnown = sinewDomainInfo(Character.GetAsset(), Domain, &Info) == SINEW_OK;
		const int32 Joint = static_cast<int32>(Info.joint);
		if (!bKnown || Info.modes == 0 || !Bones.IsValidIndex(Joint))
		{
			return false;
		}
		Bound = Character.GetPayload().GetInfo().JointBinds[Joint];
		Posed = FSinewBones::Convert(Bones[Joint]) * ToWorld;
		return true;
	}

	FVector Place(const float* Modelled) const { return Posed.TransformPosition(Bound.InverseTransformPosition(FSinewAxes::ToEngine(Modelled))); }
};

double BallRadius(float Mass)
{
	return FMath::Pow(3.0 * static_cast<double>(Mass) / (4.0 * UE_DOUBLE_PI * Density), 1.0 / 3.0) * FSinewAxes::Centimetres;
}
}

void FSinewDebugDraw::Domains(
	const UWorld& World, const FSinewCharacter& Character, const TArray<SinewBone>& Bones, const FTransform& ToWorld)
{
	constexpr uint32 ManyModes = 40;
	const uint32 Count = static_cast<uint32>(Character.GetPayload().GetInfo().Domains);
	for (uint32 Domain = 0; Domain < Count; ++Domain)
	{
		FDrawnDomain Drawn;
		if (Drawn.Find(Character, Domain, Bones, ToWorld))
		{
			const uint8 Red = static_cast<uint8>(255 * FMath::Min(Drawn.Info.modes, ManyModes) / ManyModes);
			DrawDebugSphere(&World, Drawn.Place(Drawn.Info.centre), static_cast<float>(BallRadius(Drawn.Info.mass)), Segments,
				FColor(Red, 80, static_cast<uint8>(255 - Red)));
		}
	}
}

void FSinewDebugDraw::Cubature(
	const UWorld& World, const FSinewCharacter& Character, const TArray<SinewBone>& Bones, const FTransform& ToWorld)
{
	constexpr float LeastSize = 3.0f;
	constexpr float MoreSize = 9.0f;
	TArray<float> Places;
	TArray<float> Volumes;
	const uint32 Count = static_cast<uint32>(Character.GetPayload().GetInfo().Domains);
	for (uint32 Domain = 0; Domain < Count; ++Domain)
	{
		FDrawnDomain Drawn;
		if (!Drawn.Find(Character, Domain, Bones, ToWorld))
		{
			continue;
		}
		const uint32 Points = sinewDomainCubature(Character.GetAsset(), Domain, nullptr, nullptr, 0);
		Places.SetNumZeroed(static_cast<int32>(3 * Points));
		Volumes.SetNumZeroed(static_cast<int32>(Points));
		sinewDomainCubature(Character.GetAsset(), Domain, Places.GetData(), Volumes.GetData(), Points);
		float Most = 0.0f;
		for (const float Volume : Volumes)
		{
			Most = FMath::Max(Most, Volume);
		}
		for (int32 Point = 0; Point < Volumes.Num(); ++Point)
		{
			DrawDebugPoint(&World, Drawn.Place(&Places[3 * Point]), LeastSize + MoreSize * Volumes[Point] / FMath::Max(Most, UE_SMALL_NUMBER), FColor(120, 220, 255));
		}
	}
}

void FSinewDebugDraw::Contacts(const UWorld& World, const TArray<FSinewContactEvent>& Contacts)
{
	constexpr float ArrowLength = 5.0f;
	constexpr float ArrowSize = 2.0f;
	for (const FSinewContactEvent& Contact : Contacts)
	{
		const FVector Tip = Contact.Location + Contact.Normal * static_cast<double>(ArrowLength + Contact.Depth);
		DrawDebugPoint(&World, Contact.Location, 6.0f, FColor(255, 220, 0));
		DrawDebugDirectionalArrow(&World, Contact.Location, Tip, ArrowSize, FColor(255, 220, 0));
	}
}

void FSinewDebugDraw::Colliders(const UWorld& World, const TArray<SinewCollider>& Colliders, double UnitsPerMetre)
{
	const FColor Colour(0, 200, 120);
	for (const SinewCollider& Collider : Colliders)
	{
		const FVector Centre = FSinewAxes::ToEngine(Collider.translation, UnitsPerMetre);
		const FQuat Rotation = FSinewAxes::RotationToEngine(Collider.rotation);
		const float Radius = Collider.halfSize[0] * static_cast<float>(UnitsPerMetre);
		if (Collider.kind == SINEW_SPHERE)
		{
			DrawDebugSphere(&World, Centre, Radius, Segments, Colour);
		}
		else if (Collider.kind == SINEW_CAPSULE)
		{
			// The engine's half height includes the end cap.
			DrawDebugCapsule(&World, Centre, Radius + Collider.halfSize[1] * static_cast<float>(UnitsPerMetre), Radius, Rotation, Colour);
		}
		else if (Collider.kind == SINEW_BOX)
		{
			DrawDebugBox(&World, Centre, FSinewAxes::ToEngine(Collider.halfSize, UnitsPerMetre), Rotation, Colour);
		}
		else
		{
			DrawDebugDirectionalArrow(&World, Centre, Centre + Rotation.RotateVector(FVector(0.0, 0.0, 50.0)), 10.0f, Colour);
		}
	}
}

#endif
