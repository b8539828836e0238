#pragma once
#include "PhysicsEngine/BodySetup.h"

class USkeletalBodySetup;

class UPhysicsAsset : public UObject {
    SINEW_FAKE_CLASS(UPhysicsAsset, UObject)
    TArray<TObjectPtr<USkeletalBodySetup>> SkeletalBodySetups;
    void SinewFakeReferences(FReferenceCollector& Collector) override {
        Super::SinewFakeReferences(Collector);
        Collector.AddReferencedObjects(SkeletalBodySetups);
    }
};
