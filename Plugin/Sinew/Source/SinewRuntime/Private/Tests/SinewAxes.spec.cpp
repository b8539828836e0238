// Copyright the Sinew project. See LICENSE.

#include "SinewAxes.h"

#include "Misc/AutomationTest.h"
#include "SinewEngineVersion.h"

#if WITH_DEV_AUTOMATION_TESTS

namespace
{
/** The library's own arithmetic, right-handed, written down again so that nothing of the engine's is believed. */
struct FCore
{
	double X, Y, Z;
};

FCore Cross(const FCore& A, const FCore& B)
{
	return {A.Y * B.Z - A.Z * B.Y, A.Z * B.X - A.X * B.Z, A.X * B.Y - A.Y * B.X};
}

/** v + 2 w (q x v) + 2 q x (q x v). */
FCore Rotate(const float* XYZW, const FCore& V)
{
	const FCore Q{static_cast<double>(XYZW[0]), static_cast<double>(XYZW[1]), static_cast<double>(XYZW[2])};
	const double W = static_cast<double>(XYZW[3]);
	const FCore Once = Cross(Q, V);
	const FCore Twice = Cross(Q, Once);
	return {V.X + 2.0 * (W * Once.X + Twice.X), V.Y + 2.0 * (W * Once.Y + Twice.Y), V.Z + 2.0 * (W * Once.Z + Twice.Z)};
}

FVector ToEngine(const FCore& V, double Units = 100.0)
{
	const double Metres[3] = {V.X, V.Y, V.Z};
	return FSinewAxes::ToEngine(Metres, Units);
}

/** Floats of all sizes that a character has, the same each time. */
struct FDice
{
	uint32 State = 12345;

	float Next()
	{
		State = State * 1664525u + 1013904223u;
		const float Unit = static_cast<float>(static_cast<double>(State >> 8) / 8388608.0 - 1.0);
		return Unit * (State % 3 == 0 ? 0.01f : 2.0f);
	}
};

// A half and three sixths, as floats: a quaternion of length 1 that turns about no axis in particular.
const float Turn[4] = {0.1f, -0.7f, 0.5f, 0.5f};
}

BEGIN_DEFINE_SPEC(FSinewAxesSpec, "Sinew.Axes", SINEW_TEST_FLAGS)
bool Near(const FVector& A, const FVector& B, double Tolerance = 1.0e-4)
{
	return FVector::Dist(A, B) <= Tolerance;
}
END_DEFINE_SPEC(FSinewAxesSpec)

void FSinewAxesSpec::Define()
{
	Describe("places", [this]() {
		It("have Z up and are in centimetres", [this]() {
			const float Metres[3] = {1.0f, 2.0f, 3.0f};
			TestTrue(TEXT("x, z, y times 100"), FSinewAxes::ToEngine(Metres) == FVector(100.0, 300.0, 200.0));
		});

		It("of the library come back to the last bit", [this]() {
			FDice Dice;
			int32 Differing = 0;
			for (int32 Try = 0; Try < 10000; ++Try)
			{
				const float Metres[3] = {Dice.Next(), Dice.Next(), Dice.Next()};
				float Back[3];
				FSinewAxes::ToCore(FSinewAxes::ToEngine(Metres), Back);
				Differing += Metres[0] != Back[0] || Metres[1] != Back[1] || Metres[2] != Back[2] ? 1 : 0;
			}
			TestEqual(TEXT("places that changed"), Differing, 0);
		});

		It("of the engine come back to a float's precision, in the world to a double's", [this]() {
			const FVector Place(12.3456789, -1234.5678, 98.7654321);
			float Metres[3];
			double World[3];
			FSinewAxes::ToCore(Place, Metres);
			FSinewAxes::ToCore(Place, World);
			TestTrue(TEXT("float"), Near(FSinewAxes::ToEngine(Metres), Place, 1.0e-3));
			TestTrue(TEXT("double"), Near(FSinewAxes::ToEngine(World), Place, 1.0e-12));
		});

		It("far from the origin keep a tenth of a millimetre", [this]() {
			const FVector Place(5.0e8, -7.0e8, 1.0e6 + 0.01);
			double World[3];
			FSinewAxes::ToCore(Place, World);
			TestTrue(TEXT("there and back"), Near(FSinewAxes::ToEngine(World), Place, 1.0e-6));
		});

		It("of a scaled world are in its own metres", [this]() {
			double World[3];
			FSinewAxes::ToCore(FVector(300.0, 0.0, 0.0), World, 150.0);
			TestEqual(TEXT("three metres at one and a half"), World[0], 2.0, 0.0);
		});
	});

	Describe("what turns", [this]() {
		It("turns the same things to the same places", [this]() {
			const FCore Place{0.3, -1.2, 0.7};
			const FVector Turned = FSinewAxes::RotationToEngine(Turn).RotateVector(ToEngine(Place));
			TestTrue(TEXT("rotated here and there"), Near(Turned, ToEngine(Rotate(Turn, Place))));
		});

		It("comes back as it was", [this]() {
			float Back[4];
			FSinewAxes::RotationToCore(FSinewAxes::RotationToEngine(Turn), Back);
			for (int32 Index = 0; Index < 4; ++Index)
			{
				TestTrue(TEXT("the same bits"), Back[Index] == Turn[Index]);
			}
		});

		It("is put together in the same order", [this]() {
			// A bone in its parent: the engine's transforms apply the left one first.
			const float Other[4] = {0.5f, 0.5f, -0.5f, 0.5f};
			const float Along[3] = {0.1f, 0.2f, 0.3f};
			const float Parent[3] = {-0.4f, 0.5f, 0.6f};
			const FTransform Bone = FTransform(FSinewAxes::RotationToEngine(Turn), FSinewAxes::ToEngine(Along)) * FTransform(FSinewAxes::RotationToEngine(Other), FSinewAxes::ToEngine(Parent));
			const FCore Place{0.3, -1.2, 0.7};
			FCore Moved = Rotate(Turn, Place);
			Moved = {Moved.X + static_cast<double>(Along[0]), Moved.Y + static_cast<double>(Along[1]), Moved.Z + static_cast<double>(Along[2])};
			Moved = Rotate(Other, Moved);
			Moved = {Moved.X + static_cast<double>(Parent[0]), Moved.Y + static_cast<double>(Parent[1]), Moved.Z + static_cast<double>(Parent[2])};
			TestTrue(TEXT("bone, then parent"), Near(Bone.TransformPosition(ToEngine(Place)), ToEngine(Moved)));
		});

		It("scales along the same axes", [this]() {
			float Scale[3];
			FSinewAxes::ScaleToCore(FVector(2.0, 3.0, 4.0), Scale);
			TestTrue(TEXT("x, z, y"), Scale[0] == 2.0f && Scale[1] == 4.0f && Scale[2] == 3.0f);
			TestTrue(TEXT("and back"), FSinewAxes::ScaleToEngine(Scale) == FVector(2.0, 3.0, 4.0));
		});

		It("keeps angular impulses turning the same way", [this]() {
			// What a push at an arm does: the engine's cross product follows the left hand's axes by itself.
			const FCore Arm{0.3, -1.2, 0.7}, Push{2.0, 0.5, -1.0};
			const FCore Angular = Cross(Arm, Push);
			const float Told[3] = {static_cast<float>(Angular.X), static_cast<float>(Angular.Y), static_cast<float>(Angular.Z)};
			const FVector Expected = FVector::CrossProduct(ToEngine(Arm), ToEngine(Push));
			TestTrue(TEXT("kg cm2/s"), Near(FSinewAxes::AngularImpulseToEngine(Told), Expected, 1.0e-2));
			float Back[3];
			FSinewAxes::AngularImpulseToCore(FSinewAxes::AngularImpulseToEngine(Told), Back);
			TestTrue(TEXT("and back"), Back[0] == Told[0] && Back[1] == Told[1] && Back[2] == Told[2]);
		});
	});

	Describe("surfaces", [this]() {
		It("have outward normals where the corners keep their order", [this]() {
			const FCore A{0.0, 0.0, 0.0}, B{1.0, 0.0, 0.0}, C{0.0, 1.0, 0.0};
			const float Normal[3] = {0.0f, 0.0f, 1.0f};
			const FVector3f Told = FSinewAxes::DirectionToEngine(Normal);
			// In left-handed axes a triangle that is seen counter-clockwise faces along (c - a) x (b - a).
			const FVector Faced = FVector::CrossProduct(ToEngine(C) - ToEngine(A), ToEngine(B) - ToEngine(A)).GetSafeNormal();
			TestTrue(TEXT("faces"), Near(Faced, FVector(static_cast<double>(Told.X), static_cast<double>(Told.Y), static_cast<double>(Told.Z))));
		});

		It("have bitangents on the side where they were", [this]() {
			const FCore Normal{0.0, 1.0, 0.0}, Tangent{1.0, 0.0, 0.0};
			const FCore Bitangent = Cross(Normal, Tangent);
			const FVector Told = FVector::CrossProduct(ToEngine(Normal, 1.0), ToEngine(Tangent, 1.0)) * static_cast<double>(FSinewAxes::BitangentSide(1.0f));
			TestTrue(TEXT("the same direction"), Near(Told, ToEngine(Bitangent, 1.0)));
		});

		It("have directions without a unit that come back as they were", [this]() {
			const float Normal[3] = {0.6f, -0.48f, 0.64f};
			float Back[3];
			FSinewAxes::DirectionToCore(FSinewAxes::DirectionToEngine(Normal), Back);
			TestTrue(TEXT("the same bits"), Back[0] == Normal[0] && Back[1] == Normal[1] && Back[2] == Normal[2]);
		});
	});

	Describe("impulses", [this]() {
		It("are in newton seconds there and in kg cm/s here", [this]() {
			float NewtonSeconds[3];
			FSinewAxes::ImpulseToCore(FVector(100.0, 200.0, -300.0), NewtonSeconds);
			TestTrue(TEXT("there"), NewtonSeconds[0] == 1.0f && NewtonSeconds[1] == -3.0f && NewtonSeconds[2] == 2.0f);
			TestTrue(TEXT("and back"), FSinewAxes::ImpulseToEngine(NewtonSeconds) == FVector(100.0, 200.0, -300.0));
		});
	});
}

#endif
