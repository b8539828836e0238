// Copyright the Sinew project. See LICENSE.

#include "SinewAssetFactory.h"

#include "Animation/AnimSequence.h"
#include "EditorFramework/AssetImportData.h"
#include "Engine/SkeletalMesh.h"
#include "HAL/FileManager.h"
#include "Misc/AutomationTest.h"
#include "Misc/FeedbackContext.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "SinewAsset.h"
#include "SinewEngineVersion.h"
#include "SinewMemory.h"
#include "SinewReimportFactory.h"
#include "Tests/SinewTestMesh.h"
#include "UObject/Package.h"
#include "UObject/SoftObjectPath.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FSinewImportSpec, "Sinew.Editor.Import", SINEW_TEST_FLAGS)

FString Folder;
FString File;
USinewAsset* Asset = nullptr;
int64 MemoryBefore = 0;

USinewAsset* Import(const FString& From)
{
	bool bCancelled = true;
	USinewAssetFactory* const Factory = NewObject<USinewAssetFactory>();
	TestTrue(TEXT("the factory takes it"), Factory->FactoryCanImport(From));
	UObject* const Made = Factory->FactoryCreateFile(USinewAsset::StaticClass(), CreatePackage(TEXT("/Game/SinewTests/Imported")), FName(TEXT("Imported")), RF_Public | RF_Standalone, From, nullptr, GWarn, bCancelled);
	TestFalse(TEXT("cancelled"), bCancelled);
	return Cast<USinewAsset>(Made);
}

/** The file with one byte of its version changed. */
void MakeOld(const FString& From, const FString& To)
{
	TArray<uint8> Bytes;
	FFileHelper::LoadFileToArray(Bytes, *From);
	Bytes[8] = 1;
	FFileHelper::SaveArrayToFile(Bytes, *To);
}

END_DEFINE_SPEC(FSinewImportSpec)

void FSinewImportSpec::Define()
{
	BeforeEach([this]() {
		CollectGarbage(RF_NoFlags); // of tests before
		MemoryBefore = FSinewMemory::GetTotal();
		Folder = SinewMakeTestFolder();
		File = FPaths::Combine(Folder, TEXT("Limb.sinew"));
		IFileManager::Get().Copy(*File, *SinewTestAssetFile(TEXT("Limb.sinew")));
	});
	AfterEach([this]() {
		SinewForgetTestObject(Asset);
		Asset = nullptr;
		IFileManager::Get().DeleteDirectory(*Folder, false, true);
	});

	It("makes an asset of a file, and remembers where it came from", [this]() {
		Asset = Import(File);
		if (!TestNotNull(TEXT("asset"), Asset))
		{
			return;
		}
		TestTrue(TEXT("playable"), Asset->IsPlayable());
		TestEqual(TEXT("character"), Asset->CharacterName, FString(TEXT("Limb")));
		TestEqual(TEXT("source"), Asset->AssetImportData->GetFirstFilename(), File);
		TestTrue(TEXT("predicted cost"), Asset->PredictedTickMs > 0.0f && Asset->PredictedSurfaceMs > 0.0f);
	});

	It("keeps what an asset is built from where a file is imported over it", [this]() {
		Asset = Import(File);
		if (!TestNotNull(TEXT("asset"), Asset))
		{
			return;
		}
		Asset->SourceMesh = TSoftObjectPtr<USkeletalMesh>(FSoftObjectPath(TEXT("/Game/SinewTests/Mesh.Mesh")));
		Asset->SourceAnimations.Add(TSoftObjectPtr<UAnimSequence>(FSoftObjectPath(TEXT("/Game/SinewTests/Walk.Walk"))));
		Asset->RecipeFile = TEXT("Build/fine.toml");
		Asset->SourceTets = 20000;
		Asset->SourceHash = TEXT("1-2-3-4-5");
		TestTrue(TEXT("it is the same object"), Import(File) == Asset);
		TestEqual(TEXT("mesh"), Asset->SourceMesh.ToString(), FString(TEXT("/Game/SinewTests/Mesh.Mesh")));
		TestEqual(TEXT("animations"), Asset->SourceAnimations.Num(), 1);
		TestEqual(TEXT("recipe"), Asset->RecipeFile, FString(TEXT("Build/fine.toml")));
		TestEqual(TEXT("tets"), Asset->SourceTets, 20000);
		TestTrue(TEXT("but it was not built from them"), Asset->SourceHash.IsEmpty());
	});

	It("takes files by their extension alone", [this]() {
		const USinewAssetFactory* const Factory = GetDefault<USinewAssetFactory>();
		TestTrue(TEXT("capitals"), NewObject<USinewAssetFactory>()->FactoryCanImport(TEXT("/a/Hero.SINEW")));
		TestFalse(TEXT("others"), NewObject<USinewAssetFactory>()->FactoryCanImport(TEXT("/a/Hero.glb")));
		TestTrue(TEXT("class"), Factory->SupportedClass == USinewAsset::StaticClass());
	});

	It("refuses files of another version with the remedy, and makes nothing", [this]() {
		const FString Old = SinewTestAssetFile(TEXT("Old.sinew"));
		AddExpectedError(TEXT("Old.sinew cannot be used.*build it again"), EAutomationExpectedErrorFlags::Contains, 1);
		TestNull(TEXT("asset"), Import(Old));
		TestNull(TEXT("left behind"), FindObject<USinewAsset>(nullptr, TEXT("/Game/SinewTests/Imported.Imported")));
	});

	It("refuses what is no asset, and what is not there", [this]() {
		const FString Text = FPaths::Combine(Folder, TEXT("Text.sinew"));
		FFileHelper::SaveStringToFile(TEXT("hello"), *Text);
		AddExpectedError(TEXT("Text.sinew cannot be used"), EAutomationExpectedErrorFlags::Contains, 1);
		AddExpectedError(TEXT("Nothing.sinew cannot be read"), EAutomationExpectedErrorFlags::Contains, 1);
		TestNull(TEXT("text"), Import(Text));
		TestNull(TEXT("nothing"), Import(FPaths::Combine(Folder, TEXT("Nothing.sinew"))));
	});

	It("reads its file again", [this]() {
		Asset = Import(File);
		USinewReimportFactory* const Factory = NewObject<USinewReimportFactory>();
		TArray<FString> Files;
		TestTrue(TEXT("can"), Factory->CanReimport(Asset, Files));
		TestTrue(TEXT("from where"), Files.Num() == 1 && Files[0] == File);
		Asset->CharacterName = TEXT("changed");
		TestTrue(TEXT("did"), Factory->Reimport(Asset) == EReimportResult::Succeeded);
		TestEqual(TEXT("as in the file"), Asset->CharacterName, FString(TEXT("Limb")));
	});

	It("reads another file where it is told to", [this]() {
		Asset = Import(File);
		const FString Moved = FPaths::Combine(Folder, TEXT("Moved.sinew"));
		IFileManager::Get().Move(*Moved, *File);
		USinewReimportFactory* const Factory = NewObject<USinewReimportFactory>();
		AddExpectedError(TEXT("Limb.sinew cannot be read"), EAutomationExpectedErrorFlags::Contains, 1);
		TestTrue(TEXT("from the old place"), Factory->Reimport(Asset) == EReimportResult::Failed);
		Factory->SetReimportPaths(Asset, TArray<FString>({Moved}));
		TestTrue(TEXT("from the new one"), Factory->Reimport(Asset) == EReimportResult::Succeeded);
	});

	It("stays as it is where the file is refused", [this]() {
		Asset = Import(File);
		const FString Hash = Asset->MeshHash;
		MakeOld(File, File);
		AddExpectedError(TEXT("Limb.sinew cannot be used"), EAutomationExpectedErrorFlags::Contains, 1);
		TestTrue(TEXT("refused"), NewObject<USinewReimportFactory>()->Reimport(Asset) == EReimportResult::Failed);
		TestTrue(TEXT("playable"), Asset->IsPlayable());
		TestEqual(TEXT("the same"), Asset->MeshHash, Hash);
	});

	It("cannot be read again where it was not imported", [this]() {
		Asset = NewObject<USinewAsset>();
		TArray<FString> Files;
		TestFalse(TEXT("can"), NewObject<USinewReimportFactory>()->CanReimport(Asset, Files));
		TestFalse(TEXT("other objects"), NewObject<USinewReimportFactory>()->CanReimport(GetTransientPackage(), Files));
	});

	It("gives its memory back", [this]() {
		Asset = Import(File);
		TestTrue(TEXT("it takes some"), FSinewMemory::GetTotal() > MemoryBefore);
		SinewForgetTestObject(Asset);
		Asset = nullptr;
		CollectGarbage(RF_NoFlags);
		TestEqual(TEXT("afterwards"), FSinewMemory::GetTotal(), MemoryBefore);
	});
}

#endif
