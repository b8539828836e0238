// The fake world, where a mistake would hide the plugin's: the order of ticks, the fast path's counters,
// garbage, updates of textures.
#include "Components/DynamicMeshComponent.h"
#include "Components/SkeletalMeshComponent.h"
#include "Components/SphereComponent.h"
#include "CoreMinimal.h"
#include "Engine/OverlapResult.h"
#include "Engine/SkeletalMesh.h"
#include "Engine/Texture2D.h"
#include "Engine/World.h"
#include "Materials/MaterialInstanceDynamic.h"
#include "Misc/AutomationTest.h"
#include "RenderingThread.h"
#include "SinewEngineVersion.h"
#include "UObject/StrongObjectPtr.h"

using UE::Geometry::FDynamicMesh3;

BEGIN_DEFINE_SPEC(FStandInWorldSpec, "StandIn.World", SINEW_TEST_FLAGS)
UWorld* World = nullptr;
AActor* Actor = nullptr;
template <class T>
T* Add(const TCHAR* Name, ETickingGroup Group = TG_PrePhysics) {
    T* Made = NewObject<T>(Actor, FName(Name));
    Made->PrimaryComponentTick.bCanEverTick = true;
    Made->PrimaryComponentTick.bStartWithTickEnabled = true;
    Made->PrimaryComponentTick.TickGroup = Group;
    Made->RegisterComponent();
    return Made;
}
FString Order() const {
    return FString::Join(World->SinewFakeTicked, TEXT(" "));
}
FDynamicMesh3 OneTriangle() const {
    FDynamicMesh3 Mesh;
    Mesh.AppendVertex(FVector3d(0, 0, 0));
    Mesh.AppendVertex(FVector3d(1, 0, 0));
    Mesh.AppendVertex(FVector3d(0, 1, 0));
    Mesh.AppendTriangle(0, 1, 2);
    return Mesh;
}
END_DEFINE_SPEC(FStandInWorldSpec)

void FStandInWorldSpec::Define() {
    BeforeEach([this]() {
        World = UWorld::CreateWorld(EWorldType::Game, false);
        Actor = World->SpawnActor<AActor>();
        World->InitializeActorsForPlay(FURL());
        World->BeginPlay();
    });
    AfterEach([this]() {
        World->DestroyWorld(false);
        World = nullptr;
        CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
    });
    Describe("ticks", [this]() {
        It("run group by group, whatever was registered first", [this]() {
            Add<UActorComponent>(TEXT("Late"), TG_PostPhysics);
            Add<UActorComponent>(TEXT("Early"));
            World->Tick(LEVELTICK_All, 0.1f);
            TestEqual(TEXT("order"), Order(), FString(TEXT("Early Late")));
        });
        It("wait for prerequisites of the same group", [this]() {
            UActorComponent* Second = Add<UActorComponent>(TEXT("Second"));
            UActorComponent* First = Add<UActorComponent>(TEXT("First"));
            Second->AddTickPrerequisiteComponent(First);
            World->Tick(LEVELTICK_All, 0.1f);
            TestEqual(TEXT("order"), Order(), FString(TEXT("First Second")));
        });
        It("are drawn into the later group of a prerequisite", [this]() {
            UActorComponent* Waiting = Add<UActorComponent>(TEXT("Waiting"));
            UActorComponent* Late = Add<UActorComponent>(TEXT("Late"), TG_PostPhysics);
            Add<UActorComponent>(TEXT("Middle"), TG_DuringPhysics);
            Waiting->AddTickPrerequisiteComponent(Late);
            World->Tick(LEVELTICK_All, 0.1f);
            TestEqual(TEXT("order"), Order(), FString(TEXT("Middle Late Waiting")));
        });
        It("do not wait for what is gone or off", [this]() {
            UActorComponent* Waiting = Add<UActorComponent>(TEXT("Waiting"));
            UActorComponent* Gone = Add<UActorComponent>(TEXT("Gone"), TG_PostPhysics);
            Waiting->AddTickPrerequisiteComponent(Gone);
            Gone->DestroyComponent();
            CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
            World->Tick(LEVELTICK_All, 0.1f);
            TestEqual(TEXT("order"), Order(), FString(TEXT("Waiting")));
            Waiting->SetComponentTickEnabled(false);
            World->Tick(LEVELTICK_All, 0.1f);
            TestEqual(TEXT("nobody"), Order(), FString());
        });
    });
    Describe("a pose", [this]() {
        It("is seen when it is finished, and not before", [this]() {
            USkeletalMesh* Mesh = NewObject<USkeletalMesh>();
            FReferenceSkeletonModifier Bones(Mesh->GetRefSkeleton(), nullptr);
            Bones.Add(FMeshBoneInfo(TEXT("Root"), TEXT("Root"), INDEX_NONE), FTransform(FVector(1, 0, 0)));
            Bones.Add(FMeshBoneInfo(TEXT("Tip"), TEXT("Tip"), 0), FTransform(FVector(0, 2, 0)));
            USkeletalMeshComponent* Component = Add<USkeletalMeshComponent>(TEXT("Mesh"));
            Component->SetSkeletalMeshAsset(Mesh);
            TestEqual(TEXT("the bind pose is in component space"),
                      Component->GetComponentSpaceTransforms()[1].GetLocation(), FVector(1, 2, 0));
            Component->GetEditableComponentSpaceTransforms()[1].SetLocation(FVector(9, 9, 9));
            TestEqual(TEXT("not yet"), Component->GetComponentSpaceTransforms()[1].GetLocation(),
                      FVector(1, 2, 0));
            int32 Finished = 0;
            const FDelegateHandle Handle = Component->RegisterOnBoneTransformsFinalizedDelegate(
                FOnBoneTransformsFinalizedMultiCast::FDelegate::CreateLambda([&Finished]() { ++Finished; }));
            Component->ApplyEditedComponentSpaceTransforms();
            TestEqual(TEXT("now"), Component->GetComponentSpaceTransforms()[1].GetLocation(),
                      FVector(9, 9, 9));
            TestEqual(TEXT("told"), Finished, 1);
            Component->UnregisterOnBoneTransformsFinalizedDelegate(Handle);
            Component->ApplyEditedComponentSpaceTransforms();
            TestEqual(TEXT("not told any more"), Finished, 1);
            Component->SetVisibility(false);
            Component->SinewFakeAnimation = [](double, TArray<FTransform>& Space) {
                Space[1].SetLocation(FVector(5, 5, 5));
            };
            World->Tick(LEVELTICK_All, 0.1f);
            TestEqual(TEXT("hidden ones stand still"),
                      Component->GetComponentSpaceTransforms()[1].GetLocation(), FVector(9, 9, 9));
            Component->VisibilityBasedAnimTickOption =
                EVisibilityBasedAnimTickOption::AlwaysTickPoseAndRefreshBones;
            World->Tick(LEVELTICK_All, 0.1f);
            TestEqual(TEXT("unless asked"), Component->GetComponentSpaceTransforms()[1].GetLocation(),
                      FVector(5, 5, 5));
        });
    });
    Describe("a dynamic mesh", [this]() {
        It("counts fast and full updates apart", [this]() {
            UDynamicMeshComponent* Component = Add<UDynamicMeshComponent>(TEXT("Mesh"));
            Component->SetMesh(OneTriangle());
            TestEqual(TEXT("full"), Component->SinewFakeFullUpdates, 1);
            Component->GetMesh()->SetVertex(0, FVector3d(3, 0, 0));
            Component->FastNotifyPositionsUpdated(true);
            TestEqual(TEXT("still one full"), Component->SinewFakeFullUpdates, 1);
            TestEqual(TEXT("one fast"), Component->SinewFakeFastUpdates, 1);
            Component->GetDynamicMesh()->EditMesh(
                [](FDynamicMesh3& Mesh) { Mesh.SetVertex(0, FVector3d(4, 0, 0)); });
            TestEqual(TEXT("the object's own edit is a full one"), Component->SinewFakeFullUpdates, 2);
        });
        It("finds a fast update after a change of topology", [this]() {
            UDynamicMeshComponent* Component = Add<UDynamicMeshComponent>(TEXT("Mesh"));
            Component->SetMesh(OneTriangle());
            Component->GetMesh()->AppendVertex(FVector3d(0, 0, 1));
            AddExpectedErrorPlain(TEXT("ensure failed"));
            Component->FastNotifyPositionsUpdated();
            TestEqual(TEXT("bad"), Component->SinewFakeBadFastUpdates, 1);
        });
        It("refuses the triangle that is there already, and a third at an edge", [this]() {
            FDynamicMesh3 Mesh = OneTriangle();
            Mesh.AppendVertex(FVector3d(0, 0, 1));
            TestEqual(TEXT("again"), Mesh.AppendTriangle(0, 1, 2), int32(FDynamicMesh3::DuplicateTriangleID));
            TestEqual(TEXT("the same side of an edge"), Mesh.AppendTriangle(0, 1, 3),
                      int32(FDynamicMesh3::NonManifoldID));
            TestEqual(TEXT("the other side"), Mesh.AppendTriangle(1, 0, 3), 1);
        });
    });
    Describe("textures", [this]() {
        It("are updated later, and what was lent is given back", [this]() {
            TStrongObjectPtr<UTexture2D> Texture(UTexture2D::CreateTransient(2, 2, PF_B8G8R8A8));
            uint8* Pixels = new uint8[16];
            FMemory::Memset(Pixels, 7, 16);
            const FUpdateTextureRegion2D* Region = new FUpdateTextureRegion2D(1, 0, 0, 0, 1, 2);
            int32 Given = 0;
            const auto Cleanup = [&Given](uint8* Data, const FUpdateTextureRegion2D* Regions) {
                delete[] Data;
                delete Regions;
                ++Given;
            };
            Texture->UpdateTextureRegions(0, 1, Region, 8, 4, Pixels, Cleanup);
            TestEqual(TEXT("lost without a resource"), Texture->SinewFakeLost, 1);
            Texture->UpdateResource();
            Texture->UpdateTextureRegions(0, 1, Region, 8, 4, Pixels, Cleanup);
            TestEqual(TEXT("not yet"), Given, 0);
            FlushRenderingCommands();
            TestEqual(TEXT("given back"), Given, 1);
            TestTrue(TEXT("the right half"),
                     Texture->SinewFakePixels[4] == 7 && Texture->SinewFakePixels[12] == 7);
            TestTrue(TEXT("not the left one"),
                     Texture->SinewFakePixels[0] == 0 && Texture->SinewFakePixels[8] == 0);
        });
    });
    Describe("garbage", [this]() {
        It("is what nothing reaches", [this]() {
            UMaterialInstanceDynamic* Material = UMaterialInstanceDynamic::Create(nullptr, Actor);
            UDynamicMeshComponent* Component = Add<UDynamicMeshComponent>(TEXT("Mesh"));
            Component->SetMaterial(0, Material);
            const TWeakObjectPtr<UMaterialInstanceDynamic> Weak(Material);
            CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
            TestTrue(TEXT("kept by the component"), Weak.IsValid());
            Component->SetMaterial(0, nullptr);
            CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
            TestFalse(TEXT("gone"), Weak.IsValid());
            const int32 Before = SinewFake::CountObjects<UTexture2D>();
            UTexture2D::CreateTransient(2, 2);
            TestEqual(TEXT("one more"), SinewFake::CountObjects<UTexture2D>(), Before + 1);
            CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
            TestEqual(TEXT("as before"), SinewFake::CountObjects<UTexture2D>(), Before);
        });
        It("counts memory that is out", [this]() {
            const int64 Before = SinewFake::BytesOut();
            void* Memory = FMemory::Malloc(100, 64);
            TestEqual(TEXT("out"), SinewFake::BytesOut() - Before, int64(100));
            TestTrue(TEXT("aligned"), IsAligned(reinterpret_cast<UPTRINT>(Memory), 64));
            FMemory::Free(Memory);
            TestEqual(TEXT("back"), SinewFake::BytesOut(), Before);
        });
    });
    Describe("overlaps", [this]() {
        It("find what is near, of the kind that was asked for, and not what is ignored", [this]() {
            USphereComponent* Sphere = Add<USphereComponent>(TEXT("Sphere"));
            Sphere->SetSphereRadius(10);
            Sphere->SetWorldLocation(FVector(100, 0, 0));
            Sphere->SetCollisionObjectType(ECC_WorldDynamic);
            const auto Count = [this](double X, ECollisionChannel Channel, const AActor* Ignored) {
                TArray<FOverlapResult> Found;
                FCollisionQueryParams Params;
                if (Ignored != nullptr) Params.AddIgnoredActor(Ignored);
                World->OverlapMultiByObjectType(Found, FVector(X, 0, 0), FQuat::Identity,
                                                FCollisionObjectQueryParams(Channel),
                                                FCollisionShape::MakeSphere(20), Params);
                return Found.Num();
            };
            TestEqual(TEXT("near"), Count(75, ECC_WorldDynamic, nullptr), 1);
            TestEqual(TEXT("far"), Count(60, ECC_WorldDynamic, nullptr), 0);
            TestEqual(TEXT("another kind"), Count(75, ECC_WorldStatic, nullptr), 0);
            TestEqual(TEXT("ignored"), Count(75, ECC_WorldDynamic, Actor), 0);
        });
    });
}
