// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Templates/Function.h"
#include "UObject/WeakObjectPtrTemplates.h"

class IDetailCategoryBuilder;
class USinewAsset;

/** A row with the button Build Sinew asset, for those of the objects that are still there and have one; null: it has none. */
void SinewAddBuildRow(IDetailCategoryBuilder& Category, const TArray<TWeakObjectPtr<UObject>>& Objects, TFunction<USinewAsset*(UObject&)> AssetOf);

/** A row with any button. */
void SinewAddButtonRow(IDetailCategoryBuilder& Category, const FText& Label, const FText& Tip, TFunction<void()> Press);

/** A row with a text that is asked for again and again while the panel is open; not in every frame, so that it may look at files. */
void SinewAddTextRow(IDetailCategoryBuilder& Category, TFunction<FText()> Ask);
