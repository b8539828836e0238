#include "Components/ActorComponent.h"
#include "Components/MeshComponent.h"
#include "Components/PrimitiveComponent.h"
#include "Components/SceneComponent.h"
#include "CoreMinimal.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "Materials/MaterialInstanceDynamic.h"
#include "PhysicsEngine/BodySetup.h"

void FTickFunction::AddPrerequisite(UObject* TargetObject, FTickFunction& TargetTickFunction) {
    SinewFakePrerequisites.AddUnique({TargetObject, &TargetTickFunction});
}
void FTickFunction::RemovePrerequisite(UObject* TargetObject, FTickFunction& TargetTickFunction) {
    SinewFakePrerequisites.Remove({TargetObject, &TargetTickFunction});
}
void FActorComponentTickFunction::ExecuteTick(float DeltaTime, ELevelTick TickType) {
    const bool bEditor = TickType == LEVELTICK_ViewportsOnly;
    if (!IsValid(Target) || !Target->IsRegistered() || (bEditor && !Target->bTickInEditor)) return;
    Target->TickComponent(DeltaTime, TickType, this);
}
FString FActorComponentTickFunction::DiagnosticMessage() {
    return Target == nullptr ? FString() : Target->GetName();
}

UActorComponent::~UActorComponent() = default;
AActor* UActorComponent::GetOwner() const {
    return GetTypedOuter<AActor>();
}
UWorld* UActorComponent::GetWorld() const {
    if (SinewFakeWorld != nullptr) return SinewFakeWorld;
    return GetOwner() == nullptr ? nullptr : GetOwner()->GetWorld();
}
void UActorComponent::OnRegister() {
    bSinewFakeSuperCalled = true;
}
void UActorComponent::OnUnregister() {
    bSinewFakeSuperCalled = true;
}
void UActorComponent::BeginPlay() {
    bSinewFakeSuperCalled = true;
}
void UActorComponent::EndPlay(const EEndPlayReason::Type) {
    bSinewFakeSuperCalled = true;
}
void UActorComponent::TickComponent(float, ELevelTick, FActorComponentTickFunction*) {}
void UActorComponent::Activate(bool bReset) {
    if (bReset || !bSinewFakeActive) {
        bSinewFakeActive = true;
        SetComponentTickEnabled(PrimaryComponentTick.bStartWithTickEnabled);
    }
}
void UActorComponent::Deactivate() {
    bSinewFakeActive = false;
    SetComponentTickEnabled(false);
}
void UActorComponent::AddTickPrerequisiteComponent(UActorComponent* PrerequisiteComponent) {
    if (PrerequisiteComponent == nullptr || !PrerequisiteComponent->PrimaryComponentTick.bCanEverTick) return;
    PrimaryComponentTick.AddPrerequisite(PrerequisiteComponent, PrerequisiteComponent->PrimaryComponentTick);
}
void UActorComponent::RemoveTickPrerequisiteComponent(UActorComponent* PrerequisiteComponent) {
    if (PrerequisiteComponent != nullptr)
        PrimaryComponentTick.RemovePrerequisite(PrerequisiteComponent,
                                                PrerequisiteComponent->PrimaryComponentTick);
}
void UActorComponent::RegisterComponentTickFunctions(bool bRegister) {
    PrimaryComponentTick.Target = this;
    PrimaryComponentTick.bSinewFakeRegistered = bRegister && PrimaryComponentTick.bCanEverTick;
    if (SinewFakeWorld != nullptr && (PrimaryComponentTick.bCanEverTick || !bRegister))
        SinewFakeWorld->SinewFakeRegister(PrimaryComponentTick, this, bRegister);
}
void UActorComponent::RegisterComponent() {
    AActor* Owner = GetOwner();
    check(Owner != nullptr && Owner->GetWorld() != nullptr);
    RegisterComponentWithWorld(Owner->GetWorld());
}
void UActorComponent::RegisterComponentWithWorld(UWorld* World) {
    check(IsInGameThread());
    if (bSinewFakeRegistered || World == nullptr || IsTemplate()) return;
    check(!bSinewFakeDestroyed);
    SinewFakeWorld = World;
    if (GetOwner() != nullptr) GetOwner()->AddOwnedComponent(this);
    bSinewFakeRegistered = true;
    bSinewFakeSuperCalled = false;
    OnRegister();
    check(bSinewFakeSuperCalled);
    SetComponentTickEnabled(PrimaryComponentTick.bStartWithTickEnabled);
    RegisterComponentTickFunctions(true);
    if (bAutoActivate) Activate(true);
    if (World->HasBegunPlay() && (GetOwner() == nullptr || GetOwner()->HasActorBegunPlay()))
        SinewFakeBeginPlay();
}
void UActorComponent::UnregisterComponent() {
    if (!bSinewFakeRegistered) return;
    RegisterComponentTickFunctions(false);
    bSinewFakeSuperCalled = false;
    OnUnregister();
    check(bSinewFakeSuperCalled);
    bSinewFakeRegistered = false;
    SinewFakeWorld = nullptr;
}
void UActorComponent::ReregisterComponent() {
    UWorld* World = SinewFakeWorld;
    UnregisterComponent();
    RegisterComponentWithWorld(World);
}
void UActorComponent::SinewFakeBeginPlay() {
    if (bSinewFakePlaying) return;
    if (bWantsInitializeComponent) InitializeComponent();
    bSinewFakeSuperCalled = false;
    bSinewFakePlaying = true;
    BeginPlay();
    check(bSinewFakeSuperCalled);
}
void UActorComponent::SinewFakeEndPlay(EEndPlayReason::Type Reason) {
    if (!bSinewFakePlaying) return;
    bSinewFakeSuperCalled = false;
    EndPlay(Reason);
    check(bSinewFakeSuperCalled);
    bSinewFakePlaying = false;
    if (bWantsInitializeComponent) UninitializeComponent();
}
void UActorComponent::DestroyComponent(bool) {
    if (bSinewFakeDestroyed) return;
    SinewFakeEndPlay(EEndPlayReason::Destroyed);
    UnregisterComponent();
    bSinewFakeDestroyed = true;
    if (GetOwner() != nullptr) GetOwner()->RemoveOwnedComponent(this);
    OnComponentDestroyed(false);
    MarkAsGarbage();
}
void UActorComponent::BeginDestroy() {
    UnregisterComponent();
    Super::BeginDestroy();
}

// ---- places in the world ----
void USceneComponent::SetupAttachment(USceneComponent* Parent, FName) {
    check(!IsRegistered());
    AttachToComponent(Parent, FAttachmentTransformRules::KeepRelativeTransform);
}
bool USceneComponent::AttachToComponent(USceneComponent* Parent, const FAttachmentTransformRules& Rules,
                                        FName) {
    if (Parent == nullptr || Parent == this) return false;
    const FTransform World = GetComponentTransform();
    if (SinewFakeParent != nullptr) SinewFakeParent->SinewFakeChildren.Remove(this);
    SinewFakeParent = Parent;
    Parent->SinewFakeChildren.AddUnique(this);
    if (Rules.Location == EAttachmentRule::KeepWorld)
        SinewFakeRelative = World.GetRelativeTransform(Parent->GetComponentTransform());
    if (Rules.Location == EAttachmentRule::SnapToTarget)
        SinewFakeRelative =
            FTransform(FQuat::Identity, FVector::ZeroVector,
                       Rules.Scale == EAttachmentRule::SnapToTarget ? FVector::OneVector
                                                                    : SinewFakeRelative.GetScale3D());
    return true;
}
void USceneComponent::DetachFromComponent(const FDetachmentTransformRules& Rules) {
    if (SinewFakeParent == nullptr) return;
    const FTransform World = GetComponentTransform();
    SinewFakeParent->SinewFakeChildren.Remove(this);
    SinewFakeParent = nullptr;
    if (Rules.bWorld) SinewFakeRelative = World;
}
const FTransform& USceneComponent::GetComponentTransform() const {
    SinewFakeToWorld = SinewFakeParent == nullptr
                           ? SinewFakeRelative
                           : SinewFakeRelative * SinewFakeParent->GetComponentTransform();
    return SinewFakeToWorld;
}
void USceneComponent::SetRelativeTransform(const FTransform& Value) {
    SinewFakeRelative = Value;
    SinewFakeMoved();
}
void USceneComponent::SinewFakeMoved() {
    if (IsRegistered()) UpdateBounds();
    for (USceneComponent* Child : SinewFakeChildren) Child->SinewFakeMoved();
}
void USceneComponent::OnRegister() {
    Super::OnRegister();
    UpdateBounds();
}
void USceneComponent::SetWorldTransform(const FTransform& Value, bool, void*, ETeleportType) {
    SetRelativeTransform(SinewFakeParent == nullptr
                             ? Value
                             : Value.GetRelativeTransform(SinewFakeParent->GetComponentTransform()));
}
void USceneComponent::SetRelativeLocation(const FVector& Value) {
    SetRelativeTransform(FTransform(SinewFakeRelative.GetRotation(), Value, SinewFakeRelative.GetScale3D()));
}
void USceneComponent::SetRelativeRotation(const FQuat& Value) {
    SetRelativeTransform(
        FTransform(Value, SinewFakeRelative.GetTranslation(), SinewFakeRelative.GetScale3D()));
}
void USceneComponent::SetRelativeScale3D(const FVector& Value) {
    SetRelativeTransform(
        FTransform(SinewFakeRelative.GetRotation(), SinewFakeRelative.GetTranslation(), Value));
}
void USceneComponent::SetWorldLocation(const FVector& Value) {
    FTransform World = GetComponentTransform();
    World.SetLocation(Value);
    SetWorldTransform(World);
}
void USceneComponent::SetWorldRotation(const FQuat& Value) {
    FTransform World = GetComponentTransform();
    World.SetRotation(Value);
    SetWorldTransform(World);
}
void USceneComponent::SetWorldLocationAndRotation(const FVector& Location, const FQuat& Rotation) {
    SetWorldTransform(FTransform(Rotation, Location, GetComponentScale()));
}
void USceneComponent::SetVisibility(bool bNew, bool bPropagate) {
    bSinewFakeVisible = bNew;
    if (bPropagate)
        for (USceneComponent* Child : SinewFakeChildren) Child->SetVisibility(bNew, true);
}
void USceneComponent::DestroyComponent(bool bPromoteChildren) {
    DetachFromComponent(FDetachmentTransformRules::KeepRelativeTransform);
    for (USceneComponent* Child : TArray<TObjectPtr<USceneComponent>>(SinewFakeChildren))
        Child->DetachFromComponent(FDetachmentTransformRules::KeepWorldTransform);
    Super::DestroyComponent(bPromoteChildren);
}
void USceneComponent::SinewFakeReferences(FReferenceCollector& Collector) {
    Super::SinewFakeReferences(Collector);
    Collector.AddReferencedObject(SinewFakeParent);
    Collector.AddReferencedObjects(SinewFakeChildren);
    SinewFakeChildren.RemoveAll([](const TObjectPtr<USceneComponent>& Child) { return Child == nullptr; });
}

// ---- what is drawn ----
FBoxSphereBounds UPrimitiveComponent::CalcBounds(const FTransform& LocalToWorld) const {
    const FBox Box =
        SinewFakeBody == nullptr ? FBox(ForceInit) : SinewFakeBody->AggGeom.CalcAABB(LocalToWorld);
    return Box.IsValid ? FBoxSphereBounds(Box)
                       : FBoxSphereBounds(LocalToWorld.GetLocation(), FVector::ZeroVector, 0);
}
void UPrimitiveComponent::SetMaterial(int32 Index, UMaterialInterface* Material) {
    check(IsInGameThread() && Index >= 0);
    if (Index >= SinewFakeMaterials.Num()) SinewFakeMaterials.SetNum(Index + 1);
    SinewFakeMaterials[Index] = Material;
}
UMaterialInterface* UPrimitiveComponent::GetMaterial(int32 Index) const {
    return SinewFakeMaterials.IsValidIndex(Index) ? SinewFakeMaterials[Index].Get() : nullptr;
}
UMaterialInstanceDynamic* UPrimitiveComponent::CreateDynamicMaterialInstance(int32 Index,
                                                                             UMaterialInterface* Source,
                                                                             FName) {
    UMaterialInstanceDynamic* Made =
        UMaterialInstanceDynamic::Create(Source == nullptr ? GetMaterial(Index) : Source, this);
    SetMaterial(Index, Made);
    return Made;
}
void UPrimitiveComponent::SinewFakeReferences(FReferenceCollector& Collector) {
    Super::SinewFakeReferences(Collector);
    Collector.AddReferencedObjects(SinewFakeMaterials);
    Collector.AddReferencedObject(SinewFakeBody);
}
TArray<UMaterialInterface*> UMeshComponent::GetMaterials() const {
    TArray<UMaterialInterface*> Found;
    for (int32 Index = 0; Index < GetNumMaterials(); ++Index) Found.Add(GetMaterial(Index));
    return Found;
}
