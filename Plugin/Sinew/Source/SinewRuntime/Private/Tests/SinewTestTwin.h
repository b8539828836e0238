// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SinewNative.h"

#if WITH_DEV_AUTOMATION_TESTS && SINEW_WITH_NATIVE

#include "SinewMemory.h"
#include "Tests/SinewTestLimb.h"

/** The same character played through the library alone, as `sinew play` does: no engine, no axes but the library's. */
class FSinewTestTwin
{
public:
	/** Vertices as the limb's file has them. */
	bool Create(const FSinewTestLimb& InLimb, const TArray<uint8>& Bytes);

	void Tick(double ClipSeconds, double Delta, bool bReset);

	/** What the twin shows now; what it showed before. */
	TArray<float> Positions;
	TArray<float> Normals;
	TArray<float> Tangents;
	TArray<float> Previous;
	TArray<float> Texture;

	/** Side of the texture that is filled at every tick; 0: none. */
	int32 TextureSize = 0;

private:
	bool CreateMesh();
	void WriteSurface();
	void WriteTexture();

	const FSinewTestLimb* Limb = nullptr;
	FSinewMemory Payload, AssetMemory, InstanceMemory, MeshMemory, SurfaceMemory, TextureMemory;
	SinewAsset* Asset = nullptr;
	SinewInstance* Instance = nullptr;
	SinewMesh* Mesh = nullptr;
	SinewSurface* Surface = nullptr;
	SinewTexture* Displacement = nullptr;
	TArray<float> EngineTangents;
};

#endif
