// What of the editor module no real engine lets a test look at: rows of details panels, pictures,
// notifications.
#include "Build/SinewAssetBuild.h"
#include "Build/SinewRunningBuilds.h"
#include "Components/SkeletalMeshComponent.h"
#include "Containers/Ticker.h"
#include "CoreMinimal.h"
#include "DetailWidgetRow.h"
#include "Engine/SkeletalMesh.h"
#include "Engine/World.h"
#include "Export/SinewExport.h"
#include "GameFramework/Actor.h"
#include "HAL/FileManager.h"
#include "HAL/PlatformProcess.h"
#include "Import/SinewImport.h"
#include "Misc/AsyncTaskNotification.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "PropertyEditorModule.h"
#include "SinewAsset.h"
#include "SinewAssetDefinition.h"
#include "SinewComponent.h"
#include "SinewEngineVersion.h"
#include "Styling/SlateStyleRegistry.h"
#include "Tests/SinewTestBox.h"
#include "Tests/SinewTestMesh.h"

BEGIN_DEFINE_SPEC(FSinewDetailsSpec, "Sinew.Editor.Details", SINEW_TEST_FLAGS)
FString Folder;
USkeletalMesh* Mesh = nullptr;
USinewAsset* Asset = nullptr;

/** What is in the rows of an object's details and has this in its text. */
TSharedPtr<SWidget> Find(UObject* Of, const TCHAR* Text) {
    FPropertyEditorModule& Module =
        FModuleManager::LoadModuleChecked<FPropertyEditorModule>(TEXT("PropertyEditor"));
    for (const TSharedPtr<FDetailWidgetRow>& Row : Module.SinewFakeRows({Of})) {
        TSharedPtr<SWidget> Widget = Row->Whole.Widget;
        if (Widget.IsValid() && Widget->SinewFakeText().ToString().Contains(Text)) return Widget;
    }
    return nullptr;
}

TSharedPtr<SWidget> Button(UObject* Of) {
    return Find(Of, TEXT("Build Sinew asset"));
}

void WriteRecipe(const FString& Text) {
    Asset->RecipeFile = FPaths::Combine(Folder, TEXT("small.toml"));
    FFileHelper::SaveStringToFile(Text, *Asset->RecipeFile);
}

/** Frames of the editor until nothing is built any more. */
void WaitForEnd() {
    for (int32 Frame = 0; Frame < 5000 && FSinewRunningBuilds::Get()->Num() > 0; ++Frame) {
        FTSTicker::GetCoreTicker().Tick(0.2f);
        FPlatformProcess::Sleep(0.01f);
    }
    TestEqual(TEXT("builds that still run"), FSinewRunningBuilds::Get()->Num(), 0);
}
END_DEFINE_SPEC(FSinewDetailsSpec)

void FSinewDetailsSpec::Define() {
    BeforeEach([this] {
        Folder = SinewMakeTestFolder();
        Mesh = SinewMakeTestMesh(TEXT("/Game/SinewTests/Details"), SinewMakeTestBox());
        Asset = SinewFindOrCreateAsset(SinewAssetPackageFor(*Mesh));
        Asset->SourceMesh = Mesh;
        WriteRecipe(SinewMakeTestRecipe(600));
    });
    AfterEach([this] {
        IFileManager::Get().DeleteDirectory(*FSinewAssetBuild::GetFolder(*Asset), false, true);
        SinewForgetTestObject(Asset);
        SinewForgetTestObject(Mesh);
        IFileManager::Get().DeleteDirectory(*Folder, false, true);
    });

    It("has a button on the asset that builds it, with progress and an end", [this] {
        const TSharedPtr<SWidget> Found = Button(Asset);
        if (!TestTrue(TEXT("there is one"), Found.IsValid())) return;
        TestTrue(TEXT("it can be pressed"), Found->SinewFakePress());
        if (!TestNotNull(TEXT("notification"), FAsyncTaskNotification::SinewFakeLast())) return;
        const FString Title = FAsyncTaskNotification::SinewFakeLast()->Title.ToString();
        TestTrue(TEXT("a notification names the asset"),
                 Title.Contains(TEXT("/Game/SinewTests/Details_Sinew")));
        const TSharedPtr<SWidget> State = Find(Asset, TEXT("The asset is being built"));
        if (!TestTrue(TEXT("it says that it is built"), State.IsValid())) return;
        WaitForEnd();
        TestTrue(TEXT("playable"), Asset->IsPlayable());
        FPlatformProcess::Sleep(0.6f);
        TestTrue(TEXT("the same text says that it is good"),
                 State->SinewFakeText().ToString().Contains(TEXT("Its recipe has not changed")));
        WriteRecipe(SinewMakeTestRecipe(700));
        FPlatformProcess::Sleep(0.6f);
        TestTrue(TEXT("and what has changed"),
                 State->SinewFakeText().ToString().Contains(TEXT("the recipe has changed")));
    });

    It("loads and exports nothing to be drawn", [this] {
        const FString Limb = SinewTestAssetFile(TEXT("Limb.sinew"));
        FString Problem;
        if (!TestTrue(TEXT("imports"), SinewImportFile(*Asset, Limb, Problem))) return;
        Asset->SourceHash = TEXT("1-2-3-4-5");
        Asset->SourceMesh = TSoftObjectPtr<USkeletalMesh>(FSoftObjectPath(TEXT("/Game/Gone.Gone")));
        TestFalse(TEXT("it does not miss the mesh"), Find(Asset, TEXT("Gone")).IsValid());
        TestTrue(TEXT("it knows of the recipe"), Find(Asset, TEXT("the recipe has changed")).IsValid());
    });

    It("compares the asset with its source where that is asked for", [this] {
        const auto Check = [this] {
            const TSharedPtr<SWidget> Found = Find(Asset, TEXT("Check Sinew asset"));
            FAsyncTaskNotification::SinewFakeEnd().Reset();
            if (TestTrue(TEXT("there is a button"), Found.IsValid())) Found->SinewFakePress();
            return FAsyncTaskNotification::SinewFakeEnd();
        };
        TestTrue(TEXT("not built"), Check().Contains(TEXT("out of date")));
        Button(Asset)->SinewFakePress();
        WaitForEnd();
        TestTrue(TEXT("built"), Check().Contains(TEXT("is up to date")));
        Asset->SourceTets = 1000;
        TestTrue(TEXT("changed"), Check().Contains(TEXT("the recipe has changed")));
        Asset->SourceMesh = TSoftObjectPtr<USkeletalMesh>(FSoftObjectPath(TEXT("/Game/Gone.Gone")));
        TestTrue(TEXT("no mesh"), Check().Contains(TEXT("cannot be built")));
    });

    It("says that nothing has changed where it is pressed again", [this] {
        Button(Asset)->SinewFakePress();
        WaitForEnd();
        TestTrue(TEXT("built"), FAsyncTaskNotification::SinewFakeEnd().Contains(TEXT("is built")));
        Button(Asset)->SinewFakePress();
        WaitForEnd();
        TestTrue(TEXT("not again"), FAsyncTaskNotification::SinewFakeEnd().Contains(TEXT("was up to date")));
    });

    It("cancels what waits, and goes on with what runs", [this] {
        WriteRecipe(SinewMakeTestRecipe(200000));
        USinewAsset* const Other = SinewFindOrCreateAsset(TEXT("/Game/SinewTests/Waits_Sinew"));
        Other->SourceMesh = Mesh;
        Button(Asset)->SinewFakePress();
        Button(Other)->SinewFakePress();
        TestEqual(TEXT("both"), FSinewRunningBuilds::Get()->Num(), 2);
        TestTrue(TEXT("it says that it waits"), Find(Other, TEXT("is waiting to be built")).IsValid());
        FAsyncTaskNotification* const Waits = FAsyncTaskNotification::SinewFakeLast();
        if (!TestNotNull(TEXT("notification"), Waits)) return;
        TestTrue(TEXT("as does its notification"), Waits->Progress.ToString().Contains(TEXT("Waiting for")));
        Waits->SinewFakeCancel();
        FTSTicker::GetCoreTicker().Tick(0.2f);
        TestTrue(TEXT("the other runs"),
                 FSinewRunningBuilds::Get()->Num() == 1 && FSinewRunningBuilds::Get()->IsBuilding(*Asset));
        FAsyncTaskNotification::SinewFakeLast()->SinewFakeCancel();
        WaitForEnd();
        SinewForgetTestObject(Other);
    });

    It("says in the Blueprint editor, where there is no mesh, what to do", [this] {
        USinewComponent* const Template = NewObject<USinewComponent>();
        FAsyncTaskNotification::SinewFakeEnd().Reset();
        Button(Template)->SinewFakePress();
        TestTrue(TEXT("notification"),
                 FAsyncTaskNotification::SinewFakeEnd().Contains(TEXT("on an actor in a level")));
    });

    It("cancels where the notification's button is pressed", [this] {
        WriteRecipe(SinewMakeTestRecipe(200000));
        Button(Asset)->SinewFakePress();
        TestEqual(TEXT("it runs"), FSinewRunningBuilds::Get()->Num(), 1);
        if (!TestNotNull(TEXT("notification"), FAsyncTaskNotification::SinewFakeLast())) return;
        FAsyncTaskNotification::SinewFakeLast()->SinewFakeCancel();
        WaitForEnd();
        TestFalse(TEXT("nothing came of it"), Asset->IsPlayable());
    });

    It("has a button on the component that makes an asset beside the mesh", [this] {
        UWorld* const World = UWorld::CreateWorld(EWorldType::Editor, false);
        AActor* const Actor = World->SpawnActor<AActor>();
        USkeletalMeshComponent* const Body = NewObject<USkeletalMeshComponent>(Actor);
        Body->SetSkeletalMeshAsset(Mesh);
        Body->RegisterComponent();
        USinewComponent* const Flesh = NewObject<USinewComponent>(Actor);
        Flesh->bSolveInEditor = false;
        Flesh->RegisterComponent();
        const TSharedPtr<SWidget> Found = Button(Flesh);
        if (TestTrue(TEXT("there is one"), Found.IsValid())) {
            Found->SinewFakePress();
            TestTrue(TEXT("it is the one beside the mesh"), Flesh->Asset == Asset);
            WaitForEnd();
            TestTrue(TEXT("playable"), Asset->IsPlayable());
        }
        World->DestroyWorld(false);
    });

    It("tells components where the recipe has changed since", [this] {
        TestTrue(TEXT("not built: nothing is known"), USinewAsset::WhyStale(*Asset).IsEmpty());
        Button(Asset)->SinewFakePress();
        WaitForEnd();
        TestTrue(TEXT("built just now"), USinewAsset::WhyStale(*Asset).IsEmpty());
        WriteRecipe(SinewMakeTestRecipe(700));
        TestTrue(TEXT("with another recipe"),
                 USinewAsset::WhyStale(*Asset).Contains(TEXT("the recipe has changed")));
    });

    It("says what the program refused", [this] {
        WriteRecipe(TEXT("[volume]\ntetz = 600\n"));
        Button(Asset)->SinewFakePress();
        WaitForEnd();
        TestFalse(TEXT("nothing came of it"), Asset->IsPlayable());
    });

    It("has pictures for the content browser, and a colour", [this] {
        const ISlateStyle* const Style = FSlateStyleRegistry::FindSlateStyle(TEXT("SinewEditorStyle"));
        if (!TestNotNull(TEXT("style"), Style)) return;
        TestNotNull(TEXT("thumbnail"), Style->GetBrush(TEXT("ClassThumbnail.SinewAsset")));
        const USinewAssetDefinition* const Definition = GetDefault<USinewAssetDefinition>();
        TestTrue(TEXT("class"), Definition->GetAssetClass().Get() == USinewAsset::StaticClass());
        TestTrue(TEXT("colour"), Definition->GetAssetColor().R > Definition->GetAssetColor().B);
        TestTrue(TEXT("can be imported"), Definition->CanImport());
    });
}
