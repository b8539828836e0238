// Copyright the Sinew project. See LICENSE.

#pragma once

// Duty: drawing what the library sees, into the engine's viewports.

#include "CoreMinimal.h"
#include "SinewBones.h"
#include "SinewCharacter.h"
#include "SinewTypes.h"

class UWorld;

#if SINEW_WITH_NATIVE

struct FSinewDebugDraw
{
	/** A ball of each domain's flesh, as large as its mass makes it, where its bone has it; the more shapes it has, the redder. */
	static void Domains(
		const UWorld& World, const FSinewCharacter& Character, const TArray<SinewBone>& Bones, const FTransform& ToWorld);

	/** Where elasticity is evaluated, as bones carry it: the more flesh a point stands for, the larger. */
	static void Cubature(
		const UWorld& World, const FSinewCharacter& Character, const TArray<SinewBone>& Bones, const FTransform& ToWorld);

	static void Contacts(const UWorld& World, const TArray<FSinewContactEvent>& Contacts);

	static void Colliders(const UWorld& World, const TArray<SinewCollider>& Colliders, double UnitsPerMetre);
};

#endif
