#pragma once
#include "Math/Transform.h"

namespace UE::Math {
template <class T>
struct TBox {
    TVector<T> Min{0, 0, 0}, Max{0, 0, 0};
    uint8 IsValid = 0;
    TBox() = default;
    explicit TBox(EForceInit) {}
    TBox(const TVector<T>& InMin, const TVector<T>& InMax) : Min(InMin), Max(InMax), IsValid(1) {}
    TBox& operator+=(const TVector<T>& Point) {
        if (!IsValid) return *this = TBox(Point, Point);
        for (int32 Axis = 0; Axis < 3; ++Axis) {
            Min[Axis] = FMath::Min(Min[Axis], Point[Axis]);
            Max[Axis] = FMath::Max(Max[Axis], Point[Axis]);
        }
        return *this;
    }
    TBox& operator+=(const TBox& Other) {
        if (Other.IsValid) (*this += Other.Min) += Other.Max;
        return *this;
    }
    TVector<T> GetCenter() const { return (Min + Max) * T(0.5); }
    TVector<T> GetExtent() const { return (Max - Min) * T(0.5); }
    TVector<T> GetSize() const { return Max - Min; }
    TBox ExpandBy(T Width) const { return TBox(Min - TVector<T>(Width), Max + TVector<T>(Width)); }
    bool Intersect(const TBox& Other) const {
        for (int32 Axis = 0; Axis < 3; ++Axis)
            if (Min[Axis] > Other.Max[Axis] || Other.Min[Axis] > Max[Axis]) return false;
        return true;
    }
    bool IsInside(const TVector<T>& Point) const { return Intersect(TBox(Point, Point)); }
    TBox TransformBy(const TTransform<T>& Transform) const {
        TBox Result;
        for (int32 Corner = 0; IsValid && Corner < 8; ++Corner)
            Result += Transform.TransformPosition(TVector<T>(
                Corner & 1 ? Max.X : Min.X, Corner & 2 ? Max.Y : Min.Y, Corner & 4 ? Max.Z : Min.Z));
        return Result;
    }
};
}  // namespace UE::Math

using FBox = UE::Math::TBox<double>;
using FBox3d = UE::Math::TBox<double>;
using FBox3f = UE::Math::TBox<float>;

struct FSphere {
    FVector Center{0, 0, 0};
    double W = 0;
};

struct FBoxSphereBounds {
    FVector Origin{0, 0, 0}, BoxExtent{0, 0, 0};
    double SphereRadius = 0;
    FBoxSphereBounds() = default;
    explicit FBoxSphereBounds(EForceInit) {}
    FBoxSphereBounds(const FVector& InOrigin, const FVector& InExtent, double InRadius)
        : Origin(InOrigin), BoxExtent(InExtent), SphereRadius(InRadius) {}
    explicit FBoxSphereBounds(const FBox& Box)
        : Origin(Box.GetCenter()), BoxExtent(Box.GetExtent()), SphereRadius(Box.GetExtent().Size()) {}
    FBox GetBox() const { return FBox(Origin - BoxExtent, Origin + BoxExtent); }
    FSphere GetSphere() const { return {Origin, SphereRadius}; }
    FBoxSphereBounds TransformBy(const FTransform& Transform) const {
        return FBoxSphereBounds(GetBox().TransformBy(Transform));
    }
};
