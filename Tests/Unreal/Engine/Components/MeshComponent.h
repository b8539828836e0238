#pragma once
#include "Components/PrimitiveComponent.h"

class UMeshComponent : public UPrimitiveComponent {
    SINEW_FAKE_CLASS(UMeshComponent, UPrimitiveComponent)
    TArray<UMaterialInterface*> GetMaterials() const;
    void SetScalarParameterValueOnMaterials(FName, float) {}
};
