#pragma once
#include "Components/SceneComponent.h"

class UBodySetup;
class UMaterialInstanceDynamic;
class UMaterialInterface;

class UPrimitiveComponent : public USceneComponent {
    SINEW_FAKE_CLASS(UPrimitiveComponent, USceneComponent)
    uint8 CastShadow : 1 = 1;
    uint8 bUseAsOccluder : 1 = 0;
    uint8 bNeverDistanceCull : 1 = 0;
    uint8 bOwnerNoSee : 1 = 0;
    uint8 bOnlyOwnerSee : 1 = 0;
    uint8 bRenderCustomDepth : 1 = 0;
    int32 CustomDepthStencilValue = 0;
    float BoundsScale = 1;

    virtual void SetMaterial(int32 Index, UMaterialInterface* Material);
    virtual UMaterialInterface* GetMaterial(int32 Index) const;
    virtual int32 GetNumMaterials() const { return SinewFakeMaterials.Num(); }
    UMaterialInstanceDynamic* CreateDynamicMaterialInstance(int32 Index, UMaterialInterface* Source = nullptr,
                                                            FName Name = NAME_None);
    UMaterialInstanceDynamic* CreateAndSetMaterialInstanceDynamic(int32 Index) {
        return CreateDynamicMaterialInstance(Index);
    }
    FBoxSphereBounds CalcBounds(const FTransform& LocalToWorld) const override;
    virtual UBodySetup* GetBodySetup() { return SinewFakeBody; }
    void SetCollisionEnabled(ECollisionEnabled::Type Type) { SinewFakeCollision = Type; }
    ECollisionEnabled::Type GetCollisionEnabled() const { return SinewFakeCollision; }
    void SetCollisionProfileName(FName) {}
    void SetCollisionObjectType(ECollisionChannel Channel) { SinewFakeChannel = Channel; }
    ECollisionChannel GetCollisionObjectType() const { return SinewFakeChannel; }
    void SetGenerateOverlapEvents(bool) {}
    void SetOwnerNoSee(bool bNoSee) { bOwnerNoSee = bNoSee; }
    void SetOnlyOwnerSee(bool bOnly) { bOnlyOwnerSee = bOnly; }
    void SetRenderCustomDepth(bool bRender) { bRenderCustomDepth = bRender; }
    void SetCustomDepthStencilValue(int32 Value) { CustomDepthStencilValue = Value; }
    void SetCollisionResponseToChannel(ECollisionChannel Channel, ECollisionResponse Response) {
        SinewFakeResponses.Add(Channel, Response);
    }
    ECollisionResponse GetCollisionResponseToChannel(ECollisionChannel Channel) const {
        const ECollisionResponse* const Response = SinewFakeResponses.Find(Channel);
        return Response == nullptr ? ECR_Block : *Response;
    }
    void SetCastShadow(bool bCast) { CastShadow = bCast; }
    bool WasRecentlyRendered(float = 0.2f) const { return bSinewFakeRendered; }
    float GetLastRenderTimeOnScreen() const { return 0; }
    FVector GetPhysicsLinearVelocity(FName = NAME_None) { return FVector::ZeroVector; }
    void SetBoundsScale(float Scale) { BoundsScale = Scale; }
    void SinewFakeReferences(FReferenceCollector& Collector) override;

    // What tests set: the shape that overlap queries see, in its own space.
    TObjectPtr<UBodySetup> SinewFakeBody;
    bool bSinewFakeRendered = true;

  protected:
    TArray<TObjectPtr<UMaterialInterface>> SinewFakeMaterials;

  private:
    ECollisionEnabled::Type SinewFakeCollision = ECollisionEnabled::QueryAndPhysics;
    ECollisionChannel SinewFakeChannel = ECC_WorldStatic;
    TMap<ECollisionChannel, ECollisionResponse> SinewFakeResponses;  // what is not there blocks
};
