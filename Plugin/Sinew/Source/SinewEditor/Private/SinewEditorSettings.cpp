// Copyright the Sinew project. See LICENSE.

#include "SinewEditorSettings.h"

FName USinewEditorSettings::GetCategoryName() const
{
	return FName(TEXT("Plugins"));
}
