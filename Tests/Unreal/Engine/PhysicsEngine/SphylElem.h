#pragma once
#include "PhysicsEngine/ShapeElem.h"

/** A capsule along z; its length is the middle line's. */
struct FKSphylElem : FKShapeElem {
    FVector Center{0, 0, 0};
    FRotator Rotation{0, 0, 0};
    float Radius = 1, Length = 1;
    FKSphylElem() = default;
    FKSphylElem(float InRadius, float InLength) : Radius(InRadius), Length(InLength) {}
    FTransform GetTransform() const { return FTransform(Rotation, Center); }
    void SetTransform(const FTransform& Transform) {
        Rotation = Transform.Rotator();
        Center = Transform.GetLocation();
    }
};
