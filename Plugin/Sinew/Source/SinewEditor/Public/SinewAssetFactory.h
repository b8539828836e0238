// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Factories/Factory.h"
#include "SinewAssetFactory.generated.h"

/** Imports .sinew files that are dropped into the content browser. */
UCLASS()
class SINEWEDITOR_API USinewAssetFactory : public UFactory
{
	GENERATED_BODY()

public:
	USinewAssetFactory();

	//~ UFactory
	virtual bool FactoryCanImport(const FString& Filename) override;
	virtual UObject* FactoryCreateFile(UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags, const FString& Filename, const TCHAR* Parms, FFeedbackContext* Warn, bool& bOutOperationCanceled) override;
};
