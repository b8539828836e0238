#include "Components/BoxComponent.h"
#include "Components/CapsuleComponent.h"
#include "Components/InstancedStaticMeshComponent.h"
#include "Components/SphereComponent.h"
#include "CoreMinimal.h"
#include "Engine/Engine.h"
#include "Engine/OverlapResult.h"
#include "Engine/World.h"
#include "PhysicsEngine/BodySetup.h"
#include "StandIn/Machine.h"

UEngine* GEngine = nullptr;

// ---- actors ----
AActor::AActor(const FObjectInitializer& Initializer) : UObject(Initializer) {}
UWorld* AActor::GetWorld() const {
    return SinewFakeWorld;
}
bool AActor::SetRootComponent(USceneComponent* Root) {
    SinewFakeRoot = Root;
    if (Root != nullptr) AddOwnedComponent(Root);
    return true;
}
UActorComponent* AActor::FindComponentByClass(const TSubclassOf<UActorComponent> Class) const {
    for (UActorComponent* Each : SinewFakeComponents)
        if (Each->IsA(Class.Get())) return Each;
    return nullptr;
}
void AActor::RegisterAllComponents() {
    for (UActorComponent* Each : SinewFakeComponents.Array()) Each->RegisterComponent();
}
void AActor::UnregisterAllComponents() {
    for (UActorComponent* Each : SinewFakeComponents.Array()) Each->UnregisterComponent();
}
FTransform AActor::GetActorTransform() const {
    return SinewFakeRoot == nullptr ? FTransform::Identity : SinewFakeRoot->GetComponentTransform();
}
FVector AActor::GetActorLocation() const {
    return GetActorTransform().GetLocation();
}
FQuat AActor::GetActorQuat() const {
    return GetActorTransform().GetRotation();
}
bool AActor::SetActorTransform(const FTransform& Transform, bool, void*, ETeleportType) {
    if (SinewFakeRoot != nullptr) SinewFakeRoot->SetWorldTransform(Transform);
    return SinewFakeRoot != nullptr;
}
bool AActor::SetActorLocation(const FVector& Location, bool, void*, ETeleportType) {
    FTransform Transform = GetActorTransform();
    Transform.SetLocation(Location);
    return SetActorTransform(Transform);
}
bool AActor::TeleportTo(const FVector& Location, const FRotator& Rotation, bool, bool) {
    return SetActorTransform(FTransform(Rotation, Location, GetActorTransform().GetScale3D()));
}
bool AActor::Destroy(bool, bool) {
    return GetWorld() != nullptr && GetWorld()->DestroyActor(this);
}
void AActor::SinewFakeBeginPlay() {
    if (bSinewFakePlaying) return;
    bSinewFakePlaying = true;
    for (UActorComponent* Each : SinewFakeComponents.Array())
        if (Each->IsRegistered()) Each->SinewFakeBeginPlay();
    bSinewFakeSuperCalled = false;
    BeginPlay();
    check(bSinewFakeSuperCalled);
}
void AActor::SinewFakeEndPlay(EEndPlayReason::Type Reason) {
    if (!bSinewFakePlaying) return;
    bSinewFakeSuperCalled = false;
    EndPlay(Reason);
    check(bSinewFakeSuperCalled);
    for (UActorComponent* Each : SinewFakeComponents.Array()) Each->SinewFakeEndPlay(Reason);
    bSinewFakePlaying = false;
}
void AActor::BeginDestroy() {
    UnregisterAllComponents();
    Super::BeginDestroy();
}
void AActor::SinewFakeReferences(FReferenceCollector& Collector) {
    Super::SinewFakeReferences(Collector);
    Collector.AddReferencedObject(SinewFakeRoot);
    for (UActorComponent* Each : SinewFakeComponents.Array()) {
        UActorComponent* Kept = Each;
        Collector.AddReferencedObject(Kept);
        if (Kept == nullptr) SinewFakeComponents.Remove(Each);
    }
}

// ---- worlds ----
UWorld* UWorld::CreateWorld(const EWorldType::Type Type, bool, FName Name, UPackage*) {
    UWorld* World = NewObject<UWorld>(GetTransientPackage(), Name);
    World->WorldType = Type;
    World->AddToRoot();
    return World;
}
void UWorld::DestroyWorld(bool) {
    for (AActor* Actor : TArray<TObjectPtr<AActor>>(SinewFakeActors)) {
        Actor->SinewFakeEndPlay(EEndPlayReason::Quit);
        Actor->UnregisterAllComponents();
    }
    SinewFakeActors.Empty();
    SinewFakeTicking.Empty();
    bSinewFakePlaying = false;
    RemoveFromRoot();
    MarkAsGarbage();
}
AActor* UWorld::SinewFakeSpawn(UClass* Class, const FVector* Location, const FRotator* Rotation,
                               const FActorSpawnParameters& Parameters) {
    AActor* Actor = NewObject<AActor>(this, Class, Parameters.Name, Parameters.ObjectFlags);
    Actor->SinewFakeWorld = this;
    SinewFakeActors.Add(Actor);
    // Subobjects that the constructor made are the actor's, whether or not it said so.
    for (UObject* Each : SinewFake::AllObjects(UActorComponent::StaticClass()))
        if (Each->GetOuter() == Actor) Actor->AddOwnedComponent(static_cast<UActorComponent*>(Each));
    if (Location != nullptr || Rotation != nullptr)
        Actor->SetActorTransform(FTransform(Rotation == nullptr ? FRotator::ZeroRotator : *Rotation,
                                            Location == nullptr ? FVector::ZeroVector : *Location));
    Actor->RegisterAllComponents();
    if (bSinewFakePlaying) Actor->SinewFakeBeginPlay();
    return Actor;
}
bool UWorld::DestroyActor(AActor* Actor, bool, bool) {
    if (Actor == nullptr || Actor->bSinewFakeDestroyed) return false;
    Actor->bSinewFakeDestroyed = true;
    Actor->SinewFakeEndPlay(EEndPlayReason::Destroyed);
    for (UActorComponent* Each : Actor->SinewFakeComponents.Array()) Each->DestroyComponent();
    SinewFakeActors.Remove(Actor);
    Actor->MarkAsGarbage();
    return true;
}
void UWorld::InitializeActorsForPlay(const FURL&, bool, void*) {
    bSinewFakeInitialized = true;
}
void UWorld::BeginPlay() {
    check(bSinewFakeInitialized);
    bSinewFakePlaying = true;
    for (AActor* Actor : TArray<TObjectPtr<AActor>>(SinewFakeActors)) Actor->SinewFakeBeginPlay();
}
void UWorld::SinewFakeRegister(FTickFunction& Function, UActorComponent* Owner, bool bRegister) {
    SinewFakeTicking.RemoveAll([&](const FTicking& Each) { return Each.Function == &Function; });
    if (bRegister) SinewFakeTicking.Add({&Function, Owner});
}

namespace {
/** The order of one frame: by group, in a group by registration, and nothing before its prerequisites. */
class FFrameOrder {
  public:
    explicit FFrameOrder(const TArray<FTickFunction*>& InFunctions) : Functions(InFunctions) {
        for (FTickFunction* Function : Functions) Groups.Add(Function, INDEX_NONE);
    }
    TArray<FTickFunction*> Sorted() {
        for (int32 Group = 0; Group < TG_MAX; ++Group)
            for (FTickFunction* Function : Functions)
                if (GroupOf(Function, 0) == Group) Visit(Function, Group);
        return Order;
    }

  private:
    int32 GroupOf(FTickFunction* Function, int32 Depth) {
        int32* Known = Groups.Find(Function);
        if (Known == nullptr) return INDEX_NONE;
        check(Depth < 1000);  // prerequisites in a circle
        if (*Known != INDEX_NONE) return *Known;
        int32 Group = Function->TickGroup;
        for (const FTickPrerequisite& Before : Function->SinewFakePrerequisites)
            if (Before.PrerequisiteObject.IsValid())
                Group = FMath::Max(Group, GroupOf(Before.PrerequisiteTickFunction, Depth + 1));
        return Groups.Add(Function, Group);
    }
    void Visit(FTickFunction* Function, int32 Group) {
        if (Order.Contains(Function)) return;
        for (const FTickPrerequisite& Before : Function->SinewFakePrerequisites)
            if (Before.PrerequisiteObject.IsValid() && Groups.Contains(Before.PrerequisiteTickFunction))
                Visit(Before.PrerequisiteTickFunction, Group);
        Order.Add(Function);
    }
    const TArray<FTickFunction*>& Functions;
    TMap<FTickFunction*, int32> Groups;
    TArray<FTickFunction*> Order;
};
}  // namespace

void UWorld::Tick(ELevelTick TickType, float DeltaSeconds) {
    check(IsInGameThread());
    ++GFrameCounter;
    SinewFakeDelta = DeltaSeconds;
    SinewFakeSeconds += double(DeltaSeconds);
    SinewFakeTicked.Reset();
    SinewFake::PumpFrame(DeltaSeconds);
    const ELevelTick Kind = IsGameWorld() ? TickType : LEVELTICK_ViewportsOnly;
    TArray<FTickFunction*> Enabled;
    for (const FTicking& Each : SinewFakeTicking)
        if (Each.Owner.IsValid() && Each.Function->IsTickFunctionEnabled() &&
            (!IsGameWorld() || Each.Owner->HasBegunPlay()))
            Enabled.Add(Each.Function);
    for (FTickFunction* Function : FFrameOrder(Enabled).Sorted()) {
        // One that ran before it may have ended or disabled it.
        const bool bStill = SinewFakeTicking.ContainsByPredicate(
            [&](const FTicking& Each) { return Each.Function == Function && Each.Owner.IsValid(); });
        if (!bStill || !Function->IsTickFunctionEnabled()) continue;
        Function->SinewFakeLeft -= double(DeltaSeconds);
        if (Function->TickInterval > 0 && Function->SinewFakeLeft > 0) continue;
        Function->SinewFakeLeft = double(Function->TickInterval);
        SinewFakeTicked.Add(Function->DiagnosticMessage());
        Function->ExecuteTick(DeltaSeconds, Kind);
    }
    SinewFake::PumpFrame(0);
}

void UWorld::SinewFakeReferences(FReferenceCollector& Collector) {
    Super::SinewFakeReferences(Collector);
    Collector.AddReferencedObjects(SinewFakeActors);
    SinewFakeActors.RemoveAll([](const TObjectPtr<AActor>& Actor) { return Actor == nullptr; });
}

// ---- overlaps ----
FBox FKAggregateGeom::CalcAABB(const FTransform& Transform) const {
    FBox Box(ForceInit);
    const auto Add = [&](const FTransform& Local, const FVector& Half) {
        Box += FBox(-Half, Half).TransformBy(Local * Transform);
    };
    for (const FKSphereElem& Elem : SphereElems) Add(Elem.GetTransform(), FVector(double(Elem.Radius)));
    for (const FKBoxElem& Elem : BoxElems)
        Add(Elem.GetTransform(), FVector(double(Elem.X), double(Elem.Y), double(Elem.Z)) * 0.5);
    for (const FKSphylElem& Elem : SphylElems)
        Add(Elem.GetTransform(),
            FVector(double(Elem.Radius), double(Elem.Radius), double(Elem.Radius + Elem.Length / 2)));
    for (const FKTaperedCapsuleElem& Elem : TaperedCapsuleElems) {
        const double Radius = double(FMath::Max(Elem.Radius0, Elem.Radius1));
        Add(Elem.GetTransform(), FVector(Radius, Radius, Radius + double(Elem.Length) / 2));
    }
    for (const FKConvexElem& Elem : ConvexElems)
        Box += Elem.ElemBox.TransformBy(Elem.GetTransform() * Transform);
    return Box;
}
bool UWorld::OverlapMultiByObjectType(TArray<FOverlapResult>& OutOverlaps, const FVector& Pos,
                                      const FQuat& Rot, const FCollisionObjectQueryParams& ObjectQueryParams,
                                      const FCollisionShape& CollisionShape,
                                      const FCollisionQueryParams& Params) const {
    check(IsInGameThread());
    OutOverlaps.Reset();
    const FBox Query =
        FBox(-CollisionShape.GetExtent(), CollisionShape.GetExtent()).TransformBy(FTransform(Rot, Pos));
    for (const AActor* Actor : SinewFakeActors) {
        if (Params.SinewFakeIgnored.Contains(Actor)) continue;
        for (UActorComponent* Each : Actor->GetComponents()) {
            UPrimitiveComponent* Primitive = Cast<UPrimitiveComponent>(Each);
            if (Primitive == nullptr || !Primitive->IsRegistered() ||
                Params.SinewFakeIgnored.Contains(Primitive))
                continue;
            if (Primitive->GetCollisionEnabled() == ECollisionEnabled::NoCollision ||
                Primitive->GetCollisionEnabled() == ECollisionEnabled::PhysicsOnly)
                continue;
            const bool bAsked =
                (ObjectQueryParams.SinewFakeMask >> uint32(Primitive->GetCollisionObjectType()) & 1u) != 0;
            const UBodySetup* Body = Primitive->GetBodySetup();
            if (!bAsked || Body == nullptr ||
                !Body->AggGeom.CalcAABB(Primitive->GetComponentTransform()).Intersect(Query))
                continue;
            FOverlapResult Result;
            Result.Component = Primitive;
            OutOverlaps.Add(Result);
        }
    }
    return OutOverlaps.Num() > 0;
}

UBodySetup& UShapeComponent::SinewFakeFreshBody() {
    if (SinewFakeBody == nullptr) SinewFakeBody = NewObject<UBodySetup>(this);
    SinewFakeBody->AggGeom = FKAggregateGeom();
    return *SinewFakeBody;
}
void USphereComponent::SetSphereRadius(float Radius, bool) {
    SphereRadius = Radius;
    SinewFakeFreshBody().AggGeom.SphereElems.Add(FKSphereElem(Radius));
}
void UBoxComponent::SetBoxExtent(FVector Extent, bool) {
    BoxExtent = Extent;
    SinewFakeFreshBody().AggGeom.BoxElems.Add(
        FKBoxElem(float(Extent.X * 2), float(Extent.Y * 2), float(Extent.Z * 2)));
}
int32 UInstancedStaticMeshComponent::AddInstance(const FTransform& InstanceTransform, bool bWorldSpace) {
    return SinewFakeInstances.Add(
        bWorldSpace ? InstanceTransform.GetRelativeTransform(GetComponentTransform()) : InstanceTransform);
}
bool UInstancedStaticMeshComponent::GetInstanceTransform(int32 InstanceIndex,
                                                         FTransform& OutInstanceTransform,
                                                         bool bWorldSpace) const {
    if (!SinewFakeInstances.IsValidIndex(InstanceIndex)) return false;
    const FTransform& Own = SinewFakeInstances[InstanceIndex];
    OutInstanceTransform = bWorldSpace ? Own * GetComponentTransform() : Own;
    return true;
}
void UCapsuleComponent::SetCapsuleSize(float Radius, float HalfHeight, bool) {
    CapsuleRadius = Radius;
    CapsuleHalfHeight = HalfHeight;
    SinewFakeFreshBody().AggGeom.SphylElems.Add(
        FKSphylElem(Radius, FMath::Max(0.0f, 2 * (HalfHeight - Radius))));
}
