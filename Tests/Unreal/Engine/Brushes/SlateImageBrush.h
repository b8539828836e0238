#pragma once
#include "Styling/SlateBrush.h"

struct FSlateImageBrush : FSlateBrush {
    FSlateImageBrush(const FString& InFile, const FVector2D& InSize) {
        ResourceName = InFile;
        ImageSize = FVector2f(InSize);
    }
};
