// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "IDetailCustomization.h"

/** The details panel of an asset, with the buttons that build and check it. */
class FSinewAssetDetails : public IDetailCustomization
{
public:
	static TSharedRef<IDetailCustomization> MakeInstance();

	//~ IDetailCustomization
	virtual void CustomizeDetails(IDetailLayoutBuilder& DetailBuilder) override;
};

/** The details panel of a component, with the button that builds its asset and creates one if needed. */
class FSinewComponentDetails : public IDetailCustomization
{
public:
	static TSharedRef<IDetailCustomization> MakeInstance();

	//~ IDetailCustomization
	virtual void CustomizeDetails(IDetailLayoutBuilder& DetailBuilder) override;
};
