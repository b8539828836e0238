// Copyright the Sinew project. See LICENSE.

#include "SinewModelHash.h"

#include "SinewAxes.h"
#include "SinewNative.h"
#include "SinewRenderMesh.h"
#include "SinewSkeleton.h"

#if SINEW_WITH_NATIVE

uint64 SinewHashOf(const FSinewRenderMesh& Mesh)
{
	return SinewIsLoaded() ? sinewHashMesh(Mesh.Positions.GetData(), Mesh.Triangles.GetData(), static_cast<uint32_t>(Mesh.NumTriangles())) : 0;
}

uint64 SinewHashOf(const FSinewSkeleton& Skeleton)
{
	const int32 Count = Skeleton.Names.Num();
	TArray<TArray<char>> Texts;
	TArray<const char*> Starts;
	TArray<float> Places;
	Texts.SetNum(Count);
	Places.SetNumZeroed(3 * Count);
	for (int32 Bone = 0; Bone < Count; ++Bone)
	{
		const FString Name = Skeleton.Names[Bone].ToString();
		const FTCHARToUTF8 Text(*Name);
		Texts[Bone].Append(Text.Get(), Text.Length());
		Texts[Bone].Add('\0');
		FSinewAxes::ToCore(Skeleton.Bind[Bone].GetTranslation(), &Places[3 * Bone]);
	}
	for (const TArray<char>& Text : Texts)
	{
		Starts.Add(Text.GetData());
	}
	return SinewIsLoaded() ? sinewHashSkeleton(Starts.GetData(), Skeleton.Parents.GetData(), Places.GetData(), static_cast<uint32_t>(Count)) : 0;
}

#else

uint64 SinewHashOf(const FSinewRenderMesh& Mesh)
{
	return 0;
}

uint64 SinewHashOf(const FSinewSkeleton& Skeleton)
{
	return 0;
}

#endif
