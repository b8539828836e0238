// Copyright the Sinew project. See LICENSE.

#include "SinewReimportFactory.h"

#include "EditorFramework/AssetImportData.h"
#include "SinewAsset.h"
#include "SinewEditorLog.h"
#include "SinewImport.h"

USinewReimportFactory::USinewReimportFactory()
{
	// The other factory is for what is imported the first time.
	bEditorImport = false;
}

bool USinewReimportFactory::CanReimport(UObject* Obj, TArray<FString>& OutFilenames)
{
	const USinewAsset* const Asset = Cast<USinewAsset>(Obj);
	if (Asset == nullptr || Asset->AssetImportData == nullptr)
	{
		return false;
	}
	Asset->AssetImportData->ExtractFilenames(OutFilenames);
	return OutFilenames.Num() > 0;
}

void USinewReimportFactory::SetReimportPaths(UObject* Obj, const TArray<FString>& NewReimportPaths)
{
	USinewAsset* const Asset = Cast<USinewAsset>(Obj);
	if (Asset != nullptr && Asset->AssetImportData != nullptr && NewReimportPaths.Num() == 1)
	{
		Asset->AssetImportData->UpdateFilenameOnly(NewReimportPaths[0]);
	}
}

EReimportResult::Type USinewReimportFactory::Reimport(UObject* Obj)
{
	USinewAsset* const Asset = Cast<USinewAsset>(Obj);
	if (Asset == nullptr || Asset->AssetImportData == nullptr)
	{
		return EReimportResult::Failed;
	}
	const FString File = Asset->AssetImportData->GetFirstFilename();
	FString Problem;
	if (!SinewImportFile(*Asset, File, Problem))
	{
		UE_LOG(LogSinewEditor, Error, TEXT("%s"), *Problem);
		return EReimportResult::Failed;
	}
	// Whatever it is now, it is not what the last build here made of its source.
	Asset->SourceHash.Reset();
	return EReimportResult::Succeeded;
}

int32 USinewReimportFactory::GetPriority() const
{
	return ImportPriority;
}
