// Copyright the Sinew project. See LICENSE.

#include "SinewUserSettings.h"

FName USinewUserSettings::GetContainerName() const
{
	return FName(TEXT("Editor"));
}

FName USinewUserSettings::GetCategoryName() const
{
	return FName(TEXT("Plugins"));
}
