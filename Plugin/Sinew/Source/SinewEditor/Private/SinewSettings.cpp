// Copyright the Sinew project. See LICENSE.

#include "SinewEditorSettings.h"
#include "SinewPaths.h"
#include "SinewUserSettings.h"

FName USinewEditorSettings::GetCategoryName() const
{
	return FName(TEXT("Plugins"));
}

#if WITH_EDITOR
void USinewEditorSettings::PostEditChangeProperty(FPropertyChangedEvent& PropertyChangedEvent)
{
	// Make the path relative before it is saved, because other machines have the project in another folder.
	Recipe.FilePath = SinewStoredPath(Recipe.FilePath);
	Super::PostEditChangeProperty(PropertyChangedEvent);
}
#endif

FName USinewUserSettings::GetContainerName() const
{
	return FName(TEXT("Editor"));
}

FName USinewUserSettings::GetCategoryName() const
{
	return FName(TEXT("Plugins"));
}
