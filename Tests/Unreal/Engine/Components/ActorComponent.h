#pragma once
#include "Engine/EngineTypes.h"

class AActor;
class UActorComponent;
class UWorld;
struct FActorComponentTickFunction : FTickFunction {
    UActorComponent* Target = nullptr;
    void ExecuteTick(float DeltaTime, ELevelTick TickType) override;
    FString DiagnosticMessage() override;
};

class UActorComponent : public UObject {
    SINEW_FAKE_CLASS(UActorComponent, UObject)
    ~UActorComponent() override;
    FActorComponentTickFunction PrimaryComponentTick;
    TArray<FName> ComponentTags;
    EComponentCreationMethod CreationMethod = EComponentCreationMethod::Native;
    uint8 bAutoActivate : 1 = 0;
    uint8 bTickInEditor : 1 = 0;
    uint8 bWantsInitializeComponent : 1 = 0;
    uint8 bNeverNeedsRenderUpdate : 1 = 0;
    uint8 bIsEditorOnly : 1 = 0;

    virtual void OnRegister();
    virtual void OnUnregister();
    virtual void InitializeComponent() {}
    virtual void UninitializeComponent() {}
    virtual void BeginPlay();
    virtual void EndPlay(const EEndPlayReason::Type EndPlayReason);
    virtual void TickComponent(float DeltaTime, enum ELevelTick TickType,
                               FActorComponentTickFunction* ThisTickFunction);
    virtual void OnComponentCreated() {}
    virtual void OnComponentDestroyed(bool) {}
    virtual void RegisterComponentTickFunctions(bool bRegister);
    virtual void Activate(bool bReset = false);
    virtual void Deactivate();
    virtual void AddTickPrerequisiteComponent(UActorComponent* PrerequisiteComponent);
    virtual void RemoveTickPrerequisiteComponent(UActorComponent* PrerequisiteComponent);
    virtual void DestroyComponent(bool bPromoteChildren = false);
    void RegisterComponent();
    void RegisterComponentWithWorld(UWorld* World);
    void UnregisterComponent();
    void ReregisterComponent();
    bool IsRegistered() const { return bSinewFakeRegistered; }
    bool HasBegunPlay() const { return bSinewFakePlaying; }
    bool IsActive() const { return bSinewFakeActive; }
    bool IsBeingDestroyed() const { return bSinewFakeDestroyed; }
    void SetComponentTickEnabled(bool bEnabled) { PrimaryComponentTick.SetTickFunctionEnable(bEnabled); }
    bool IsComponentTickEnabled() const { return PrimaryComponentTick.IsTickFunctionEnabled(); }
    void SetTickGroup(ETickingGroup Group) { PrimaryComponentTick.TickGroup = Group; }
    void SetActive(bool bNew, bool bReset = false) { bNew ? Activate(bReset) : Deactivate(); }
    AActor* GetOwner() const;
    template <class T>
    T* GetOwner() const {
        return Cast<T>(GetOwner());
    }
    UWorld* GetWorld() const override;
    virtual void MarkRenderStateDirty() { ++SinewFakeRenderStateDirty; }
    void MarkRenderTransformDirty() {}
    void MarkRenderDynamicDataDirty() { ++SinewFakeDynamicDataDirty; }
    void MarkForNeededEndOfFrameUpdate() {}
    virtual bool IsVisualizationComponent() const { return false; }
    bool ComponentHasTag(FName Tag) const { return ComponentTags.Contains(Tag); }
    void BeginDestroy() override;

    int32 SinewFakeRenderStateDirty = 0, SinewFakeDynamicDataDirty = 0;

  protected:
    UWorld* SinewFakeWorld = nullptr;

  private:
    friend class AActor;
    friend class UWorld;
    void SinewFakeBeginPlay();
    void SinewFakeEndPlay(EEndPlayReason::Type Reason);
    bool bSinewFakeRegistered = false, bSinewFakePlaying = false, bSinewFakeActive = false,
         bSinewFakeDestroyed = false;
    bool bSinewFakeSuperCalled = false;  // overrides that forget Super are found out
};
