// What of the editor module no real engine lets a test look at: rows of details panels, pictures,
// notifications.
#include "Components/SkeletalMeshComponent.h"
#include "Containers/Ticker.h"
#include "CoreMinimal.h"
#include "DetailWidgetRow.h"
#include "Engine/SkeletalMesh.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "HAL/FileManager.h"
#include "HAL/PlatformProcess.h"
#include "Misc/AsyncTaskNotification.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "PropertyEditorModule.h"
#include "SinewAsset.h"
#include "SinewAssetBuild.h"
#include "SinewAssetDefinition.h"
#include "SinewComponent.h"
#include "SinewEngineVersion.h"
#include "SinewExportCharacter.h"
#include "SinewImport.h"
#include "SinewRunningBuilds.h"
#include "SinewTestBox.h"
#include "SinewTestMesh.h"
#include "Styling/SlateStyleRegistry.h"

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
        TestTrue(TEXT("it says that it has to be built"), Find(Asset, TEXT("It has to be built")).IsValid());
        WaitForEnd();
        TestTrue(TEXT("playable"), Asset->IsPlayable());
        TestTrue(TEXT("it says that it is good"), Find(Asset, TEXT("It is up to date")).IsValid());
        WriteRecipe(SinewMakeTestRecipe(700));
        TestTrue(TEXT("it says what has changed"), Find(Asset, TEXT("the recipe has changed")).IsValid());
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
