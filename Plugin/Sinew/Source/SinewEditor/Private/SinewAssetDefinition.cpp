// Copyright the Sinew project. See LICENSE.

#include "SinewAssetDefinition.h"

#include "SinewAsset.h"

#define LOCTEXT_NAMESPACE "Sinew"

FText USinewAssetDefinition::GetAssetDisplayName() const
{
	return LOCTEXT("AssetName", "Sinew Asset");
}

FLinearColor USinewAssetDefinition::GetAssetColor() const
{
	return FLinearColor(0.75f, 0.25f, 0.2f); // flesh
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
