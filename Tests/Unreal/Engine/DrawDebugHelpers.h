#pragma once
#include "Math/Color.h"
#include "Math/Transform.h"

class UWorld;
namespace SinewFake {
struct FDebugDraw {
    const TCHAR* Kind;
    FVector Place;
    FColor Color;
};
/** What was drawn since somebody emptied it. */
TArray<FDebugDraw>& DebugDraws();
}  // namespace SinewFake
#define SINEW_FAKE_DRAWN(Shape, Where) SinewFake::DebugDraws().Add({TEXT(Shape), Where, Color})
inline void DrawDebugSphere(const UWorld*, FVector const& Center, float, int32, FColor const& Color,
                            bool = false, float = -1, uint8 = 0, float = 0) {
    SINEW_FAKE_DRAWN("Sphere", Center);
}
inline void DrawDebugLine(const UWorld*, FVector const& Start, FVector const&, FColor const& Color,
                          bool = false, float = -1, uint8 = 0, float = 0) {
    SINEW_FAKE_DRAWN("Line", Start);
}
inline void DrawDebugPoint(const UWorld*, FVector const& Place, float, FColor const& Color, bool = false,
                           float = -1, uint8 = 0) {
    SINEW_FAKE_DRAWN("Point", Place);
}
inline void DrawDebugBox(const UWorld*, FVector const& Center, FVector const&, const FQuat&,
                         FColor const& Color, bool = false, float = -1, uint8 = 0, float = 0) {
    SINEW_FAKE_DRAWN("Box", Center);
}
inline void DrawDebugBox(const UWorld*, FVector const& Center, FVector const&, FColor const& Color,
                         bool = false, float = -1, uint8 = 0, float = 0) {
    SINEW_FAKE_DRAWN("Box", Center);
}
inline void DrawDebugCapsule(const UWorld*, FVector const& Center, float, float, const FQuat&,
                             FColor const& Color, bool = false, float = -1, uint8 = 0, float = 0) {
    SINEW_FAKE_DRAWN("Capsule", Center);
}
inline void DrawDebugDirectionalArrow(const UWorld*, FVector const& Start, FVector const&, float,
                                      FColor const& Color, bool = false, float = -1, uint8 = 0, float = 0) {
    SINEW_FAKE_DRAWN("Arrow", Start);
}
inline void DrawDebugString(const UWorld*, FVector const& Place, const FString&, class AActor* = nullptr,
                            FColor const& Color = FColor::White, float = -1, bool = false, float = 1) {
    SINEW_FAKE_DRAWN("String", Place);
}
