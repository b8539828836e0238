// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "IDetailCustomization.h"

/** The asset's details: the button that builds it. */
class FSinewAssetDetails : public IDetailCustomization
{
public:
	static TSharedRef<IDetailCustomization> MakeInstance();

	//~ IDetailCustomization
	virtual void CustomizeDetails(IDetailLayoutBuilder& DetailBuilder) override;
};
