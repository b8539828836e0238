#pragma once
#include "Components/PrimitiveComponent.h"

class UShapeComponent : public UPrimitiveComponent {
    SINEW_FAKE_CLASS(UShapeComponent, UPrimitiveComponent)
  protected:
    UBodySetup& SinewFakeFreshBody();
};
