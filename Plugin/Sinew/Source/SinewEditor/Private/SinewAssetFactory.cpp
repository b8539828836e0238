// Copyright the Sinew project. See LICENSE.

#include "SinewAssetFactory.h"

#include "Misc/FeedbackContext.h"
#include "Misc/Paths.h"
#include "SinewAsset.h"
#include "SinewEditorLog.h"
#include "SinewImport.h"

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
	// Read before anything is made, so that a file that is refused leaves nothing behind.
	TArray<uint8> Bytes;
	FString Problem;
	if (!SinewReadFile(Filename, Bytes, Problem))
	{
		UE_LOG(LogSinewEditor, Error, TEXT("%s"), *Problem);
		return nullptr;
	}
	// One that is there keeps what it is built from: a new object in its place would have forgotten it.
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
	// Whatever it is now, it is not what the last build here made of its source.
	Asset->SourceHash.Reset();
	return Asset;
}
