#pragma once
#include "Math/Transform.h"
#include "UObject/NameTypes.h"

struct FKShapeElem {
    FName Name;
    float RestOffset = 0;
    const FName& GetName() const { return Name; }
    void SetName(const FName& NewName) { Name = NewName; }
};
