// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Templates/Function.h"

class IDetailCategoryBuilder;

/** A row with the button Build Sinew asset. */
void SinewAddBuildRow(IDetailCategoryBuilder& Category, TFunction<void()> Build);

/** A row with any button. */
void SinewAddButtonRow(IDetailCategoryBuilder& Category, const FText& Label, const FText& Tip, TFunction<void()> Press);

/** A row with a text that is asked for again and again while the panel is open; not in every frame, so that it may look at files. */
void SinewAddTextRow(IDetailCategoryBuilder& Category, TFunction<FText()> Ask);
