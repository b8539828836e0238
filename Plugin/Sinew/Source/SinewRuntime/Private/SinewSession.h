// Copyright the Sinew project. See LICENSE.

#pragma once

// One component's flesh from start to stop: either an asset that plays, or the editor's full solver. Knows the library, which the component
// does not.

#include "CoreMinimal.h"
#include "SinewBones.h"
#include "SinewCharacter.h"
#include "SinewColliders.h"
#include "SinewDynamicMesh.h"
#include "SinewEditorSolver.h"
#include "SinewPayload.h"
#include "SinewRenderMesh.h"
#include "SinewTextureOut.h"
#include "SinewTypes.h"

class UDynamicMeshComponent;
class USkeletalMesh;
class USkeletalMeshComponent;
class UTexture2D;

/** A blow to the skin, in the world, kg cm/s. */
struct FSinewImpulse
{
	FVector Location = FVector::ZeroVector;
	FVector Impulse = FVector::ZeroVector;
	double Radius = 0.0;
};

/** What a frame is told by the component. */
struct FSinewFrame
{
	double Seconds = 0.0;
	float Weight = 1.0f;
	float Stiffness = 1.0f;
	float Damping = 1.0f;
	/** cm/s2. */
	FVector Gravity = FVector(0.0, 0.0, -980.0);
	FVector Wind = FVector::ZeroVector;
	ESinewQuality Quality = ESinewQuality::High;
	float SubstepsPerSecond = 60.0f;
	int32 MostSteps = 3;
	bool bDynamic = true;
	bool bSelfContact = false;
	bool bTeleport = false;
	bool bReset = false;
	bool bContacts = true;
	bool bNearbyColliders = false;
	double NearbyRadius = 0.0;
	const TArray<FSinewColliderShape>* GivenColliders = nullptr;
	const TArray<FName>* OwnBodies = nullptr;
	TArray<FSinewImpulse> Impulses;
	/** Of the skeletal mesh: animation leaves bones alone that it does not need. */
	int32 Lod = 0;
	/** As sinew.Debug. */
	int32 DebugFlags = 0;
};

class FSinewSession
{
public:
	~FSinewSession();

	/** Matches asset, skeleton and mesh. False, with the reason, where they do not belong together. */
	bool StartAsset(
		const TSharedRef<const FSinewPayload, ESPMode::ThreadSafe>& Payload, const USkeletalMesh& Mesh, double MeshTolerance, FString& OutProblem);

	/** False where this build has none. */
	bool StartEditorSolver(const USkeletalMesh& Mesh, double Cells, FString& OutProblem);

	/** Bones, colliders, tick. False where the frame before stays: the pose is not there yet, or what came of it was refused. */
	bool Tick(USkeletalMeshComponent& Mesh, const FSinewFrame& Frame, FSinewStats& Stats, TArray<FSinewContactEvent>& OutBegun);

	/** Bones to the solver. */
	void TickEditorSolver(USkeletalMeshComponent& Mesh);

	/** The LOD's surface, and its mesh made into the component's the first time. False where there is nothing new. */
	bool Write(int32 Lod, UDynamicMeshComponent& Shown, FSinewStats& Stats);

	/** Ready to be written each frame. */
	bool StartTexture(int32 Size, FString& OutProblem);
	UTexture2D* MakeTexture(const TCHAR* Name) const;
	void WriteTexture(UTexture2D& Texture, UTexture2D* Previous);
	void ClearTexture(UTexture2D& Texture, UTexture2D* Previous);

	/** The LOD that is shown where this one was asked for: itself, or the first one where it cannot be bound. */
	int32 BindLod(int32 Lod, const USkeletalMesh& Mesh);

	/** As last written, metres, Y up. */
	const FSinewSurface& GetSurface() const { return Surface; }

	uint64 GetMemory() const;
	float GetProgress() const;
	/** What went wrong after the start; empty where all is well. */
	FString GetProblem() const;
	bool IsEditorSolver() const { return bEditorSolver; }
	bool IsSolving() const;

private:
	struct FLod
	{
		FSinewRenderMesh Mesh;
		FSinewDynamicMesh Shown;
		/** In the character; INDEX_NONE where it could not be bound. */
		int32 Bound = INDEX_NONE;
		bool bRead = false;
		bool bBuilt = false;
	};

	FLod& LodOf(int32 Lod);
	bool Refresh(FLod& Lod);

#if SINEW_WITH_NATIVE
	bool MatchSkeleton(const FSinewSkeleton& Skeleton, FString& OutProblem);
	bool MatchMesh(const USkeletalMesh& Mesh, FString& OutProblem);
	void FillInput(const USkeletalMeshComponent& Mesh, const FSinewFrame& Frame, SinewTickInput& Input);
	void TakeScale(const USkeletalMeshComponent& Mesh);
	void GatherColliders(const USkeletalMeshComponent& Mesh, const FSinewFrame& Frame);
	void GatherBlows(const FSinewFrame& Frame);
	void FillContacts(const SinewTickOutput& Output, TArray<FSinewContactEvent>& OutBegun);
	void Draw(const USkeletalMeshComponent& Mesh, const FSinewFrame& Frame) const;

	TUniquePtr<FSinewCharacter> Character;
	FSinewBones Bones;
	FSinewTextureOut Texture;
	TArray<SinewBone> Pose;
	FSinewColliderList Colliders;
	TArray<SinewImpulse> PointImpulses;
	TArray<SinewContact> Contacts;
	TArray<float> Stiffness;
	TArray<FSinewContactEvent> Touching;
#endif
#if SINEW_EDITOR_SOLVER
	TSharedPtr<FSinewEditorSolver, ESPMode::ThreadSafe> EditorSolver;
#endif
	TArray<TUniquePtr<FLod>> Lods;
	FSinewSurface Surface;
	double Tolerance = 0.0;
	double UnitsPerMetre = 100.0;
	bool bScaleTold = false;
	bool bEditorSolver = false;
	/** The bound mesh that was last written; the texture goes with it. */
	int32 Written = INDEX_NONE;
};
