// Copyright the Sinew project. See LICENSE.

#pragma once

// Duty: flesh out, into a texture: how far the skin is from the engine's own skinning, centimetres in component space, 1 in alpha where there
// is skin. Materials add it to the world position, turned from component space.

#include "CoreMinimal.h"
#include "SinewMemory.h"
#include "SinewNative.h"

class UTexture2D;
class FSinewCharacter;

#if SINEW_WITH_NATIVE

class FSinewTextureOut
{
public:
	/** False where the asset has no texture coordinates. */
	bool Create(const FSinewCharacter& Character, int32 InSize, FString& OutProblem);

	/** After the surface of one of the character's meshes was written. Anything that is not a number keeps the texture as it was. */
	bool Write(const FSinewCharacter& Character, int32 Mesh, UTexture2D& Texture, UTexture2D* Previous);

	/** Nothing is displaced. */
	void Clear(UTexture2D& Texture, UTexture2D* Previous);

	/** Empty, of the right size and format. */
	UTexture2D* MakeTexture(const TCHAR* Name) const;

	uint64 GetMemory() const { return Memory.Num(); }

	/** Copies that the renderer has not taken yet: zero when all is quiet. */
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
