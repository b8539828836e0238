#pragma once
#include "Math/Matrix.h"

namespace UE::Math {
/** Scale, then rotation, then translation. A * B applies A first, then B: a bone is Local *
 * ParentComponentSpace. */
template <class T>
struct TTransform {
    TTransform() = default;
    explicit TTransform(const TVector<T>& InTranslation) : Translation(InTranslation) {}
    explicit TTransform(const TQuat<T>& InRotation) : Rotation(InRotation) {}
    explicit TTransform(const TRotator<T>& InRotation) : Rotation(InRotation.Quaternion()) {}
    TTransform(const TQuat<T>& InRotation, const TVector<T>& InTranslation,
               const TVector<T>& InScale = TVector<T>(1, 1, 1))
        : Rotation(InRotation), Translation(InTranslation), Scale(InScale) {}
    TTransform(const TRotator<T>& InRotation, const TVector<T>& InTranslation,
               const TVector<T>& InScale = TVector<T>(1, 1, 1))
        : TTransform(InRotation.Quaternion(), InTranslation, InScale) {}
    explicit TTransform(const TMatrix<T>& Matrix) { SetFromMatrix(Matrix); }
    template <class U>
    requires(!std::is_same_v<T, U>) explicit TTransform(const TTransform<U>& Other)
        : Rotation(Other.GetRotation()), Translation(Other.GetTranslation()), Scale(Other.GetScale3D()) {}
    static const TTransform Identity;

    TVector<T> GetLocation() const { return Translation; }
    TVector<T> GetTranslation() const { return Translation; }
    TQuat<T> GetRotation() const { return Rotation; }
    TVector<T> GetScale3D() const { return Scale; }
    TRotator<T> Rotator() const { return Rotation.Rotator(); }
    void SetLocation(const TVector<T>& Value) { Translation = Value; }
    void SetTranslation(const TVector<T>& Value) { Translation = Value; }
    void SetRotation(const TQuat<T>& Value) { Rotation = Value; }
    void SetScale3D(const TVector<T>& Value) { Scale = Value; }
    void AddToTranslation(const TVector<T>& Value) { Translation += Value; }
    void ScaleTranslation(T Factor) { Translation *= Factor; }
    void NormalizeRotation() { Rotation.Normalize(); }
    bool ContainsNaN() const {
        return Rotation.ContainsNaN() || Translation.ContainsNaN() || Scale.ContainsNaN();
    }
    bool Equals(const TTransform& B, T Tolerance = T(UE_KINDA_SMALL_NUMBER)) const {
        return Rotation.Equals(B.Rotation, Tolerance) && Translation.Equals(B.Translation, Tolerance) &&
               Scale.Equals(B.Scale, Tolerance);
    }
    T GetDeterminant() const { return Scale.X * Scale.Y * Scale.Z; }

    TTransform operator*(const TTransform& B) const {
        return TTransform(B.Rotation * Rotation, B.TransformPosition(Translation), Scale * B.Scale);
    }
    TTransform& operator*=(const TTransform& B) { return *this = *this * B; }
    TVector<T> TransformPosition(const TVector<T>& V) const {
        return Rotation.RotateVector(Scale * V) + Translation;
    }
    TVector<T> TransformPositionNoScale(const TVector<T>& V) const {
        return Rotation.RotateVector(V) + Translation;
    }
    TVector<T> TransformVector(const TVector<T>& V) const { return Rotation.RotateVector(Scale * V); }
    TVector<T> TransformVectorNoScale(const TVector<T>& V) const { return Rotation.RotateVector(V); }
    TQuat<T> TransformRotation(const TQuat<T>& Q) const { return Rotation * Q; }
    TVector<T> InverseTransformPosition(const TVector<T>& V) const {
        return Rotation.UnrotateVector(V - Translation) * SafeReciprocal();
    }
    TVector<T> InverseTransformPositionNoScale(const TVector<T>& V) const {
        return Rotation.UnrotateVector(V - Translation);
    }
    TVector<T> InverseTransformVector(const TVector<T>& V) const {
        return Rotation.UnrotateVector(V) * SafeReciprocal();
    }
    TVector<T> InverseTransformVectorNoScale(const TVector<T>& V) const { return Rotation.UnrotateVector(V); }
    TQuat<T> InverseTransformRotation(const TQuat<T>& Q) const { return Rotation.Inverse() * Q; }
    TTransform Inverse() const {
        const TVector<T> Reciprocal = SafeReciprocal();
        return TTransform(Rotation.Inverse(), Rotation.UnrotateVector(-Translation) * Reciprocal, Reciprocal);
    }
    /** This as seen from Other: Result * Other is this again. */
    TTransform GetRelativeTransform(const TTransform& Other) const {
        return TTransform(Other.Rotation.Inverse() * Rotation, Other.InverseTransformPosition(Translation),
                          Scale * Other.SafeReciprocal());
    }
    TMatrix<T> ToMatrixWithScale() const {
        return TMatrix<T>(Rotation.GetAxisX() * Scale.X, Rotation.GetAxisY() * Scale.Y,
                          Rotation.GetAxisZ() * Scale.Z, Translation);
    }
    TMatrix<T> ToMatrixNoScale() const {
        return TMatrix<T>(Rotation.GetAxisX(), Rotation.GetAxisY(), Rotation.GetAxisZ(), Translation);
    }
    void SetFromMatrix(const TMatrix<T>& Matrix) {
        Rotation = Matrix.ToQuat();
        Translation = Matrix.GetOrigin();
        Scale = Matrix.GetScaleVector();
    }
    void Blend(const TTransform& A, const TTransform& B, T Alpha) {
        *this = TTransform(TQuat<T>::Slerp(A.Rotation, B.Rotation, Alpha),
                           FMath::Lerp(A.Translation, B.Translation, Alpha),
                           FMath::Lerp(A.Scale, B.Scale, Alpha));
    }
    FString ToHumanReadableString() const {
        return Rotation.ToString() + TEXT(" ") + Translation.ToString() + TEXT(" ") + Scale.ToString();
    }
    FString ToString() const { return ToHumanReadableString(); }

  private:
    TVector<T> SafeReciprocal() const {
        const auto One = [](T Value) {
            return FMath::Abs(Value) <= T(UE_SMALL_NUMBER) ? T(0) : T(1) / Value;
        };
        return TVector<T>(One(Scale.X), One(Scale.Y), One(Scale.Z));
    }
    TQuat<T> Rotation{0, 0, 0, 1};
    TVector<T> Translation{0, 0, 0};
    TVector<T> Scale{1, 1, 1};
};
template <class T>
inline const TTransform<T> TTransform<T>::Identity{};
}  // namespace UE::Math

using FTransform = UE::Math::TTransform<double>;
using FTransform3d = UE::Math::TTransform<double>;
using FTransform3f = UE::Math::TTransform<float>;
