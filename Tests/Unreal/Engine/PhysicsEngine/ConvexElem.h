#pragma once
#include "Math/Box.h"
#include "PhysicsEngine/ShapeElem.h"

struct FKConvexElem : FKShapeElem {
    TArray<FVector> VertexData;
    FBox ElemBox;
    FTransform GetTransform() const { return SinewFakeTransform; }
    void SetTransform(const FTransform& Transform) { SinewFakeTransform = Transform; }
    void UpdateElemBox() {
        ElemBox = FBox(ForceInit);
        for (const FVector& Vertex : VertexData) ElemBox += Vertex;
    }
    FTransform SinewFakeTransform;
};
