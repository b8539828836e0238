#pragma once
#include "Materials/MaterialInterface.h"

enum EMaterialDomain : int32 { MD_Surface };
class UMaterial : public UMaterialInterface {
    SINEW_FAKE_CLASS(UMaterial, UMaterialInterface)
    static UMaterial* GetDefaultMaterial(EMaterialDomain Domain);
};
