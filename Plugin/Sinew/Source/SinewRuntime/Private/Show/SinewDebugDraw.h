// Copyright the Sinew project. See LICENSE.

#pragma once

// Draws the state of the simulation in the viewport.

#include "CoreMinimal.h"
#include "Mesh/SinewBones.h"
#include "Session/SinewCharacter.h"
#include "SinewTypes.h"

class UWorld;

#if SINEW_WITH_NATIVE

struct FSinewDebugDraw
{
	/** Draws a sphere of the volume of each domain's flesh, moved by its bone. The more deformation modes it has, the redder it is. */
	static void Domains(
		const UWorld& World, const FSinewCharacter& Character, const TArray<SinewBone>& Bones, const FTransform& ToWorld);

	/** Draws the cubature points, moved by their bones. The more flesh a point represents, the larger it is. */
	static void Cubature(
		const UWorld& World, const FSinewCharacter& Character, const TArray<SinewBone>& Bones, const FTransform& ToWorld);

	static void Contacts(const UWorld& World, const TArray<FSinewContactEvent>& Contacts);

	static void Colliders(const UWorld& World, const TArray<SinewCollider>& Colliders, double UnitsPerMetre);
};

#endif
