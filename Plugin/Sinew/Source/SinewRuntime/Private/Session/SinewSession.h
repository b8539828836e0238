// Copyright the Sinew project. See LICENSE.

#pragma once

// The simulation of one component from start to stop: either an asset or the editor's full solver. It hides the library from the component.

#include "CoreMinimal.h"
#include "Mesh/SinewBones.h"
#include "Session/SinewCharacter.h"
#include "Session/SinewColliders.h"
#include "Session/SinewEditorSolver.h"
#include "Show/SinewDynamicMesh.h"
#include "Show/SinewTextureOut.h"
#include "SinewPayload.h"
#include "SinewRenderMesh.h"
#include "SinewTypes.h"

class UDynamicMeshComponent;
class USkeletalMesh;
class USkeletalMeshComponent;
class UTexture2D;

/** An impulse on the skin in world space, in kg cm/s. */
struct FSinewImpulse
{
	FVector Location = FVector::ZeroVector;
	FVector Impulse = FVector::ZeroVector;
	double Radius = 0.0;
};

/** The input of a frame from the component. */
struct FSinewFrame
{
	double Seconds = 0.0;
	float Weight = 1.0f;
	float Stiffness = 1.0f;
	float Damping = 1.0f;
	/** In world space, in cm/s2. */
	FVector Gravity = FVector(0.0, 0.0, -980.0);
	FVector Wind = FVector::ZeroVector;
	ESinewQuality Quality = ESinewQuality::High;
	float SubstepsPerSecond = 60.0f;
	int32 MaxIterations = 3;
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
	/** The LOD of the skeletal mesh. Animation does not update bones that a LOD does not need. */
	int32 Lod = 0;
	/** The flags of sinew.Debug. */
	int32 DebugFlags = 0;
};

class FSinewSession
{
public:
	~FSinewSession();

	/** Matches asset, skeleton and mesh. Returns false with the reason if they do not match. */
	bool StartAsset(
		const TSharedRef<const FSinewPayload, ESPMode::ThreadSafe>& Payload, const USkeletalMesh& Mesh, double MeshTolerance, FString& OutProblem);

	/** Returns false with the reason if this build has no full solver or the mesh cannot be read. */
	bool StartEditorSolver(const USkeletalMesh& Mesh, double Cells, FString& OutProblem);

	/** Reads bones and colliders, and ticks. Returns false if the previous frame stays: there is no pose yet, or the result is not usable. */
	bool Tick(USkeletalMeshComponent& Mesh, const FSinewFrame& Frame, FSinewStats& Stats, TArray<FSinewContactEvent>& OutBegun);

	/** Passes the bones to the editor solver. */
	void TickEditorSolver(USkeletalMeshComponent& Mesh);

	/** Writes the surface of a LOD to the dynamic mesh, which is built the first time. Returns false if there is nothing new. */
	bool Write(int32 Lod, UDynamicMeshComponent& Shown, FSinewStats& Stats);

	/** Prepares a texture that can be written in each frame. */
	bool StartTexture(int32 Size, FString& OutProblem);
	UTexture2D* MakeTexture(const TCHAR* Name) const;
	void WriteTexture(UTexture2D& Texture, UTexture2D* Previous);
	void ClearTexture(UTexture2D& Texture, UTexture2D* Previous);

	/** Returns the LOD to show for a requested one: itself, or 0 if it cannot be bound. */
	int32 BindLod(int32 Lod, const USkeletalMesh& Mesh);

	/** The surface as last written, in metres, Y up. */
	const FSinewSurface& GetSurface() const { return Surface; }

	uint64 GetMemory() const;
	float GetProgress() const;
	/** What went wrong after the start. Empty if nothing did. */
	FString GetProblem() const;
	bool IsEditorSolver() const { return bEditorSolver; }
	bool IsSolving() const;

private:
	struct FLod
	{
		FSinewRenderMesh Mesh;
		FSinewDynamicMesh Shown;
		/** Its index in the character, or INDEX_NONE if it could not be bound. */
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
	void GatherImpulses(const FSinewFrame& Frame);
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
	bool bWarnedOfScale = false;
	bool bEditorSolver = false;
	/** The bound mesh that was last written. The texture is written from it. */
	int32 Written = INDEX_NONE;
};
