// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

/** The binary chunk of a glTF file, and the JSON of the views and accessors into it. */
class FSinewGltfBuffer
{
public:
	enum class EComponent : int32
	{
		UInt8 = 5121,
		UInt16 = 5123,
		UInt32 = 5125,
		Float = 5126,
	};

	/** The target of a buffer view. glTF defines it for vertices and triangles only. */
	enum class ETarget : int32
	{
		None = 0,
		Vertices = 34962,
		Triangles = 34963,
	};

	/** Returns the index of the accessor. `Extra` is added to its JSON: ",\"min\":[0]". */
	int32 Add(const void* Data, int32 Count, int32 Components, EComponent Component, ETarget Target, const FString& Extra = FString());

	const TArray<uint8>& GetBytes() const
	{
		return Bytes;
	}
	const FString& GetViews() const
	{
		return Views;
	}
	const FString& GetAccessors() const
	{
		return Accessors;
	}

private:
	TArray<uint8> Bytes;
	FString Views;
	FString Accessors;
	int32 NumAccessors = 0;
};

/** Returns text as a quoted JSON string. */
FString SinewJsonString(const FString& Text);

/** Returns a number that reads back as the same float. It must be finite, because JSON has no infinity. */
FString SinewJsonNumber(double Value);
