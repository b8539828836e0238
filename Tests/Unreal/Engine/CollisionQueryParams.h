#pragma once
#include "Engine/EngineTypes.h"

class AActor;
class UPrimitiveComponent;

struct FCollisionQueryParams {
    FCollisionQueryParams() = default;
    explicit FCollisionQueryParams(FName InTag, bool = false, const AActor* Ignored = nullptr)
        : TraceTag(InTag) {
        if (Ignored != nullptr) AddIgnoredActor(Ignored);
    }
    FName TraceTag;
    bool bTraceComplex = false;
    void AddIgnoredActor(const AActor* Actor) { SinewFakeIgnored.Add(Actor); }
    void AddIgnoredComponent(const UPrimitiveComponent* Component) { SinewFakeIgnored.Add(Component); }
    static const FCollisionQueryParams DefaultQueryParam;
    TArray<const void*> SinewFakeIgnored;
};
inline const FCollisionQueryParams FCollisionQueryParams::DefaultQueryParam;
#define SCENE_QUERY_STAT(Name) FName(TEXT(#Name))

struct FCollisionObjectQueryParams {
    enum InitType { AllObjects, AllStaticObjects, AllDynamicObjects };
    FCollisionObjectQueryParams() = default;
    explicit FCollisionObjectQueryParams(ECollisionChannel Channel) { AddObjectTypesToQuery(Channel); }
    FCollisionObjectQueryParams(InitType Type)
        : SinewFakeMask(Type == AllStaticObjects ? 1u
                        : Type == AllObjects     ? ~0u
                                                 : ~1u) {}
    void AddObjectTypesToQuery(ECollisionChannel Channel) { SinewFakeMask |= 1u << uint32(Channel); }
    bool IsValid() const { return SinewFakeMask != 0; }
    uint32 SinewFakeMask = 0;
};
