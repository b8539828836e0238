#pragma once
#include "Math/Vector.h"

namespace ECollisionShape {
enum Type { Line, Box, Sphere, Capsule };
}
/** Half extents, where FKBoxElem has whole edges. */
struct FCollisionShape {
    ECollisionShape::Type ShapeType = ECollisionShape::Line;
    FVector3f Half{0, 0, 0};
    static FCollisionShape MakeSphere(float Radius) { return {ECollisionShape::Sphere, FVector3f(Radius)}; }
    static FCollisionShape MakeBox(const FVector& HalfExtent) {
        return {ECollisionShape::Box, FVector3f(HalfExtent)};
    }
    static FCollisionShape MakeBox(const FVector3f& HalfExtent) { return {ECollisionShape::Box, HalfExtent}; }
    static FCollisionShape MakeCapsule(float Radius, float HalfHeight) {
        return {ECollisionShape::Capsule, FVector3f(Radius, Radius, HalfHeight)};
    }
    FVector GetExtent() const { return FVector(Half); }
    float GetSphereRadius() const { return Half.X; }
    bool IsSphere() const { return ShapeType == ECollisionShape::Sphere; }
};
