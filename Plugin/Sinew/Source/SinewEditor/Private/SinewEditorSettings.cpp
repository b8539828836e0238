// Copyright the Sinew project. See LICENSE.

#include "SinewEditorSettings.h"

#include "SinewPaths.h"

FName USinewEditorSettings::GetCategoryName() const
{
	return FName(TEXT("Plugins"));
}

#if WITH_EDITOR
void USinewEditorSettings::PostEditChangeProperty(FPropertyChangedEvent& PropertyChangedEvent)
{
	// Before it is saved: the file goes to source control, and other machines have the project elsewhere.
	Recipe.FilePath = SinewStoredPath(Recipe.FilePath);
	Super::PostEditChangeProperty(PropertyChangedEvent);
}
#endif
