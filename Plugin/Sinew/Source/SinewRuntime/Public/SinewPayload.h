// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SinewMemory.h"
#include "Templates/SharedPointer.h"

struct SinewAsset;

/** What the library reports about an asset. */
struct SINEWRUNTIME_API FSinewPayloadInfo
{
	FString Name;
	int32 Joints = 0;
	int32 Domains = 0;
	int32 Modes = 0;
	int32 Vertices = 0;
	int32 Triangles = 0;
	bool bHasUvs = false;
	bool bHasTangents = false;
	uint64 MeshHash = 0;
	uint64 SkeletonHash = 0;
	uint64 RecipeHash = 0;
	/** The memory of one character with the mesh that the asset was built from. */
	uint64 CharacterMemory = 0;
	TArray<FString> JointNames;
	/** In component space, centimetres. */
	TArray<FTransform> JointBinds;
};

/**
 * The bytes of a .sinew file and the library's asset, shared by all characters that use it. It is immutable: a reimport creates another one,
 * and characters that still play the old one keep it alive.
 */
class SINEWRUNTIME_API FSinewPayload
{
public:
	/** Never returns null. If the bytes are invalid, the native asset is null and GetProblem says why. */
	static TSharedRef<const FSinewPayload, ESPMode::ThreadSafe> Create(FSinewMemory&& Bytes);

	/** Null if there is a problem. */
	const SinewAsset* GetNative() const { return Native; }
	const FString& GetProblem() const { return Problem; }
	const FSinewMemory& GetBytes() const { return Bytes; }
	const FSinewPayloadInfo& GetInfo() const { return Info; }
	/** A number that is unique to each payload and never 0. */
	uint64 GetSerial() const { return Serial; }
	uint64 GetMemory() const { return Bytes.Num() + Handle.Num(); }

private:
	void Open();
	void ReadInfo();

	FSinewMemory Bytes;
	FSinewMemory Handle;
	SinewAsset* Native = nullptr;
	FSinewPayloadInfo Info;
	FString Problem;
	uint64 Serial = 0;
};
