// Copyright the Sinew project. See LICENSE.

#include "SinewAssetNewFactory.h"

#include "Engine/SkeletalMesh.h"
#include "SinewAsset.h"

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
