// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "IDetailCustomization.h"

/** The component's details: the button that builds its asset, and makes one where there is none. */
class FSinewComponentDetails : public IDetailCustomization
{
public:
	static TSharedRef<IDetailCustomization> MakeInstance();

	//~ IDetailCustomization
	virtual void CustomizeDetails(IDetailLayoutBuilder& DetailBuilder) override;
};
