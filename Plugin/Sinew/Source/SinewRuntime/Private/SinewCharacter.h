// Copyright the Sinew project. See LICENSE.

#pragma once

// One character of an asset: the library's handles in memory that is given to it.

#include "CoreMinimal.h"
#include "SinewMemory.h"
#include "SinewNative.h"
#include "SinewPayload.h"
#include "Templates/UniquePtr.h"

struct FSinewRenderMesh;

/** Vertices of one mesh as the library writes them: metres, Y up. */
struct FSinewSurface
{
	TArray<float> Positions;
	TArray<float> Normals;
	TArray<float> Tangents;
	/** Positions of the frame before. */
	TArray<float> Previous;

	void SetNum(int32 Vertices);
	bool IsFinite() const;
};

#if SINEW_WITH_NATIVE

class FSinewCharacter
{
public:
	/** Null where the asset cannot be played. */
	static TUniquePtr<FSinewCharacter> Create(const TSharedRef<const FSinewPayload, ESPMode::ThreadSafe>& Payload, FString& OutProblem);

	/** A mesh that lies on the asset's skin, in the engine's order; INDEX_NONE where it is farther away than that (metres). */
	int32 AddMesh(const FSinewRenderMesh& Mesh, double Tolerance, FString& OutProblem);

	/** The mesh that the asset was built from. */
	int32 AddOwnMesh();

	SinewStatus Tick(const SinewTickInput& Input, SinewTickOutput& Output);

	/** Anything but SINEW_OK, or a vertex that is not a number, leaves the surface as it was. */
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
	/** Where surfaces go before they are known to be sound. */
	FSinewSurface Fresh;
};

#endif
