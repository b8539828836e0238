#pragma once
#include "Components/ShapeComponent.h"

class UBoxComponent : public UShapeComponent {
    SINEW_FAKE_CLASS(UBoxComponent, UShapeComponent)
    void InitBoxExtent(const FVector& Extent) { SetBoxExtent(Extent); }
    void SetBoxExtent(FVector Extent, bool = true);
    FVector GetUnscaledBoxExtent() const { return BoxExtent; }

  protected:
    FVector BoxExtent{32, 32, 32};
};
