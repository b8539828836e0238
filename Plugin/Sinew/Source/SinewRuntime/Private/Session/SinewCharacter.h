// Copyright the Sinew project. See LICENSE.

#pragma once

// One character of an asset: the library's objects and their memory.

#include "CoreMinimal.h"
#include "SinewMemory.h"
#include "SinewNative.h"
#include "SinewPayload.h"
#include "Templates/UniquePtr.h"

struct FSinewRenderMesh;

/** The vertices of one mesh as the library writes them: metres, Y up. */
struct FSinewSurface
{
	TArray<float> Positions;
	TArray<float> Normals;
	TArray<float> Tangents;
	/** The positions of the previous frame. */
	TArray<float> Previous;

	void SetNum(int32 Vertices);
	bool IsFinite() const;
};

#if SINEW_WITH_NATIVE

class FSinewCharacter
{
public:
	/** Returns null with the reason if the asset cannot be played. */
	static TUniquePtr<FSinewCharacter> Create(const TSharedRef<const FSinewPayload, ESPMode::ThreadSafe>& Payload, FString& OutProblem);

	/** Binds a mesh to the asset's skin. Returns its index, or INDEX_NONE if a vertex is farther away than Tolerance (metres). */
	int32 AddMesh(const FSinewRenderMesh& Mesh, double Tolerance, FString& OutProblem);

	/** Adds the mesh that the asset was built from. */
	int32 AddOwnMesh();

	SinewStatus Tick(const SinewTickInput& Input, SinewTickOutput& Output);

	/** Returns false and leaves the surface unchanged if the call fails or a vertex is not finite. */
	bool Write(int32 Mesh, FSinewSurface& OutSurface);

	const SinewAsset* GetAsset() const { return Payload->GetNative(); }
	SinewInstance* GetInstance() const { return Instance; }
	SinewSurface* GetSurface(int32 Mesh) const { return Meshes[Mesh].Surface; }
	int32 NumVertices(int32 Mesh) const;
	int32 NumMeshes() const { return Meshes.Num(); }
	uint64 GetMemory() const;
	const FSinewPayload& GetPayload() const { return *Payload; }
	const TSharedRef<const FSinewPayload, ESPMode::ThreadSafe>& GetSharedPayload() const { return Payload; }

	explicit FSinewCharacter(const TSharedRef<const FSinewPayload, ESPMode::ThreadSafe>& InPayload)
		: Payload(InPayload)
	{
	}

private:
	struct FBoundMesh
	{
		FSinewMemory MeshMemory;
		FSinewMemory SurfaceMemory;
		SinewMesh* Mesh = nullptr;
		SinewSurface* Surface = nullptr;
	};

	bool CreateSurface(FBoundMesh& Bound) const;

	TSharedRef<const FSinewPayload, ESPMode::ThreadSafe> Payload;
	FSinewMemory InstanceMemory;
	SinewInstance* Instance = nullptr;
	TArray<FBoundMesh> Meshes;
	/** Receives a surface before it is checked. */
	FSinewSurface Fresh;
};

#endif
