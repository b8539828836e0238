#pragma once
#include "Components/ShapeComponent.h"

class USphereComponent : public UShapeComponent {
    SINEW_FAKE_CLASS(USphereComponent, UShapeComponent)
    void InitSphereRadius(float Radius) { SetSphereRadius(Radius); }
    void SetSphereRadius(float Radius, bool = true);
    float GetUnscaledSphereRadius() const { return SphereRadius; }
    float GetScaledSphereRadius() const {
        return SphereRadius * float(GetComponentScale().GetAbs().GetMin());
    }

  protected:
    float SphereRadius = 32;
};
