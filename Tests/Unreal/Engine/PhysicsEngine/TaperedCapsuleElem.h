#pragma once
#include "PhysicsEngine/ShapeElem.h"

struct FKTaperedCapsuleElem : FKShapeElem {
    FVector Center{0, 0, 0};
    FRotator Rotation{0, 0, 0};
    float Radius0 = 1, Radius1 = 1, Length = 1;
    FKTaperedCapsuleElem() = default;
    FKTaperedCapsuleElem(float InRadius0, float InRadius1, float InLength)
        : Radius0(InRadius0), Radius1(InRadius1), Length(InLength) {}
    FTransform GetTransform() const { return FTransform(Rotation, Center); }
    void SetTransform(const FTransform& Transform) {
        Rotation = Transform.Rotator();
        Center = Transform.GetLocation();
    }
};
