// Copyright the Sinew project. See LICENSE.

#include "SinewAsset.h"

#include "HAL/UnrealMemory.h"
#include "Misc/DataValidation.h"
#include "ProfilingDebugging/ResourceSize.h"
#include "Serialization/Archive.h"
#include "Serialization/CustomVersion.h"
#include "SinewCustomVersion.h"
#include "SinewLog.h"

#if WITH_EDITORONLY_DATA
#include "EditorFramework/AssetImportData.h"
#endif

const FGuid FSinewCustomVersion::Guid(0x5a1e77e5, 0x3c0b4d2f, 0x9d6ef1a8, 0x77b2c914);

namespace
{
const FCustomVersionRegistration RegisterSinewVersion(FSinewCustomVersion::Guid, FSinewCustomVersion::LatestVersion, TEXT("Sinew"));

/** The largest size of an asset. A larger one means that the file is damaged, and must not exhaust the memory. */
constexpr int64 MaxBytes = int64(1) << 32;

constexpr float BytesPerMegabyte = 1024.0f * 1024.0f;
}

#if WITH_EDITOR
TFunction<FString(const USinewAsset&)> USinewAsset::WhyStale;
#endif

USinewAsset::USinewAsset()
{
}

void USinewAsset::Serialize(FArchive& Ar)
{
	Super::Serialize(Ar);
	Ar.UsingCustomVersion(FSinewCustomVersion::Guid);
	if (Ar.IsSaving())
	{
		SaveBytes(Ar);
	}
	else if (Ar.IsLoading())
	{
		LoadBytes(Ar);
	}
}

void USinewAsset::SaveBytes(FArchive& Ar) const
{
	const FSinewMemory& Bytes = Payload->GetBytes();
	int64 Size = static_cast<int64>(Bytes.Num());
	Ar << Size;
	if (Size > 0)
	{
		// A saving archive does not write to its argument.
		Ar.Serialize(const_cast<uint8*>(Bytes.GetData()), Size);
	}
}

void USinewAsset::LoadBytes(FArchive& Ar)
{
	const int32 Version = Ar.CustomVer(FSinewCustomVersion::Guid);
	if (Version < FSinewCustomVersion::PayloadBytes || Version > FSinewCustomVersion::LatestVersion)
	{
		UE_LOG(LogSinew, Warning, TEXT("%s was saved by another version of the plugin (%d). Import its .sinew file again."), *GetPathName(), Version);
		return;
	}
	int64 Size = 0;
	Ar << Size;
	const int64 Left = Ar.TotalSize() < 0 ? MaxBytes : Ar.TotalSize() - Ar.Tell();
	if (Size < 0 || Size > MaxBytes || Size > Left)
	{
		UE_LOG(LogSinew, Warning, TEXT("%s: the package is damaged. Import its .sinew file again."), *GetPathName());
		Ar.SetError();
		return;
	}
	FSinewMemory Bytes(static_cast<uint64>(Size));
	if (Size > 0)
	{
		Ar.Serialize(Bytes.GetData(), Size);
	}
	TakePayload(FSinewPayload::Create(MoveTemp(Bytes)));
}

void USinewAsset::PostLoad()
{
	Super::PostLoad();
	if (!IsPlayable())
	{
		UE_LOG(LogSinew, Warning, TEXT("%s cannot be played: %s"), *GetPathName(), *GetProblem());
	}
}

void USinewAsset::BeginDestroy()
{
	Payload = FSinewPayload::Create(FSinewMemory());
	Super::BeginDestroy();
}

void USinewAsset::GetResourceSizeEx(FResourceSizeEx& CumulativeResourceSize)
{
	Super::GetResourceSizeEx(CumulativeResourceSize);
	CumulativeResourceSize.AddDedicatedSystemMemoryBytes(static_cast<SIZE_T>(Payload->GetMemory()));
}

#if WITH_EDITOR
EDataValidationResult USinewAsset::IsDataValid(FDataValidationContext& Context) const
{
	const EDataValidationResult Inherited = Super::IsDataValid(Context);
	if (IsPlayable())
	{
		return Inherited == EDataValidationResult::Invalid ? Inherited : EDataValidationResult::Valid;
	}
	Context.AddError(FText::FromString(FString::Printf(TEXT("%s cannot be played: %s"), *GetName(), *GetProblem())));
	return EDataValidationResult::Invalid;
}
#endif

bool USinewAsset::SetPayload(TConstArrayView<uint8> Bytes, FString& OutProblem)
{
	FSinewMemory Copy(static_cast<uint64>(Bytes.Num()));
	if (Bytes.Num() > 0)
	{
		FMemory::Memcpy(Copy.GetData(), Bytes.GetData(), static_cast<SIZE_T>(Bytes.Num()));
	}
	const TSharedRef<const FSinewPayload, ESPMode::ThreadSafe> Made = FSinewPayload::Create(MoveTemp(Copy));
	OutProblem = Made->GetProblem();
	if (!OutProblem.IsEmpty())
	{
		return false;
	}
	TakePayload(Made);
	// The prediction was for another file.
	SetPredictedCost(0.0f, 0.0f);
	return true;
}

bool USinewAsset::IsPlayable() const
{
	return Payload->GetNative() != nullptr;
}

FString USinewAsset::GetProblem() const
{
	return Payload->GetProblem();
}

void USinewAsset::SetPredictedCost(float TickMilliseconds, float SurfaceMilliseconds)
{
	PredictedTickMs = TickMilliseconds;
	PredictedSurfaceMs = SurfaceMilliseconds;
}

FString USinewAsset::HashText(uint64 Hash)
{
	return FString::Printf(TEXT("%016llx"), Hash);
}

void USinewAsset::TakePayload(const TSharedRef<const FSinewPayload, ESPMode::ThreadSafe>& InPayload)
{
	Payload = InPayload;
	if (!IsPlayable())
	{
		return;
	}
	const FSinewPayloadInfo& Info = Payload->GetInfo();
	CharacterName = Info.Name;
	Joints = Info.Joints;
	Domains = Info.Domains;
	Modes = Info.Modes;
	Vertices = Info.Vertices;
	Triangles = Info.Triangles;
	MeshHash = HashText(Info.MeshHash);
	SkeletonHash = HashText(Info.SkeletonHash);
	RecipeHash = HashText(Info.RecipeHash);
	MemoryMB = static_cast<float>(Payload->GetMemory()) / BytesPerMegabyte;
	CharacterMemoryMB = static_cast<float>(Info.CharacterMemory) / BytesPerMegabyte;
}
