#pragma once
#include "PhysicsEngine/ShapeElem.h"

struct FKSphereElem : FKShapeElem {
    FVector Center{0, 0, 0};
    float Radius = 1;
    FKSphereElem() = default;
    explicit FKSphereElem(float InRadius) : Radius(InRadius) {}
    FTransform GetTransform() const { return FTransform(Center); }
};
