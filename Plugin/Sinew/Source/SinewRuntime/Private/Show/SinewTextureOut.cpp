// Copyright the Sinew project. See LICENSE.

#include "Show/SinewTextureOut.h"

#if SINEW_WITH_NATIVE

#include "Engine/Texture2D.h"
#include "HAL/UnrealMemory.h"
#include "RHITypes.h"
#include "Session/SinewCharacter.h"
#include "SinewAxes.h"
#include "SinewNative.h"

#include <atomic>

namespace
{
constexpr int32 Channels = 4;
constexpr uint32 PixelBytes = Channels * sizeof(float);

std::atomic<int32> Uploads{0};

bool AreFinite(const TArray<float>& Values)
{
	bool bFinite = true;
	for (const float Value : Values)
	{
		bFinite &= FMath::IsFinite(Value);
	}
	return bFinite;
}
}

bool FSinewTextureOut::Create(const FSinewCharacter& Character, int32 InSize, FString& OutProblem)
{
	Size = InSize;
	uint64_t Bytes = 0;
	const uint32_t Side = static_cast<uint32_t>(Size);
	SinewStatus Status = sinewTextureMeasure(Character.GetAsset(), Side, Side, &Bytes);
	if (Status == SINEW_OK)
	{
		Memory = FSinewMemory(Bytes);
		Status = sinewTextureCreate(Character.GetAsset(), Side, Side, Memory.GetData(), Bytes, &Native);
	}
	if (Status != SINEW_OK)
	{
		OutProblem = FString::Printf(TEXT("The displacement texture cannot be created: %s. The mesh needs texture coordinates."), *SinewStatusText(Status));
		return false;
	}
	Shown.SetNumZeroed(Channels * Size * Size);
	Before.SetNumZeroed(Channels * Size * Size);
	return true;
}

bool FSinewTextureOut::Write(const FSinewCharacter& Character, int32 Mesh, UTexture2D& Texture, UTexture2D* Previous)
{
	SinewTextureOutput Output;
	sinewTextureDefaults(&Output, sizeof(Output));
	Output.format = SINEW_FLOAT4;
	Output.rowBytes = static_cast<uint32_t>(Size) * PixelBytes;
	Output.previousRowBytes = Output.rowBytes;
	Output.pixels = Shown.GetData();
	Output.previous = Before.GetData();
	Output.workers = LendSinewWorkers();
	if (sinewTextureWrite(Native, Character.GetSurface(Mesh), Character.GetInstance(), &Output) != SINEW_OK || !AreFinite(Shown) || !AreFinite(Before))
	{
		return false;
	}
	Upload(Texture, Shown);
	if (Previous != nullptr)
	{
		Upload(*Previous, Before);
	}
	return true;
}

void FSinewTextureOut::Clear(UTexture2D& Texture, UTexture2D* Previous)
{
	FMemory::Memzero(Shown.GetData(), static_cast<SIZE_T>(Shown.Num()) * sizeof(float));
	FMemory::Memzero(Before.GetData(), static_cast<SIZE_T>(Before.Num()) * sizeof(float));
	Upload(Texture, Shown);
	if (Previous != nullptr)
	{
		Upload(*Previous, Before);
	}
}

UTexture2D* FSinewTextureOut::MakeTexture(const TCHAR* Name) const
{
	// A name that is in use would replace the texture of another character.
	const FName Own = MakeUniqueObjectName(GetTransientPackage(), UTexture2D::StaticClass(), FName(Name));
	UTexture2D* const Texture = UTexture2D::CreateTransient(Size, Size, PF_A32B32G32R32F, Own);
	Texture->SRGB = false;
	Texture->Filter = TF_Bilinear;
	Texture->CompressionSettings = TC_HDR_F32;
	Texture->UpdateResource();
	return Texture;
}

int32 FSinewTextureOut::NumUploads()
{
	return Uploads.load();
}

void FSinewTextureOut::Upload(UTexture2D& Texture, const TArray<float>& Pixels) const
{
	// Without a renderer nothing would free the copy.
	if (Texture.GetResource() == nullptr)
	{
		return;
	}
	// The renderer reads later, so it gets its own copy and region, and frees both.
	float* const Copy = static_cast<float*>(FMemory::Malloc(static_cast<SIZE_T>(Pixels.Num()) * sizeof(float), FSinewMemory::Alignment));
	for (int32 At = 0; At < Pixels.Num(); At += Channels)
	{
		const FVector Place = FSinewAxes::ToEngine(&Pixels[At]);
		Copy[At] = static_cast<float>(Place.X);
		Copy[At + 1] = static_cast<float>(Place.Y);
		Copy[At + 2] = static_cast<float>(Place.Z);
		Copy[At + 3] = Pixels[At + 3];
	}
	const uint32 Side = static_cast<uint32>(Size);
	FUpdateTextureRegion2D* const Region = new FUpdateTextureRegion2D(0, 0, 0, 0, Side, Side);
	++Uploads;
	Texture.UpdateTextureRegions(0, 1, Region, Side * PixelBytes, PixelBytes, reinterpret_cast<uint8*>(Copy),
		[](uint8* Data, const FUpdateTextureRegion2D* Regions) {
			FMemory::Free(Data);
			delete Regions;
			--Uploads;
		});
}

#endif
