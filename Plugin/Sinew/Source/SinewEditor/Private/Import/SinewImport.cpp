// Copyright the Sinew project. See LICENSE.

#include "Import/SinewImport.h"

#include "AssetRegistry/AssetRegistryModule.h"
#include "Build/SinewProgram.h"
#include "Dom/JsonObject.h"
#include "EditorFramework/AssetImportData.h"
#include "Engine/SkeletalMesh.h"
#include "HAL/FileManager.h"
#include "HAL/PlatformTime.h"
#include "HAL/UnrealMemory.h"
#include "Misc/FileHelper.h"
#include "Misc/PackageName.h"
#include "Misc/Paths.h"
#include "Serialization/JsonReader.h"
#include "Serialization/JsonSerializer.h"
#include "SinewAsset.h"
#include "SinewEditorLog.h"
#include "SinewPayload.h"
#include "UObject/Package.h"
#include "UObject/SavePackage.h"

namespace
{

/** The editor is blocked during this time. */
constexpr double MaxSecondsToWait = 5.0;

/** Only the program knows the cost, and it may be missing. */
void AskForPredictedCost(USinewAsset& Asset, const FString& File)
{
	FString Problem;
	const FString ProgramFile = FSinewProgram::Find(Problem);
	FSinewProgram Program;
	if (ProgramFile.IsEmpty() || !Program.Start(ProgramFile, FString::Printf(TEXT("inspect \"%s\" --json"), *File)))
	{
		return;
	}
	const double End = FPlatformTime::Seconds() + MaxSecondsToWait;
	while (Program.Poll())
	{
		if (FPlatformTime::Seconds() > End)
		{
			UE_LOG(LogSinewEditor, Warning, TEXT("%s did not report the cost of %s within %.0f s. The cost is shown as 0."), *ProgramFile, *Asset.GetName(), MaxSecondsToWait);
			return; // the destructor stops the program
		}
		FPlatformProcess::Sleep(0.005f);
	}
	TSharedPtr<FJsonObject> Told;
	double Tick = 0.0, Surface = 0.0;
	if (FJsonSerializer::Deserialize(TJsonReaderFactory<>::Create(Program.Output.Summary), Told) && Told.IsValid() && Told->TryGetNumberField(TEXT("predictedTickMs"), Tick) && Told->TryGetNumberField(TEXT("predictedSurfaceMs"), Surface))
	{
		Asset.SetPredictedCost(static_cast<float>(Tick), static_cast<float>(Surface));
	}
}

FString PackageFile(const USinewAsset& Asset)
{
	return FPackageName::LongPackageNameToFilename(Asset.GetOutermost()->GetName(), FPackageName::GetAssetPackageExtension());
}

} // namespace

bool SinewReadFile(const FString& File, TArray<uint8>& OutBytes, FString& OutProblem)
{
	if (!FFileHelper::LoadFileToArray(OutBytes, *File))
	{
		OutProblem = FString::Printf(TEXT("%s cannot be read. Check that it exists and that no other program has locked it."), *File);
		return false;
	}
	FSinewMemory Copy(static_cast<uint64>(OutBytes.Num()));
	FMemory::Memcpy(Copy.GetData(), OutBytes.GetData(), static_cast<SIZE_T>(OutBytes.Num()));
	const TSharedRef<const FSinewPayload, ESPMode::ThreadSafe> Tried = FSinewPayload::Create(MoveTemp(Copy));
	if (Tried->GetNative() == nullptr)
	{
		OutProblem = FString::Printf(TEXT("%s cannot be used: %s"), *File, *Tried->GetProblem());
		return false;
	}
	return true;
}

bool SinewImportFile(USinewAsset& Asset, const FString& File, FString& OutProblem)
{
	TArray<uint8> Bytes;
	if (!SinewReadFile(File, Bytes, OutProblem) || !Asset.SetPayload(Bytes, OutProblem))
	{
		return false;
	}
	if (Asset.AssetImportData == nullptr)
	{
		Asset.AssetImportData = NewObject<UAssetImportData>(&Asset, TEXT("AssetImportData"));
	}
	Asset.AssetImportData->Update(File);
	AskForPredictedCost(Asset, File);
	Asset.MarkPackageDirty();
	return true;
}

bool SinewIsFileOf(const USinewAsset& Asset, const FString& File)
{
	const FSinewMemory& Held = Asset.GetPayload()->GetBytes();
	TArray<uint8> Bytes;
	return Asset.IsPlayable() && FFileHelper::LoadFileToArray(Bytes, *File) && static_cast<uint64>(Bytes.Num()) == Held.Num() && FMemory::Memcmp(Bytes.GetData(), Held.GetData(), static_cast<SIZE_T>(Bytes.Num())) == 0;
}

FString SinewAssetPackageFor(const USkeletalMesh& Mesh)
{
	return Mesh.GetOutermost()->GetName() + TEXT("_Sinew");
}

USinewAsset* SinewFindOrCreateAsset(const FString& PackageName)
{
	const FString Name = FPackageName::GetShortName(PackageName);
	const FString ObjectPath = PackageName + TEXT(".") + Name;
	if (USinewAsset* const Found = FindObject<USinewAsset>(nullptr, *ObjectPath))
	{
		return Found;
	}
	if (FPackageName::DoesPackageExist(PackageName))
	{
		return LoadObject<USinewAsset>(nullptr, *ObjectPath);
	}
	UPackage* const Package = CreatePackage(*PackageName);
	USinewAsset* const Made = NewObject<USinewAsset>(Package, USinewAsset::StaticClass(), FName(*Name), RF_Public | RF_Standalone | RF_Transactional);
	FAssetRegistryModule::AssetCreated(Made);
	Made->MarkPackageDirty();
	return Made;
}

FString SinewWhyNotSavable(const USinewAsset& Asset)
{
	const FString File = PackageFile(Asset);
	const bool bReadOnly = IFileManager::Get().FileExists(*File) && IFileManager::Get().IsReadOnly(*File);
	return bReadOnly ? FString::Printf(TEXT("%s is read-only. Check it out of source control first."), *File) : FString();
}

bool SinewSaveAsset(USinewAsset& Asset, FString& OutProblem)
{
	UPackage* const Package = Asset.GetOutermost();
	const FString File = PackageFile(Asset);
	OutProblem = SinewWhyNotSavable(Asset);
	if (!OutProblem.IsEmpty())
	{
		return false;
	}
	FSavePackageArgs Args;
	Args.TopLevelFlags = RF_Public | RF_Standalone;
	Args.SaveFlags = SAVE_NoError; // the error is reported here, with its exit code
	if (!UPackage::SavePackage(Package, &Asset, *File, Args))
	{
		OutProblem = FString::Printf(TEXT("%s could not be written. Check that the disk is not full."), *File);
		return false;
	}
	return true;
}
