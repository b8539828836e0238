#pragma once
#include "Math/Vector2D.h"
#include "UObject/NameTypes.h"

struct FSlateBrush {
    virtual ~FSlateBrush() = default;
    FString ResourceName;
    FVector2f ImageSize{0, 0};
};
