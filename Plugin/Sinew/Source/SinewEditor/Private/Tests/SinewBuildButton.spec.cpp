// Copyright the Sinew project. See LICENSE.

#include "Build/SinewRunningBuilds.h"

#include "Build/SinewAssetBuild.h"
#include "Engine/SkeletalMesh.h"
#include "Export/SinewExport.h"
#include "HAL/FileManager.h"
#include "HAL/PlatformProcess.h"
#include "HAL/PlatformTime.h"
#include "Import/SinewImport.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "SinewAsset.h"
#include "SinewEngineVersion.h"
#include "Tests/SinewTestBox.h"
#include "Tests/SinewTestMesh.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FSinewBuildButtonSpec, "Sinew.Editor.Build", SINEW_TEST_FLAGS)

FString Folder;
USkeletalMesh* Mesh = nullptr;
USinewAsset* Asset = nullptr;

void WriteRecipe(const FString& Text)
{
	Asset->RecipeFile = FPaths::Combine(Folder, TEXT("small.toml"));
	FFileHelper::SaveStringToFile(Text, *Asset->RecipeFile);
}

/** As the editor's frames would. */
bool WaitForEnd(FSinewRunningBuilds& Builds)
{
	const double End = FPlatformTime::Seconds() + 120.0;
	while (Builds.Num() > 0 && FPlatformTime::Seconds() < End)
	{
		Builds.Tick(0.0f);
		FPlatformProcess::Sleep(0.01f);
	}
	return Builds.Num() == 0;
}

END_DEFINE_SPEC(FSinewBuildButtonSpec)

void FSinewBuildButtonSpec::Define()
{
	BeforeEach([this]() {
			Folder = SinewMakeTestFolder();
			Mesh = SinewMakeTestMesh(TEXT("/Game/SinewTests/Button"), SinewMakeTestBox());
			Asset = SinewFindOrCreateAsset(SinewAssetPackageFor(*Mesh));
			Asset->SourceMesh = Mesh;
			WriteRecipe(SinewMakeTestRecipe(600)); });
	AfterEach([this]() {
		IFileManager::Get().DeleteDirectory(*FSinewAssetBuild::GetFolder(*Asset), false, true);
		SinewForgetTestObject(Asset);
		SinewForgetTestObject(Mesh);
		Asset = nullptr;
		Mesh = nullptr;
		IFileManager::Get().DeleteDirectory(*Folder, false, true);
	});

	It("builds beside the editor and imports the result", [this]() {
		FSinewRunningBuilds Builds;
		Builds.Start(*Asset);
		TestTrue(TEXT("it runs"), Builds.IsBuilding(*Asset));
		TestFalse(TEXT("nothing is there yet"), Asset->IsPlayable());
		Builds.Start(*Asset);
		TestEqual(TEXT("once"), Builds.Num(), 1);
		TestTrue(TEXT("it ends"), WaitForEnd(Builds));
		TestTrue(TEXT("playable"), Asset->IsPlayable());
		TestFalse(TEXT("what it was built from is known"), Asset->SourceHash.IsEmpty());
	});

	It("builds one after the other", [this]() {
		USkeletalMesh* const OtherMesh = SinewMakeTestMesh(TEXT("/Game/SinewTests/Other"), SinewMakeTestBox());
		USinewAsset* const Other = SinewFindOrCreateAsset(SinewAssetPackageFor(*OtherMesh));
		Other->SourceMesh = OtherMesh;
		Other->RecipeFile = Asset->RecipeFile;
		{
			FSinewRunningBuilds Builds;
			Builds.Start(*Asset);
			Builds.Start(*Other);
			Builds.Start(*Other);
			TestEqual(TEXT("both, once"), Builds.Num(), 2);
			TestTrue(TEXT("one is built"), Builds.IsBuilding(*Asset) && !Builds.IsWaiting(*Asset));
			TestTrue(TEXT("the other waits"), Builds.IsWaiting(*Other) && !Builds.IsBuilding(*Other));
			TestFalse(TEXT("and has exported nothing"), FPaths::DirectoryExists(FSinewAssetBuild::GetFolder(*Other)));
			TestTrue(TEXT("they end"), WaitForEnd(Builds));
		}
		TestTrue(TEXT("both are playable"), Asset->IsPlayable() && Other->IsPlayable());
		IFileManager::Get().DeleteDirectory(*FSinewAssetBuild::GetFolder(*Other), false, true);
		SinewForgetTestObject(Other);
		SinewForgetTestObject(OtherMesh);
	});

	It("is stopped with the editor, and leaves the asset as it was", [this]() {
		WriteRecipe(SinewMakeTestRecipe(200000));
		{
			FSinewRunningBuilds Builds;
			Builds.Start(*Asset);
			TestEqual(TEXT("it runs"), Builds.Num(), 1);
		}
		TestFalse(TEXT("nothing came of it"), Asset->IsPlayable());
	});

	It("can be cancelled", [this]() {
		WriteRecipe(SinewMakeTestRecipe(200000));
		FSinewAssetBuild Build(*Asset, FSinewBuildOptions());
		TestTrue(TEXT("starts"), Build.Start());
		TestTrue(TEXT("runs"), Build.Poll());
		Build.Cancel();
		const double Start = FPlatformTime::Seconds();
		while (Build.Poll())
		{
			FPlatformProcess::Sleep(0.01f);
		}
		TestTrue(TEXT("within seconds"), FPlatformTime::Seconds() - Start < 10.0);
		TestEqual(TEXT("code"), Build.GetResult().ExitCode, 130);
		TestFalse(TEXT("nothing came of it"), Asset->IsPlayable());
	});

	It("says what is missing to build from", [this]() {
		Asset->SourceMesh = nullptr;
		FSinewAssetBuild Build(*Asset, FSinewBuildOptions());
		TestFalse(TEXT("starts"), Build.Start());
		TestEqual(TEXT("code"), Build.GetResult().ExitCode, 3);
		TestTrue(TEXT("words"), Build.GetResult().Problem.Contains(TEXT("Source Mesh")));
	});

	It("fits the mesh that it was built from", [this]() {
		FSinewAssetBuild Build(*Asset, FSinewBuildOptions());
		TestTrue(TEXT("starts"), Build.Start());
		while (Build.Poll())
		{
			FPlatformProcess::Sleep(0.01f);
		}
		TestEqual(TEXT("code (") + Build.GetResult().Problem + TEXT(")"), Build.GetResult().ExitCode, 0);
		const FSinewSource Source = FSinewSource::Read(*Asset, FString());
		TestEqual(TEXT("mesh"), Asset->MeshHash, Source.MeshHash);
		TestEqual(TEXT("skeleton"), Asset->SkeletonHash, Source.SkeletonHash);
		TestTrue(TEXT("nothing to do"), Source.WhyStale(*Asset).IsEmpty());
	});
}

#endif
