// The stand-in itself, where a mistake would hide the plugin's: the orders of composition, names, formats.
#include "CoreMinimal.h"
#include "Misc/AutomationTest.h"
#include "SinewEngineVersion.h"

namespace {
const FTransform Turned(FQuat(FVector(0, 0, 1), UE_DOUBLE_PI / 2), FVector(10, 0, 0), FVector(2, 1, 1));
const FTransform Moved(FQuat(FVector(1, 0, 0), UE_DOUBLE_PI / 2), FVector(0, 0, 5), FVector(1, 1, 3));
}  // namespace

DEFINE_SPEC(FStandInMathSpec, "StandIn.Math", SINEW_TEST_FLAGS)
void FStandInMathSpec::Define() {
    It("composes transforms from left to right", [this]() {
        const FVector Point(1, 2, 3);
        const FVector OneByOne = Moved.TransformPosition(Turned.TransformPosition(Point));
        // With scales that are not even, only a point on the axis shows the order free of shear.
        const FTransform Even(Turned.GetRotation(), Turned.GetTranslation(), FVector(2, 2, 2));
        TestEqual(TEXT("A * B is A first"), (Even * Moved).TransformPosition(FVector::ZeroVector),
                  Moved.TransformPosition(Even.TransformPosition(FVector::ZeroVector)));
        TestFalse(TEXT("the other order is another place"),
                  (Moved * Even)
                      .TransformPosition(FVector::ZeroVector)
                      .Equals((Even * Moved).TransformPosition(FVector::ZeroVector)));
        TestTrue(TEXT("a place by hand"), Turned.TransformPosition(Point).Equals(FVector(8, 2, 3)));
        TestFalse(TEXT("not a no-op"), OneByOne.Equals(Point));
    });
    It("composes quaternions from right to left", [this]() {
        const FQuat A(FVector(0, 0, 1), UE_DOUBLE_PI / 2), B(FVector(1, 0, 0), UE_DOUBLE_PI / 2);
        const FVector Point(0, 1, 0);
        TestTrue(TEXT("A * B is B first"),
                 (A * B).RotateVector(Point).Equals(A.RotateVector(B.RotateVector(Point))));
        TestTrue(TEXT("by hand: B lifts y to z, A leaves it"),
                 (A * B).RotateVector(Point).Equals(FVector(0, 0, 1)));
        TestTrue(TEXT("the other order by hand: y goes to -x, and stays"),
                 (B * A).RotateVector(Point).Equals(FVector(-1, 0, 0)));
    });
    It("agrees with matrices of row vectors", [this]() {
        const FTransform Rigid(FQuat(FVector(0.6, 0.8, 0), 1.1), FVector(1, 2, 3));
        const FVector Point(-4, 5, 6);
        const FVector4 ByMatrix = Rigid.ToMatrixWithScale().TransformPosition(Point);
        TestTrue(TEXT("position"),
                 Rigid.TransformPosition(Point).Equals(FVector(ByMatrix.X, ByMatrix.Y, ByMatrix.Z)));
        TestTrue(TEXT("products"), (Moved.ToMatrixWithScale() * Rigid.ToMatrixWithScale())
                                       .Equals((Moved * Rigid).ToMatrixWithScale()));
        TestTrue(TEXT("the way back"), FTransform(Moved.ToMatrixWithScale()).Equals(Moved));
        TestTrue(TEXT("inverse"),
                 (Moved.ToMatrixWithScale() * Moved.ToMatrixWithScale().Inverse()).Equals(FMatrix::Identity));
    });
    It("takes transforms apart again", [this]() {
        TestTrue(
            TEXT("relative"),
            (Turned.GetRelativeTransform(Moved) * Moved).GetTranslation().Equals(Turned.GetTranslation()));
        TestTrue(TEXT("inverse"), Turned.InverseTransformPosition(Turned.TransformPosition(FVector(7, 8, 9)))
                                      .Equals(FVector(7, 8, 9)));
    });
    It("turns rotators as the engine says", [this]() {
        TestTrue(TEXT("yaw turns x to y"),
                 FRotator(0, 90, 0).RotateVector(FVector(1, 0, 0)).Equals(FVector(0, 1, 0)));
        TestTrue(TEXT("pitch lifts x to z"),
                 FRotator(90, 0, 0).RotateVector(FVector(1, 0, 0)).Equals(FVector(0, 0, 1)));
        TestTrue(TEXT("the way back"),
                 FRotator(20, 30, 40).Quaternion().Rotator().Equals(FRotator(20, 30, 40)));
    });
    It("has doubles where the engine has them", [this]() {
        TestEqual(TEXT("vectors"), int32(sizeof(FVector)), 24);
        TestEqual(TEXT("their twins"), int32(sizeof(FVector3f)), 12);
        TestFalse(TEXT("no silent narrowing"),
                  std::is_convertible_v<FVector, FVector3f> || std::is_convertible_v<FVector3f, FVector>);
        TestFalse(TEXT("int64 is not std::int64_t"), std::is_same_v<int64, std::int64_t>);
    });
}

DEFINE_SPEC(FStandInTextSpec, "StandIn.Text", SINEW_TEST_FLAGS)
void FStandInTextSpec::Define() {
    It("compares names without regard to case", [this]() {
        TestTrue(TEXT("equal"), FName(TEXT("Spine_01")) == FName(TEXT("spine_01")));
        TestEqual(TEXT("the first spelling is shown"),
                  FName(TEXT("sPINE_01_Only")).ToString().Equals(TEXT("sPINE_01_Only")), true);
        TestTrue(TEXT("shown as first written"),
                 FName(TEXT("SPINE_01_ONLY")).ToString().Equals(TEXT("sPINE_01_Only")));
        TestTrue(TEXT("none"), FName(TEXT("")).IsNone() && FName(TEXT("None")).IsNone());
    });
    It("formats as printf does", [this]() {
        const FString Text = FString::Printf(TEXT("%s %d %5.2f %hs %llu %08x %-4s| %u%%"), TEXT("a"), -3, 1.5,
                                             "narrow", uint64(1) << 40, 255u, TEXT("b"), 7u);
        TestTrue(*Text, Text.Equals(TEXT("a -3  1.50 narrow 1099511627776 000000ff b   | 7%")));
    });
    It("keeps letters beyond ASCII", [this]() {
        const FString Text = UTF8_TO_TCHAR("Ä→😀");
        TestEqual(TEXT("units"), Text.Len(), 4);
        TestTrue(TEXT("the way back"), FString(TCHAR_TO_UTF8(*Text)).Equals(Text));
    });
    It("finds the keys of maps after growing and shrinking", [this]() {
        TMap<FName, int32> Map;
        for (int32 Index = 0; Index < 500; ++Index) Map.Add(FName(FString::FromInt(Index)), Index);
        for (int32 Index = 0; Index < 500; Index += 2) Map.Remove(FName(FString::FromInt(Index)));
        TestEqual(TEXT("left"), Map.Num(), 250);
        TestTrue(TEXT("odd ones"), Map.Contains(FName(TEXT("499"))) && Map[FName(TEXT("7"))] == 7);
        TestFalse(TEXT("even ones"), Map.Contains(FName(TEXT("8"))));
    });
}
