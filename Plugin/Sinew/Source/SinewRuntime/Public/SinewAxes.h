// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

/**
 * Conversion between the engine (centimetres, Z up, left-handed) and the library (metres, Y up, right-handed). One map serves both ways:
 * (x, y, z) <-> (x, z, y). It is its own inverse. It is a reflection, so rotations (quaternions, angular impulses) also change their sign, and
 * triangles keep the order of their corners. Lengths from the library survive the conversion and back exactly, because a float times 100 is
 * exact in double.
 *
 * UnitsPerMetre is 100, except for lengths in the world of a scaled component: the library has no scale, so its world is smaller by that
 * factor.
 */
struct FSinewAxes
{
	static constexpr double Centimetres = 100.0;

	static FVector ToEngine(const float* Metres, double UnitsPerMetre = Centimetres)
	{
		return FVector(
			static_cast<double>(Metres[0]) * UnitsPerMetre, static_cast<double>(Metres[2]) * UnitsPerMetre, static_cast<double>(Metres[1]) * UnitsPerMetre);
	}

	static FVector ToEngine(const double* Metres, double UnitsPerMetre = Centimetres)
	{
		return FVector(Metres[0] * UnitsPerMetre, Metres[2] * UnitsPerMetre, Metres[1] * UnitsPerMetre);
	}

	static void ToCore(const FVector& Place, float* OutMetres, double UnitsPerMetre = Centimetres)
	{
		OutMetres[0] = static_cast<float>(Place.X / UnitsPerMetre);
		OutMetres[1] = static_cast<float>(Place.Z / UnitsPerMetre);
		OutMetres[2] = static_cast<float>(Place.Y / UnitsPerMetre);
	}

	static void ToCore(const FVector& Place, double* OutMetres, double UnitsPerMetre = Centimetres)
	{
		OutMetres[0] = Place.X / UnitsPerMetre;
		OutMetres[1] = Place.Z / UnitsPerMetre;
		OutMetres[2] = Place.Y / UnitsPerMetre;
	}

	static void ToCore(const FVector3f& Place, float* OutMetres)
	{
		ToCore(FVector(static_cast<double>(Place.X), static_cast<double>(Place.Y), static_cast<double>(Place.Z)), OutMetres);
	}

	/** Normals and other directions have no unit. */
	static FVector3f DirectionToEngine(const float* Direction)
	{
		return FVector3f(Direction[0], Direction[2], Direction[1]);
	}

	static void DirectionToCore(const FVector3f& Direction, float* Out)
	{
		Out[0] = Direction.X;
		Out[1] = Direction.Z;
		Out[2] = Direction.Y;
	}

	/** The fourth number of a tangent is the sign of the bitangent, which a reflection inverts. */
	static float BitangentSide(float Side)
	{
		return -Side;
	}

	static FQuat RotationToEngine(const float* XYZW)
	{
		return FQuat(-static_cast<double>(XYZW[0]), -static_cast<double>(XYZW[2]), -static_cast<double>(XYZW[1]), static_cast<double>(XYZW[3]));
	}

	static void RotationToCore(const FQuat& Rotation, float* OutXYZW)
	{
		OutXYZW[0] = static_cast<float>(-Rotation.X);
		OutXYZW[1] = static_cast<float>(-Rotation.Z);
		OutXYZW[2] = static_cast<float>(-Rotation.Y);
		OutXYZW[3] = static_cast<float>(Rotation.W);
	}

	/** Scales and half sizes have no direction, so only their axes are exchanged. */
	static void ScaleToCore(const FVector& Scale, float* Out)
	{
		Out[0] = static_cast<float>(Scale.X);
		Out[1] = static_cast<float>(Scale.Z);
		Out[2] = static_cast<float>(Scale.Y);
	}

	static FVector ScaleToEngine(const float* Scale)
	{
		return FVector(static_cast<double>(Scale[0]), static_cast<double>(Scale[2]), static_cast<double>(Scale[1]));
	}

	/** kg cm/s <-> N s. */
	static void ImpulseToCore(const FVector& Impulse, float* OutNewtonSeconds, double UnitsPerMetre = Centimetres)
	{
		ToCore(Impulse, OutNewtonSeconds, UnitsPerMetre);
	}

	static FVector ImpulseToEngine(const float* NewtonSeconds, double UnitsPerMetre = Centimetres)
	{
		return ToEngine(NewtonSeconds, UnitsPerMetre);
	}

	/** kg cm^2/s <-> N m s. It is a rotation, so its sign changes. */
	static FVector AngularImpulseToEngine(const float* NewtonMetreSeconds, double UnitsPerMetre = Centimetres)
	{
		return -ToEngine(NewtonMetreSeconds, UnitsPerMetre * UnitsPerMetre);
	}

	static void AngularImpulseToCore(const FVector& Impulse, float* OutNewtonMetreSeconds, double UnitsPerMetre = Centimetres)
	{
		ToCore(-Impulse, OutNewtonMetreSeconds, UnitsPerMetre * UnitsPerMetre);
	}
};
