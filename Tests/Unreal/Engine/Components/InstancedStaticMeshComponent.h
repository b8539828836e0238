#pragma once
#include "Components/MeshComponent.h"

/** One body in many places. */
class UInstancedStaticMeshComponent : public UMeshComponent {
    SINEW_FAKE_CLASS(UInstancedStaticMeshComponent, UMeshComponent)
    int32 AddInstance(const FTransform& InstanceTransform, bool bWorldSpace = false);
    int32 GetInstanceCount() const { return SinewFakeInstances.Num(); }
    bool GetInstanceTransform(int32 InstanceIndex, FTransform& OutInstanceTransform,
                              bool bWorldSpace = false) const;

  private:
    TArray<FTransform> SinewFakeInstances;
};
