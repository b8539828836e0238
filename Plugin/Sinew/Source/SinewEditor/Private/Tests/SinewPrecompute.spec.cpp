// Copyright the Sinew project. See LICENSE.

#include "SinewPrecomputeCommandlet.h"

#include "Animation/AnimSequence.h"
#include "Engine/SkeletalMesh.h"
#include "HAL/FileManager.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/PackageName.h"
#include "Misc/Paths.h"
#include "SinewAsset.h"
#include "SinewAssetBuild.h"
#include "SinewEngineVersion.h"
#include "SinewExportCharacter.h"
#include "SinewTestBox.h"
#include "SinewTestMesh.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FSinewPrecomputeSpec, "Sinew.Editor.Precompute", SINEW_TEST_FLAGS)

const FString MeshPath = TEXT("/Game/SinewTests/Bar");
const FString AssetPath = TEXT("/Game/SinewTests/Bar_Sinew");
FString Folder;
FString Recipe;
FString Said;
FSinewExportCharacter Character;
USkeletalMesh* Mesh = nullptr;

int32 Run(const FString& Arguments)
{
	const FString Log = FPaths::Combine(Folder, TEXT("log.jsonl"));
	const int32 Code = NewObject<USinewPrecomputeCommandlet>()->Main(FString::Printf(TEXT("%s -JsonLog=\"%s\""), *Arguments, *Log));
	TestTrue(TEXT("the log is written"), FFileHelper::LoadFileToString(Said, *Log));
	return Code;
}

int32 RunMesh(const FString& More = FString())
{
	return Run(FString::Printf(TEXT("-Asset=%s -Recipe=\"%s\" %s"), *MeshPath, *Recipe, *More));
}

bool Says(const TCHAR* What) const
{
	return Said.Contains(What);
}

USinewAsset* Asset() const
{
	return FindObject<USinewAsset>(nullptr, *(AssetPath + TEXT(".Bar_Sinew")));
}

void WriteRecipe(int32 Tets)
{
	FFileHelper::SaveStringToFile(SinewMakeTestRecipe(Tets), *Recipe);
}

FString PackageFile() const
{
	return FPackageName::LongPackageNameToFilename(AssetPath, FPackageName::GetAssetPackageExtension());
}

END_DEFINE_SPEC(FSinewPrecomputeSpec)

void FSinewPrecomputeSpec::Define()
{
	BeforeEach([this]() {
		Folder = SinewMakeTestFolder();
		Recipe = FPaths::Combine(Folder, TEXT("small.toml"));
		WriteRecipe(600);
		Character = SinewMakeTestBox();
		Mesh = SinewMakeTestMesh(MeshPath, Character);
	});
	AfterEach([this]() {
		SinewForgetTestObject(Asset());
		SinewForgetTestObject(Mesh);
		Mesh = nullptr;
		IFileManager::Get().Delete(*PackageFile());
		IFileManager::Get().DeleteDirectory(*Folder, false, true);
		IFileManager::Get().DeleteDirectory(*FPaths::Combine(FPaths::ProjectIntermediateDir(), TEXT("Sinew"), AssetPath), false, true);
	});

	It("ends with 2 where nothing is asked for", [this]() {
		TestEqual(TEXT("exit code"), Run(FString()), 2);
		TestTrue(TEXT("it says how"), Says(TEXT("-All")));
	});

	It("ends with 3 where there is no such asset", [this]() {
		TestEqual(TEXT("exit code"), Run(TEXT("-Asset=/Game/SinewTests/Nobody")), 3);
		TestTrue(TEXT("it names it"), Says(TEXT("/Game/SinewTests/Nobody")));
	});

	It("builds the asset of a mesh, saves it, and then has nothing to do", [this]() {
		TestEqual(TEXT("exit code"), RunMesh(), 0);
		TestTrue(TEXT("built"), Says(TEXT("\"state\":\"built\"")));
		TestTrue(TEXT("progress"), Says(TEXT("\"progress\":\"poses\"")));
		TestTrue(TEXT("saved"), IFileManager::Get().FileExists(*PackageFile()));
		if (!TestNotNull(TEXT("asset"), Asset()))
		{
			return;
		}
		TestTrue(TEXT("playable"), Asset()->IsPlayable());
		TestEqual(TEXT("bones"), Asset()->Joints, 2);
		TestEqual(TEXT("triangles"), Asset()->Triangles, Character.Triangles.Num() / 3);
		TestTrue(TEXT("cost"), Asset()->PredictedTickMs > 0.0f);
		TestEqual(TEXT("exit code of the check"), RunMesh(TEXT("-Check")), 0);
		TestEqual(TEXT("exit code of the second run"), RunMesh(), 0);
		TestTrue(TEXT("current"), Says(TEXT("\"state\":\"current\"")) && !Says(TEXT("\"progress\"")));
	});

	It("builds again what has changed, and says what", [this]() {
		TestEqual(TEXT("first"), RunMesh(), 0);
		WriteRecipe(700);
		TestEqual(TEXT("check"), RunMesh(TEXT("-Check")), 1);
		TestTrue(TEXT("stale"), Says(TEXT("\"state\":\"stale\"")));
		TestEqual(TEXT("with another recipe"), RunMesh(), 0);
		TestTrue(TEXT("built"), Says(TEXT("\"state\":\"built\"")) && Says(TEXT("the recipe has changed")));
		SinewForgetTestObject(Mesh);
		Character.Positions[0].X += 0.01f;
		Mesh = SinewMakeTestMesh(MeshPath, Character);
		TestEqual(TEXT("with another mesh"), RunMesh(), 0);
		TestTrue(TEXT("because of the mesh"), Says(TEXT("the mesh has changed")));
		SinewForgetTestObject(Mesh);
		Character.Bones[0].Name = TEXT("thigh");
		Mesh = SinewMakeTestMesh(MeshPath, Character);
		TestEqual(TEXT("with another skeleton"), RunMesh(), 0);
		TestTrue(TEXT("because of the skeleton"), Says(TEXT("the skeleton has changed")));
	});

	It("builds what has not changed where it is told to", [this]() {
		RunMesh();
		TestEqual(TEXT("exit code"), RunMesh(TEXT("-Force")), 0);
		TestTrue(TEXT("built"), Says(TEXT("\"state\":\"built\"")));
	});

	It("learns from the animations that are chosen", [this]() {
		RunMesh();
		UAnimSequence* const Animation = SinewMakeTestAnimation(TEXT("/Game/SinewTests/bend"), *Mesh, Character);
		Asset()->SourceAnimations.Add(Animation);
		TestEqual(TEXT("exit code"), RunMesh(), 0);
		TestTrue(TEXT("built"), Says(TEXT("\"state\":\"built\"")) && Says(TEXT("animations or skin weights have changed")));
		SinewForgetTestObject(Animation);
	});

	It("passes on what the program refuses, with its code and remedy", [this]() {
		FFileHelper::SaveStringToFile(TEXT("[volume]\ntetz = 600\n"), *Recipe);
		TestEqual(TEXT("exit code"), RunMesh(), 3);
		TestTrue(TEXT("it names the key"), Says(TEXT("tetz")));
		TestTrue(TEXT("it has a remedy"), Says(TEXT("\"remedy\":\"")) && !Says(TEXT("\"remedy\":\"\"")));
	});

	It("ends with 4 where an asset is over budget, and leaves it alone", [this]() {
		TestEqual(TEXT("exit code"), RunMesh(TEXT("-BudgetMs=0")), 4);
		TestTrue(TEXT("it says why"), Says(TEXT("--budget-ms allows 0")));
		TestFalse(TEXT("playable"), Asset() != nullptr && Asset()->IsPlayable());
		TestEqual(TEXT("with a larger one"), RunMesh(TEXT("-BudgetMs=1000 -BudgetMb=1000")), 0);
	});

	It("ends with 5 where the recipe is not there", [this]() {
		IFileManager::Get().Delete(*Recipe);
		TestEqual(TEXT("exit code"), RunMesh(), 5);
		TestTrue(TEXT("it names it"), Says(TEXT("small.toml")));
	});

	It("finds all assets that know their mesh", [this]() {
		RunMesh();
		TestEqual(TEXT("exit code"), Run(FString::Printf(TEXT("-All -Recipe=\"%s\""), *Recipe)), 0);
		TestTrue(TEXT("this one too"), Says(*AssetPath) && Says(TEXT("\"state\":\"current\"")));
	});
}

#endif
