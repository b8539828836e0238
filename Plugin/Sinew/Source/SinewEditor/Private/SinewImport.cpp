// Copyright the Sinew project. See LICENSE.

#include "SinewImport.h"

#include "AssetRegistry/AssetRegistryModule.h"
#include "Dom/JsonObject.h"
#include "EditorFramework/AssetImportData.h"
#include "Engine/SkeletalMesh.h"
#include "HAL/FileManager.h"
#include "HAL/UnrealMemory.h"
#include "Misc/FileHelper.h"
#include "Misc/PackageName.h"
#include "Misc/Paths.h"
#include "Serialization/JsonReader.h"
#include "Serialization/JsonSerializer.h"
#include "SinewAsset.h"
#include "SinewPayload.h"
#include "SinewProgram.h"
#include "UObject/Package.h"
#include "UObject/SavePackage.h"

namespace
{

/** Only the program can tell, and it need not be there. */
void AskForPredictedCost(USinewAsset& Asset, const FString& File)
{
	const FString ProgramFile = FSinewProgram::Find();
	FSinewProgram Program;
	if (ProgramFile.IsEmpty() || !Program.Start(ProgramFile, FString::Printf(TEXT("inspect \"%s\" --json"), *File)))
	{
		return;
	}
	while (Program.Poll())
	{
		FPlatformProcess::Sleep(0.005f);
	}
	TSharedPtr<FJsonObject> Told;
	double Tick = 0.0, Surface = 0.0;
	if (FJsonSerializer::Deserialize(TJsonReaderFactory<>::Create(Program.Output.Summary), Told) && Told.IsValid() && Told->TryGetNumberField(TEXT("predictedTickMs"), Tick) && Told->TryGetNumberField(TEXT("predictedSurfaceMs"), Surface))
	{
		Asset.SetPredictedCost(static_cast<float>(Tick), static_cast<float>(Surface));
	}
}

} // namespace

bool SinewReadFile(const FString& File, TArray<uint8>& OutBytes, FString& OutProblem)
{
	if (!FFileHelper::LoadFileToArray(OutBytes, *File))
	{
		OutProblem = FString::Printf(TEXT("%s cannot be read: check that it is there and that no other program holds it."), *File);
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

bool SinewSaveAsset(USinewAsset& Asset, FString& OutProblem)
{
	UPackage* const Package = Asset.GetOutermost();
	const FString File = FPackageName::LongPackageNameToFilename(Package->GetName(), FPackageName::GetAssetPackageExtension());
	if (IFileManager::Get().FileExists(*File) && IFileManager::Get().IsReadOnly(*File))
	{
		OutProblem = FString::Printf(TEXT("%s is read-only: check it out of source control first."), *File);
		return false;
	}
	FSavePackageArgs Args;
	Args.TopLevelFlags = RF_Public | RF_Standalone;
	if (!UPackage::SavePackage(Package, &Asset, *File, Args))
	{
		OutProblem = FString::Printf(TEXT("%s could not be written: check that the disk is not full."), *File);
		return false;
	}
	return true;
}
