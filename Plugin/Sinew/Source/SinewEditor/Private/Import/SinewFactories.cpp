// Copyright the Sinew project. See LICENSE.

#include "EditorFramework/AssetImportData.h"
#include "Engine/SkeletalMesh.h"
#include "Import/SinewImport.h"
#include "Misc/FeedbackContext.h"
#include "Misc/Paths.h"
#include "SinewAsset.h"
#include "SinewAssetDefinition.h"
#include "SinewAssetFactory.h"
#include "SinewAssetNewFactory.h"
#include "SinewEditorLog.h"
#include "SinewReimportFactory.h"

#define LOCTEXT_NAMESPACE "Sinew"

USinewAssetFactory::USinewAssetFactory()
{
	SupportedClass = USinewAsset::StaticClass();
	Formats.Add(TEXT("sinew;Sinew asset"));
	bCreateNew = false;
	bEditorImport = true;
	bText = false;
}

bool USinewAssetFactory::FactoryCanImport(const FString& Filename)
{
	return FPaths::GetExtension(Filename).Equals(TEXT("sinew"), ESearchCase::IgnoreCase);
}

UObject* USinewAssetFactory::FactoryCreateFile(UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags, const FString& Filename, const TCHAR* Parms, FFeedbackContext* Warn, bool& bOutOperationCanceled)
{
	bOutOperationCanceled = false;
	// Read the file first, so that an invalid one leaves nothing behind.
	TArray<uint8> Bytes;
	FString Problem;
	if (!SinewReadFile(Filename, Bytes, Problem))
	{
		UE_LOG(LogSinewEditor, Error, TEXT("%s"), *Problem);
		return nullptr;
	}
	// Keep an existing asset, because it stores what it is built from.
	USinewAsset* Asset = FindObject<USinewAsset>(InParent, *InName.ToString());
	if (Asset == nullptr)
	{
		Asset = NewObject<USinewAsset>(InParent, InClass, InName, Flags | RF_Transactional);
	}
	Asset->Modify();
	if (!SinewImportFile(*Asset, Filename, Problem))
	{
		UE_LOG(LogSinewEditor, Error, TEXT("%s"), *Problem);
		return nullptr;
	}
	// The content no longer comes from the last build.
	Asset->SourceHash.Reset();
	return Asset;
}

USinewAssetNewFactory::USinewAssetNewFactory()
{
	SupportedClass = USinewAsset::StaticClass();
	bCreateNew = true;
	bEditAfterNew = true;
	bEditorImport = false;
}

UObject* USinewAssetNewFactory::FactoryCreateNew(UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags, UObject* Context, FFeedbackContext* Warn)
{
	USinewAsset* const Asset = NewObject<USinewAsset>(InParent, InClass, InName, Flags | RF_Transactional);
	if (USkeletalMesh* const Mesh = Cast<USkeletalMesh>(Context))
	{
		Asset->SourceMesh = Mesh;
	}
	return Asset;
}

USinewReimportFactory::USinewReimportFactory()
{
	// USinewAssetFactory imports new files.
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
	// The content no longer comes from the last build.
	Asset->SourceHash.Reset();
	return EReimportResult::Succeeded;
}

int32 USinewReimportFactory::GetPriority() const
{
	return ImportPriority;
}

FText USinewAssetDefinition::GetAssetDisplayName() const
{
	return LOCTEXT("AssetName", "Sinew Asset");
}

FLinearColor USinewAssetDefinition::GetAssetColor() const
{
	return FLinearColor(0.75f, 0.25f, 0.2f); // the colour of flesh
}

TSoftClassPtr<UObject> USinewAssetDefinition::GetAssetClass() const
{
	return TSoftClassPtr<UObject>(USinewAsset::StaticClass());
}

TConstArrayView<FAssetCategoryPath> USinewAssetDefinition::GetAssetCategories() const
{
	static const FAssetCategoryPath Categories[] = {EAssetCategoryPaths::Animation};
	return Categories;
}

bool USinewAssetDefinition::CanImport() const
{
	return true;
}

#undef LOCTEXT_NAMESPACE
