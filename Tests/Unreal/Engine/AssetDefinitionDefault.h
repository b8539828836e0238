#pragma once
#include "AssetDefinition.h"

class UAssetDefinitionDefault : public UAssetDefinition {
    SINEW_FAKE_CLASS(UAssetDefinitionDefault, UAssetDefinition)
};
