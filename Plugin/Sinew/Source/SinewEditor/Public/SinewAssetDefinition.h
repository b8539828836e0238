// Copyright the Sinew project. See LICENSE.

#pragma once

#include "AssetDefinitionDefault.h"
#include "CoreMinimal.h"
#include "SinewAssetDefinition.generated.h"

/** Describes Sinew assets in the content browser. */
UCLASS()
class SINEWEDITOR_API USinewAssetDefinition : public UAssetDefinitionDefault
{
	GENERATED_BODY()

public:
	//~ UAssetDefinition
	virtual FText GetAssetDisplayName() const override;
	virtual FLinearColor GetAssetColor() const override;
	virtual TSoftClassPtr<UObject> GetAssetClass() const override;
	virtual TConstArrayView<FAssetCategoryPath> GetAssetCategories() const override;
	virtual bool CanImport() const override;
};
