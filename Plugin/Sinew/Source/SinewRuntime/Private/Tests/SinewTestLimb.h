// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

#if WITH_DEV_AUTOMATION_TESTS

class USinewAsset;
class USkeletalMesh;

/** What to change in the mesh that a test gets, to see it refused or not to see it matter. */
struct FSinewTestVariant
{
	/** Bones and vertices come in another order, below a root that the asset does not know. */
	bool bOtherOrder = false;
	/** Upper and lower case of bone names are exchanged. */
	bool bOtherCase = false;
	/** The second bone has another name. */
	bool bOtherName = false;
	/** The second bone is bound that far (cm) from where it should be. */
	double BoneMoved = 0.0;
	/** The second bone is turned by that much in the bind pose. */
	double BoneTurned = 0.0;
	/** A vertex is that far (cm) from where it should be. */
	double VertexMoved = 0.0;
	/** A second LOD with every other triangle. */
	bool bSecondLod = false;
};

/** The sample character Limb as plain numbers in the library's axes: Limb.txt of the folder that SINEW_TEST_ASSETS names. */
struct FSinewTestLimb
{
	TArray<FString> Names;
	TArray<int32> Parents;
	/** x y z of every joint in the bind pose. */
	TArray<float> Joints;
	TArray<float> Positions;
	TArray<float> Normals;
	TArray<FVector2f> Uvs;
	TArray<TArray<int32>> WeightJoints;
	TArray<TArray<float>> Weights;
	TArray<uint32> Triangles;
	/** The clip `bend`: seconds, and x y z w of the second joint's rotation. */
	TArray<float> KeySeconds;
	TArray<float> KeyRotations;

	/** False where the folder is not there. */
	bool Read();

	int32 NumVertices() const { return Positions.Num() / 3; }

	USkeletalMesh* MakeMesh(const FSinewTestVariant& Variant = FSinewTestVariant()) const;
	/** As an import does. */
	void FillRenderData(USkeletalMesh& Mesh, const FSinewTestVariant& Variant) const;

	/** x y z w of the second joint, which the first one carries, at the key nearest to this time. */
	const float* RotationAt(double Seconds) const;

	static FString File(const TCHAR* Name);

	/** Of a file in that folder, Limb.sinew say; an asset that cannot be played where it is not one. */
	static USinewAsset* MakeAsset(const TCHAR* Name = TEXT("Limb.sinew"));
};

#endif
