#pragma once
#include "PhysicsEngine/BoxElem.h"
#include "PhysicsEngine/ConvexElem.h"
#include "PhysicsEngine/SphereElem.h"
#include "PhysicsEngine/SphylElem.h"
#include "PhysicsEngine/TaperedCapsuleElem.h"

struct FKAggregateGeom {
    TArray<FKSphereElem> SphereElems;
    TArray<FKBoxElem> BoxElems;
    TArray<FKSphylElem> SphylElems;
    TArray<FKConvexElem> ConvexElems;
    TArray<FKTaperedCapsuleElem> TaperedCapsuleElems;
    int32 GetElementCount() const {
        return SphereElems.Num() + BoxElems.Num() + SphylElems.Num() + ConvexElems.Num() +
               TaperedCapsuleElems.Num();
    }
    FBox CalcAABB(const FTransform& Transform) const;
};
