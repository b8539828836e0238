// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "EditorReimportHandler.h"
#include "SinewAssetFactory.h"
#include "SinewReimportFactory.generated.h"

/** Reimports the .sinew file of an asset. */
UCLASS()
class SINEWEDITOR_API USinewReimportFactory : public USinewAssetFactory, public FReimportHandler
{
	GENERATED_BODY()

public:
	USinewReimportFactory();

	//~ FReimportHandler
	virtual bool CanReimport(UObject* Obj, TArray<FString>& OutFilenames) override;
	virtual void SetReimportPaths(UObject* Obj, const TArray<FString>& NewReimportPaths) override;
	virtual EReimportResult::Type Reimport(UObject* Obj) override;
	virtual int32 GetPriority() const override;
};
