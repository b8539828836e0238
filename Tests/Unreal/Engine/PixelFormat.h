#pragma once
#include "CoreTypes.h"

enum EPixelFormat : uint8 {
    PF_Unknown = 0,
    PF_A32B32G32R32F = 1,
    PF_B8G8R8A8 = 2,
    PF_FloatRGBA = 10,
    PF_R32_FLOAT = 13,
    PF_G32R32F = 17,
    PF_R16F = 21
};
