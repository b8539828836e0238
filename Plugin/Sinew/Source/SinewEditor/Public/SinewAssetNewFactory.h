// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Factories/Factory.h"
#include "SinewAssetNewFactory.generated.h"

/** Creates an empty asset in the content browser, whose source is set in its details. */
UCLASS()
class SINEWEDITOR_API USinewAssetNewFactory : public UFactory
{
	GENERATED_BODY()

public:
	USinewAssetNewFactory();

	//~ UFactory
	virtual UObject* FactoryCreateNew(UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags, UObject* Context, FFeedbackContext* Warn) override;
};
