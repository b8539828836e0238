#pragma once
#include "Math/Quat.h"
#include "Math/Vector2D.h"

namespace UE::Math {
/** Row vectors: v * M, translation in the last row; A * B applies A first. */
template <class T>
struct TMatrix {
    T M[4][4];
    TMatrix() = default;
    TMatrix(const TVector<T>& X, const TVector<T>& Y, const TVector<T>& Z, const TVector<T>& W) {
        const TVector<T> Rows[4] = {X, Y, Z, W};
        for (int32 Row = 0; Row < 4; ++Row) {
            for (int32 Column = 0; Column < 3; ++Column) M[Row][Column] = Rows[Row][Column];
            M[Row][3] = Row == 3 ? T(1) : T(0);
        }
    }
    template <class U>
    requires(!std::is_same_v<T, U>) explicit TMatrix(const TMatrix<U>& Other) {
        for (int32 Row = 0; Row < 4; ++Row)
            for (int32 Column = 0; Column < 4; ++Column)
                M[Row][Column] = static_cast<T>(Other.M[Row][Column]);
    }
    static const TMatrix Identity;
    TMatrix operator*(const TMatrix& B) const {
        TMatrix Product;
        for (int32 Row = 0; Row < 4; ++Row)
            for (int32 Column = 0; Column < 4; ++Column) {
                T Sum = 0;
                for (int32 K = 0; K < 4; ++K) Sum += M[Row][K] * B.M[K][Column];
                Product.M[Row][Column] = Sum;
            }
        return Product;
    }
    bool operator==(const TMatrix& B) const { return Equals(B, 0); }
    bool Equals(const TMatrix& B, T Tolerance = T(UE_KINDA_SMALL_NUMBER)) const {
        for (int32 Row = 0; Row < 4; ++Row)
            for (int32 Column = 0; Column < 4; ++Column)
                if (!(FMath::Abs(M[Row][Column] - B.M[Row][Column]) <= Tolerance)) return false;
        return true;
    }
    TVector4<T> TransformPosition(const TVector<T>& V) const { return Transform(V, T(1)); }
    TVector4<T> TransformVector(const TVector<T>& V) const { return Transform(V, T(0)); }
    TVector<T> GetOrigin() const { return TVector<T>(M[3][0], M[3][1], M[3][2]); }
    TVector<T> GetScaledAxis(int32 Axis) const { return TVector<T>(M[Axis][0], M[Axis][1], M[Axis][2]); }
    TVector<T> GetScaleVector() const {
        return TVector<T>(GetScaledAxis(0).Size(), GetScaledAxis(1).Size(), GetScaledAxis(2).Size());
    }
    T Determinant() const {
        return GetScaledAxis(0) | (GetScaledAxis(1) ^ GetScaledAxis(2));
    }  // of affine matrices
    TMatrix GetTransposed() const {
        TMatrix Result;
        for (int32 Row = 0; Row < 4; ++Row)
            for (int32 Column = 0; Column < 4; ++Column) Result.M[Row][Column] = M[Column][Row];
        return Result;
    }
    TMatrix Inverse() const;  // of affine matrices
    TQuat<T> ToQuat() const;
    TRotator<T> Rotator() const { return ToQuat().Rotator(); }

  private:
    TVector4<T> Transform(const TVector<T>& V, T W) const {
        T Out[4];
        for (int32 C = 0; C < 4; ++C) Out[C] = V.X * M[0][C] + V.Y * M[1][C] + V.Z * M[2][C] + W * M[3][C];
        return TVector4<T>(Out[0], Out[1], Out[2], Out[3]);
    }
};
template <class T>
inline const TMatrix<T> TMatrix<T>::Identity(TVector<T>(1, 0, 0), TVector<T>(0, 1, 0), TVector<T>(0, 0, 1),
                                             TVector<T>(0, 0, 0));
template <class T>
TMatrix<T> TMatrix<T>::Inverse() const {
    const TVector<T> A = GetScaledAxis(0), B = GetScaledAxis(1), C = GetScaledAxis(2);
    const T Volume = Determinant();
    const TVector<T> P = (B ^ C) / Volume, Q = (C ^ A) / Volume, R = (A ^ B) / Volume;
    TMatrix Result(TVector<T>(P.X, Q.X, R.X), TVector<T>(P.Y, Q.Y, R.Y), TVector<T>(P.Z, Q.Z, R.Z),
                   TVector<T>(0, 0, 0));
    const TVector4<T> Moved = Result.TransformVector(GetOrigin());
    Result.M[3][0] = -Moved.X;
    Result.M[3][1] = -Moved.Y;
    Result.M[3][2] = -Moved.Z;
    return Result;
}
template <class T>
TQuat<T> TMatrix<T>::ToQuat() const {
    const TVector<T> X = GetScaledAxis(0).GetUnsafeNormal(), Y = GetScaledAxis(1).GetUnsafeNormal(),
                     Z = GetScaledAxis(2).GetUnsafeNormal();
    // The largest of the four squares is divided by, so that no turn loses digits.
    const T Squares[4] = {1 + X.X - Y.Y - Z.Z, 1 - X.X + Y.Y - Z.Z, 1 - X.X - Y.Y + Z.Z, 1 + X.X + Y.Y + Z.Z};
    const int32 Largest = static_cast<int32>(std::max_element(Squares, Squares + 4) - Squares);
    TQuat<T> Q = Largest == 0   ? TQuat<T>(Squares[0], X.Y + Y.X, X.Z + Z.X, Y.Z - Z.Y)
                 : Largest == 1 ? TQuat<T>(X.Y + Y.X, Squares[1], Y.Z + Z.Y, Z.X - X.Z)
                 : Largest == 2 ? TQuat<T>(X.Z + Z.X, Y.Z + Z.Y, Squares[2], X.Y - Y.X)
                                : TQuat<T>(Y.Z - Z.Y, Z.X - X.Z, X.Y - Y.X, Squares[3]);
    return Q.GetNormalized();
}
}  // namespace UE::Math

using FMatrix = UE::Math::TMatrix<double>;
using FMatrix44d = UE::Math::TMatrix<double>;
using FMatrix44f = UE::Math::TMatrix<float>;
