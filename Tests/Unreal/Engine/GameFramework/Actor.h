#pragma once
#include "Components/SceneComponent.h"

class AActor : public UObject {
  public:
    AActor() : AActor(FObjectInitializer::Get()) {}
    AActor(const FObjectInitializer& Initializer);
    SINEW_FAKE_CLASS_MADE(AActor, UObject)
    FTickFunction PrimaryActorTick;

    virtual void BeginPlay() { bSinewFakeSuperCalled = true; }
    virtual void EndPlay(const EEndPlayReason::Type) { bSinewFakeSuperCalled = true; }
    virtual void Tick(float) {}
    bool Destroy(bool = false, bool = true);
    UWorld* GetWorld() const override;
    USceneComponent* GetRootComponent() const { return SinewFakeRoot; }
    bool SetRootComponent(USceneComponent* Root);
    const TSet<UActorComponent*>& GetComponents() const { return SinewFakeComponents; }
    template <class T>
    void GetComponents(TArray<T*>& OutComponents) const {
        OutComponents.Reset();
        for (UActorComponent* Each : SinewFakeComponents)
            if (T* Fitting = Cast<T>(Each)) OutComponents.Add(Fitting);
    }
    template <class T>
    T* FindComponentByClass() const {
        for (UActorComponent* Each : SinewFakeComponents)
            if (T* Fitting = Cast<T>(Each)) return Fitting;
        return nullptr;
    }
    UActorComponent* FindComponentByClass(const TSubclassOf<UActorComponent> Class) const;
    void AddInstanceComponent(UActorComponent* Component) { AddOwnedComponent(Component); }
    void RemoveInstanceComponent(UActorComponent* Component) { RemoveOwnedComponent(Component); }
    void AddOwnedComponent(UActorComponent* Component) { SinewFakeComponents.Add(Component); }
    void RemoveOwnedComponent(UActorComponent* Component) { SinewFakeComponents.Remove(Component); }
    void RegisterAllComponents();
    void UnregisterAllComponents();
    FVector GetActorLocation() const;
    FQuat GetActorQuat() const;
    FTransform GetActorTransform() const;
    FTransform GetTransform() const { return GetActorTransform(); }
    bool SetActorLocation(const FVector& Location, bool = false, void* = nullptr,
                          ETeleportType = ETeleportType::None);
    bool SetActorTransform(const FTransform& Transform, bool = false, void* = nullptr,
                           ETeleportType = ETeleportType::None);
    bool TeleportTo(const FVector& Location, const FRotator& Rotation, bool = false, bool = false);
    bool HasActorBegunPlay() const { return bSinewFakePlaying; }
    bool IsActorBeingDestroyed() const { return bSinewFakeDestroyed; }
    void SetActorHiddenInGame(bool bHidden) { bSinewFakeHidden = bHidden; }
    bool IsHidden() const { return bSinewFakeHidden; }
    FString GetActorLabel(bool = true) const { return GetName(); }
    FString GetActorNameOrLabel() const { return GetName(); }
    void BeginDestroy() override;
    void SinewFakeReferences(FReferenceCollector& Collector) override;

  private:
    friend class UActorComponent;
    friend class UWorld;
    void SinewFakeBeginPlay();
    void SinewFakeEndPlay(EEndPlayReason::Type Reason);
    TSet<UActorComponent*> SinewFakeComponents;
    TObjectPtr<USceneComponent> SinewFakeRoot;
    UWorld* SinewFakeWorld = nullptr;
    bool bSinewFakePlaying = false, bSinewFakeDestroyed = false, bSinewFakeHidden = false,
         bSinewFakeSuperCalled = false;
};
