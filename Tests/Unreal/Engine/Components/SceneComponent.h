#pragma once
#include "Components/ActorComponent.h"

class USceneComponent : public UActorComponent {
    SINEW_FAKE_CLASS(USceneComponent, UActorComponent)
    FBoxSphereBounds Bounds;
    TEnumAsByte<EComponentMobility::Type> Mobility = EComponentMobility::Movable;

    void SetupAttachment(USceneComponent* Parent, FName Socket = NAME_None);
    bool AttachToComponent(USceneComponent* Parent, const FAttachmentTransformRules& Rules,
                           FName Socket = NAME_None);
    void DetachFromComponent(const FDetachmentTransformRules& Rules);
    USceneComponent* GetAttachParent() const { return SinewFakeParent; }
    const TArray<TObjectPtr<USceneComponent>>& GetAttachChildren() const { return SinewFakeChildren; }
    const FTransform& GetComponentTransform() const;
    FTransform GetRelativeTransform() const { return SinewFakeRelative; }
    FVector GetComponentLocation() const { return GetComponentTransform().GetLocation(); }
    FQuat GetComponentQuat() const { return GetComponentTransform().GetRotation(); }
    FVector GetComponentScale() const { return GetComponentTransform().GetScale3D(); }
    void SetRelativeTransform(const FTransform& Value);
    void SetRelativeLocation(const FVector& Value);
    void SetRelativeRotation(const FRotator& Value) { SetRelativeRotation(Value.Quaternion()); }
    void SetRelativeRotation(const FQuat& Value);
    void SetRelativeScale3D(const FVector& Value);
    void SetWorldTransform(const FTransform& Value, bool = false, void* = nullptr,
                           ETeleportType = ETeleportType::None);
    void SetWorldLocation(const FVector& Value);
    void SetWorldRotation(const FQuat& Value);
    void SetWorldLocationAndRotation(const FVector& Location, const FQuat& Rotation);
    virtual FBoxSphereBounds CalcBounds(const FTransform&) const { return Bounds; }
    virtual void UpdateBounds() { Bounds = CalcBounds(GetComponentTransform()); }
    void SetVisibility(bool bNew, bool bPropagate = false);
    uint8 bHiddenInGame : 1 = 0;
    void SetHiddenInGame(bool bHidden, bool = false) { bHiddenInGame = bHidden; }
    bool GetVisibleFlag() const { return bSinewFakeVisible; }
    virtual bool IsVisible() const { return bSinewFakeVisible && !bHiddenInGame; }
    void SetMobility(EComponentMobility::Type Value) { Mobility = Value; }
    void OnRegister() override;
    void DestroyComponent(bool bPromoteChildren = false) override;
    void SinewFakeReferences(FReferenceCollector& Collector) override;

  private:
    void SinewFakeMoved();
    TObjectPtr<USceneComponent> SinewFakeParent;
    TArray<TObjectPtr<USceneComponent>> SinewFakeChildren;
    FTransform SinewFakeRelative;
    mutable FTransform SinewFakeToWorld;
    bool bSinewFakeVisible = true;
};
