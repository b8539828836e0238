// Copyright the Sinew project. See LICENSE.

#pragma once

// Writes the skin to a texture: the displacement from the engine's own skinning, in centimetres in component space, with alpha 1 where there
// is skin. Materials transform it from component space and add it to the world position.

#include "CoreMinimal.h"
#include "SinewMemory.h"
#include "SinewNative.h"

class UTexture2D;
class FSinewCharacter;

#if SINEW_WITH_NATIVE

class FSinewTextureOut
{
public:
	/** Returns false with the reason if the asset has no texture coordinates. */
	bool Create(const FSinewCharacter& Character, int32 InSize, FString& OutProblem);

	/** Call it after the surface of one of the character's meshes was written. If a number is not finite, the texture is unchanged. */
	bool Write(const FSinewCharacter& Character, int32 Mesh, UTexture2D& Texture, UTexture2D* Previous);

	/** Sets all displacements to zero. */
	void Clear(UTexture2D& Texture, UTexture2D* Previous);

	/** Creates an empty texture of the right size and format. */
	UTexture2D* MakeTexture(const TCHAR* Name) const;

	uint64 GetMemory() const { return Memory.Num(); }

	/** The number of copies that the renderer has not consumed yet. */
	static int32 NumUploads();

private:
	void Upload(UTexture2D& Texture, const TArray<float>& Pixels) const;

	FSinewMemory Memory;
	SinewTexture* Native = nullptr;
	int32 Size = 0;
	TArray<float> Shown;
	TArray<float> Before;
};

#endif
