// Copyright the Sinew project. See LICENSE.

#include "SinewRestPose.h"

#if SINEW_WITH_NATIVE

#include "SinewCharacter.h"

namespace
{
constexpr int32 MostBonesNamed = 8;

/** Shows what plain skinning makes of bones. */
class FPlainSkin
{
public:
	explicit FPlainSkin(FSinewCharacter& InCharacter)
		: Character(InCharacter)
		, Mesh(InCharacter.AddOwnMesh())
	{
	}

	/** As modelled, where nothing was ticked yet. */
	TArray<float> Show()
	{
		FSinewSurface Surface;
		Character.Write(Mesh, Surface);
		return MoveTemp(Surface.Positions);
	}

	TArray<float> Show(const TArray<SinewBone>& Bones)
	{
		SinewTickInput Input;
		SinewTickOutput Output;
		sinewTickDefaults(&Input, sizeof(Input));
		Input.bones = Bones.GetData();
		Input.boneCount = static_cast<uint32_t>(Bones.Num());
		Input.weight = 0.0f;
		Input.reset = 1;
		return Character.Tick(Input, Output) == SINEW_OK ? Show() : TArray<float>();
	}

private:
	FSinewCharacter& Character;
	int32 Mesh;
};

TArray<double> Distances(const TArray<float>& A, const TArray<float>& B)
{
	TArray<double> Result;
	for (int32 At = 0; At + 2 < A.Num() && At + 2 < B.Num(); At += 3)
	{
		double Squared = 0.0;
		for (int32 Axis = 0; Axis < 3; ++Axis)
		{
			Squared += FMath::Square(static_cast<double>(A[At + Axis]) - static_cast<double>(B[At + Axis]));
		}
		Result.Add(FMath::Sqrt(Squared));
	}
	return Result;
}

double Largest(const TArray<double>& Values)
{
	double Most = 0.0;
	for (const double Value : Values)
	{
		Most = FMath::Max(Most, Value);
	}
	return Most;
}

/** Moved by itself, a bone tells which skin hangs on it. */
double ErrorOfBone(FPlainSkin& Skin, const TArray<SinewBone>& Bones, int32 Joint, const TArray<float>& Bound, const TArray<double>& Errors)
{
	constexpr float Metre = 1.0f;
	TArray<SinewBone> Moved = Bones;
	Moved[Joint].translation[1] += Metre;
	const TArray<double> Weights = Distances(Bound, Skin.Show(Moved));
	// Where other bones hold the skin, too, it may be their fault.
	constexpr double NearlyAlone = 0.95;
	const double Enough = FMath::Min(NearlyAlone, 0.999 * Largest(Weights));
	double Most = 0.0;
	for (int32 Vertex = 0; Vertex < Weights.Num() && Vertex < Errors.Num(); ++Vertex)
	{
		Most = Enough > 0.0 && Weights[Vertex] >= Enough ? FMath::Max(Most, Errors[Vertex]) : Most;
	}
	return Most;
}
}

bool SinewRestPoseMatches(
	const TSharedRef<const FSinewPayload, ESPMode::ThreadSafe>& Payload, const FSinewBones& Bones, double Tolerance, FString& OutProblem)
{
	const TUniquePtr<FSinewCharacter> Character = FSinewCharacter::Create(Payload, OutProblem);
	if (!Character.IsValid())
	{
		return false;
	}
	FPlainSkin Skin(*Character);
	const TArray<float> Modelled = Skin.Show();
	const TArray<float> Bound = Skin.Show(Bones.GetBind());
	const TArray<double> Errors = Distances(Modelled, Bound);
	if (Errors.Num() > 0 && Largest(Errors) <= Tolerance)
	{
		return true;
	}
	TArray<FString> Differing;
	// Neighbours are dragged along a little.
	const double Noticed = FMath::Max(Tolerance, 0.1 * Largest(Errors));
	for (int32 Joint = 0; Joint < Bones.Num() && Differing.Num() < MostBonesNamed; ++Joint)
	{
		const double Error = ErrorOfBone(Skin, Bones.GetBind(), Joint, Bound, Errors);
		if (Error > Noticed)
		{
			Differing.Add(FString::Printf(TEXT("%s (%.2f cm)"), *Bones.GetName(static_cast<uint32>(Joint)).ToString(), Error * 100.0));
		}
	}
	OutProblem = FString::Printf(TEXT("these bones are not bound as the asset has them: %s"), *FString::Join(Differing, TEXT(", ")));
	return false;
}

#endif
