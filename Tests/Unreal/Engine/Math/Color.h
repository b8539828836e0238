#pragma once
#include "Math/UnrealMathUtility.h"

struct FLinearColor;

struct FColor {
    uint8 B = 0, G = 0, R = 0, A = 255;
    constexpr FColor() = default;
    constexpr FColor(uint8 InR, uint8 InG, uint8 InB, uint8 InA = 255) : B(InB), G(InG), R(InR), A(InA) {}
    bool operator==(const FColor& Other) const {
        return B == Other.B && G == Other.G && R == Other.R && A == Other.A;
    }
    FLinearColor ReinterpretAsLinear() const;
    static const FColor White, Black, Red, Green, Blue, Yellow, Cyan, Magenta, Orange;
};
inline const FColor FColor::White(255, 255, 255), FColor::Black(0, 0, 0), FColor::Red(255, 0, 0),
    FColor::Green(0, 255, 0), FColor::Blue(0, 0, 255), FColor::Yellow(255, 255, 0), FColor::Cyan(0, 255, 255),
    FColor::Magenta(255, 0, 255), FColor::Orange(243, 156, 18);

struct FLinearColor {
    float R = 0, G = 0, B = 0, A = 1;
    constexpr FLinearColor() = default;
    constexpr FLinearColor(float InR, float InG, float InB, float InA = 1) : R(InR), G(InG), B(InB), A(InA) {}
    bool operator==(const FLinearColor& Other) const {
        return R == Other.R && G == Other.G && B == Other.B && A == Other.A;
    }
    FColor ToFColor(bool) const {
        const auto Byte = [](float Value) {
            return static_cast<uint8>(FMath::Clamp(Value, 0.0f, 1.0f) * 255.0f);
        };
        return FColor(Byte(R), Byte(G), Byte(B), Byte(A));
    }
    static const FLinearColor White, Black, Red, Green, Blue, Yellow;
};
inline FLinearColor FColor::ReinterpretAsLinear() const {
    return FLinearColor(float(R) / 255.0f, float(G) / 255.0f, float(B) / 255.0f, float(A) / 255.0f);
}
inline const FLinearColor FLinearColor::White(1, 1, 1), FLinearColor::Black(0, 0, 0),
    FLinearColor::Red(1, 0, 0), FLinearColor::Green(0, 1, 0), FLinearColor::Blue(0, 0, 1),
    FLinearColor::Yellow(1, 1, 0);
