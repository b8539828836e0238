// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

class FSlateStyleSet;

/** The pictures of assets and components in the editor, for as long as it lives. */
class FSinewEditorStyle
{
public:
	FSinewEditorStyle();
	~FSinewEditorStyle();
	FSinewEditorStyle(const FSinewEditorStyle&) = delete;
	FSinewEditorStyle& operator=(const FSinewEditorStyle&) = delete;

private:
	TSharedPtr<FSlateStyleSet> Style;
};
