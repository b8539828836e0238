#pragma once
#include "PhysicsEngine/ShapeElem.h"

/** Whole edges. */
struct FKBoxElem : FKShapeElem {
    FVector Center{0, 0, 0};
    FRotator Rotation{0, 0, 0};
    float X = 1, Y = 1, Z = 1;
    FKBoxElem() = default;
    FKBoxElem(float InX, float InY, float InZ) : X(InX), Y(InY), Z(InZ) {}
    FTransform GetTransform() const { return FTransform(Rotation, Center); }
    void SetTransform(const FTransform& Transform) {
        Rotation = Transform.Rotator();
        Center = Transform.GetLocation();
    }
};
