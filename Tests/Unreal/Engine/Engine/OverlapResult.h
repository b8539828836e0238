#pragma once
#include "Components/PrimitiveComponent.h"

struct FOverlapResult {
    TWeakObjectPtr<UPrimitiveComponent> Component;
    int32 ItemIndex = 0;
    uint32 bBlockingHit : 1 = 0;
    AActor* GetActor() const { return Component.IsValid() ? Component->GetOwner() : nullptr; }
    UPrimitiveComponent* GetComponent() const { return Component.Get(); }
};
