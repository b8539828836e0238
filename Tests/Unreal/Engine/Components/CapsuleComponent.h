#pragma once
#include "Components/ShapeComponent.h"

/** The half height is the whole one's: with the radius. */
class UCapsuleComponent : public UShapeComponent {
    SINEW_FAKE_CLASS(UCapsuleComponent, UShapeComponent)
    void InitCapsuleSize(float Radius, float HalfHeight) { SetCapsuleSize(Radius, HalfHeight); }
    void SetCapsuleSize(float Radius, float HalfHeight, bool = true);
    float GetUnscaledCapsuleRadius() const { return CapsuleRadius; }
    float GetUnscaledCapsuleHalfHeight() const { return CapsuleHalfHeight; }

  protected:
    float CapsuleHalfHeight = 44, CapsuleRadius = 22;
};
