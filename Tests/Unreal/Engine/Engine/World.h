#pragma once
#include "CollisionQueryParams.h"
#include "CollisionShape.h"
#include "GameFramework/Actor.h"

struct FOverlapResult;
class AWorldSettings;
class FSceneInterface;

struct FActorSpawnParameters {
    FName Name;
    AActor* Owner = nullptr;
    EObjectFlags ObjectFlags = RF_Transactional;
};

/** Actors, their ticks in the order of groups and prerequisites, and overlap queries over their shapes. */
class UWorld : public UObject {
  public:
    UWorld(const FObjectInitializer& Initializer) : UObject(Initializer) {}
    SINEW_FAKE_CLASS_MADE(UWorld, UObject)
    EWorldType::Type WorldType = EWorldType::None;
    TArray<FVector> ViewLocationsRenderedLastFrame;
    FSceneInterface* Scene = nullptr;

    static UWorld* CreateWorld(const EWorldType::Type Type, bool bInformEngineOfWorld, FName Name = NAME_None,
                               UPackage* = nullptr);
    void DestroyWorld(bool bInformEngineOfWorld);
    template <class T = AActor>
    T* SpawnActor(UClass* Class = T::StaticClass(), const FVector* Location = nullptr,
                  const FRotator* Rotation = nullptr,
                  const FActorSpawnParameters& Parameters = FActorSpawnParameters()) {
        return static_cast<T*>(SinewFakeSpawn(Class, Location, Rotation, Parameters));
    }
    template <class T>
    T* SpawnActor(const FActorSpawnParameters& Parameters) {
        return SpawnActor<T>(T::StaticClass(), nullptr, nullptr, Parameters);
    }
    bool DestroyActor(AActor* Actor, bool = false, bool = true);
    void InitializeActorsForPlay(const FURL& Url, bool bResetTime = true, void* Context = nullptr);
    /** In game worlds nothing ticks before. */
    void BeginPlay();
    bool AreActorsInitialized() const { return bSinewFakeInitialized; }
    void Tick(ELevelTick TickType, float DeltaSeconds);
    bool IsGameWorld() const { return WorldType == EWorldType::Game || WorldType == EWorldType::PIE; }
    bool IsEditorWorld() const {
        return WorldType == EWorldType::Editor || WorldType == EWorldType::EditorPreview;
    }
    bool IsPreviewWorld() const {
        return WorldType == EWorldType::EditorPreview || WorldType == EWorldType::GamePreview;
    }
    ENetMode GetNetMode() const { return SinewFakeNetMode; }
    ENetMode SinewFakeNetMode = NM_Standalone;
    bool HasBegunPlay() const { return bSinewFakePlaying; }
    bool IsPaused() const { return false; }
    double GetTimeSeconds() const { return SinewFakeSeconds; }
    float GetDeltaSeconds() const { return SinewFakeDelta; }
    float GetGravityZ() const { return SinewFakeGravity; }
    bool OverlapMultiByObjectType(
        TArray<FOverlapResult>& OutOverlaps, const FVector& Pos, const FQuat& Rot,
        const FCollisionObjectQueryParams& ObjectQueryParams, const FCollisionShape& CollisionShape,
        const FCollisionQueryParams& Params = FCollisionQueryParams::DefaultQueryParam) const;
    UWorld* GetWorld() const override { return const_cast<UWorld*>(this); }
    void SinewFakeReferences(FReferenceCollector& Collector) override;

    // What tests look at: names of the tick functions of the last frame, in the order they ran.
    TArray<FString> SinewFakeTicked;
    float SinewFakeGravity = -980.0f;
    void SinewFakeRegister(FTickFunction& Function, UActorComponent* Owner, bool bRegister);

  private:
    struct FTicking {
        FTickFunction* Function;
        TWeakObjectPtr<UActorComponent> Owner;
    };
    AActor* SinewFakeSpawn(UClass* Class, const FVector* Location, const FRotator* Rotation,
                           const FActorSpawnParameters& Parameters);
    TArray<TObjectPtr<AActor>> SinewFakeActors;
    TArray<FTicking> SinewFakeTicking;
    double SinewFakeSeconds = 0;
    float SinewFakeDelta = 0;
    bool bSinewFakePlaying = false, bSinewFakeInitialized = false;
};
