#pragma once
#include "Math/Transform.h"

struct FBodyInstance {
    FTransform SinewFakeTransform;
    FTransform GetUnrealWorldTransform(bool = true, bool = true) const { return SinewFakeTransform; }
    bool IsInstanceSimulatingPhysics() const { return false; }
};
