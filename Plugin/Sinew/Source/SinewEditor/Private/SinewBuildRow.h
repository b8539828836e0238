// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Templates/Function.h"

class IDetailCategoryBuilder;

/** A row with the button Build Sinew asset, and a line below it that says what the last build was made of. */
void SinewAddBuildRow(IDetailCategoryBuilder& Category, const FText& State, TFunction<void()> Build);
