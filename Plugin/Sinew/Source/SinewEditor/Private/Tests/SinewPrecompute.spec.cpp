// Copyright the Sinew project. See LICENSE.

#include "SinewPrecomputeCommandlet.h"

#include "Animation/AnimSequence.h"
#include "Build/SinewAssetBuild.h"
#include "Engine/SkeletalMesh.h"
#include "Export/SinewExport.h"
#include "HAL/FileManager.h"
#include "HAL/PlatformFileManager.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/PackageName.h"
#include "Misc/Paths.h"
#include "SinewAsset.h"
#include "SinewEngineVersion.h"
#include "Tests/SinewTestBox.h"
#include "Tests/SinewTestMesh.h"

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
	// As pipelines write it: relative to the project, wherever they were started.
	const int32 Code = NewObject<USinewPrecomputeCommandlet>()->Main(FString::Printf(TEXT("%s -JsonLog=Intermediate/SinewTests/log.jsonl"), *Arguments));
	const FString Log = FPaths::Combine(Folder, TEXT("log.jsonl"));
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

/** A character that was changed, in the old one's place. */
void MakeMeshAgain()
{
	SinewForgetTestObject(Mesh);
	Mesh = SinewMakeTestMesh(MeshPath, Character);
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
		Character.Positions[0].X += 0.01f;
		MakeMeshAgain();
		TestEqual(TEXT("with another mesh"), RunMesh(), 0);
		TestTrue(TEXT("because of the mesh"), Says(TEXT("the mesh has changed")));
		Character.Bones[0].Name = TEXT("thigh");
		MakeMeshAgain();
		TestEqual(TEXT("with another skeleton"), RunMesh(), 0);
		TestTrue(TEXT("because of the skeleton"), Says(TEXT("the skeleton has changed")));
	});

	It("finds out what was repainted", [this]() {
		TestEqual(TEXT("first"), RunMesh(), 0);
		Character.Colors.Init(FColor(200, 100, 50, 255), Character.Positions.Num());
		MakeMeshAgain();
		TestEqual(TEXT("check"), RunMesh(TEXT("-Check")), 1);
		TestTrue(TEXT("it says what"), Says(TEXT("\"state\":\"stale\"")) && Says(TEXT("vertex colors")));
	});

	It("says that what it was told to build again is what it was", [this]() {
		RunMesh();
		TestEqual(TEXT("exit code"), RunMesh(TEXT("-Force")), 0);
		TestTrue(TEXT("unchanged"), Says(TEXT("\"state\":\"unchanged\"")) && !Says(TEXT("\"state\":\"built\"")));
	});

	It("remembers the recipe relative to the project", [this]() {
		RunMesh();
		TestEqual(TEXT("recipe"), Asset()->RecipeFile, FString(TEXT("Intermediate/SinewTests/small.toml")));
		TestEqual(TEXT("by its own recipe"), Run(FString::Printf(TEXT("-Asset=%s -Check"), *AssetPath)), 0);
	});

	It("learns from the animations that are chosen", [this]() {
		RunMesh();
		UAnimSequence* const Animation = SinewMakeTestAnimation(TEXT("/Game/SinewTests/bend"), *Mesh, Character);
		Asset()->SourceAnimations.Add(Animation);
		TestEqual(TEXT("exit code"), RunMesh(), 0);
		TestTrue(TEXT("built"), Says(TEXT("\"state\":\"built\"")) && Says(TEXT("animations have changed")));
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

	It("judges what is current by budgets, too", [this]() {
		TestEqual(TEXT("first"), RunMesh(), 0);
		TestEqual(TEXT("too slow"), RunMesh(TEXT("-BudgetMs=0")), 4);
		TestTrue(TEXT("it says why"), Says(TEXT("-BudgetMs allows 0")) && !Says(TEXT("\"state\":\"current\"")));
		TestEqual(TEXT("too large"), RunMesh(TEXT("-BudgetMb=0")), 4);
		TestEqual(TEXT("less true"), RunMesh(TEXT("-BudgetError=0")), 1);
		TestTrue(TEXT("it is what it was"), Asset()->IsPlayable());
		TestEqual(TEXT("within"), RunMesh(TEXT("-BudgetMs=1000 -BudgetMb=1000 -BudgetError=1000")), 0);
		TestEqual(TEXT("check: too slow"), RunMesh(TEXT("-Check -BudgetMs=0")), 4);
		TestEqual(TEXT("check: within"), RunMesh(TEXT("-Check -BudgetMs=1000 -BudgetMb=1000")), 0);
		TestEqual(TEXT("check: not to be told"), RunMesh(TEXT("-Check -BudgetError=10")), 2);
	});

	It("builds nothing where an asset could not be saved, and names it", [this]() {
		TestEqual(TEXT("first"), RunMesh(), 0);
		IPlatformFile& Files = FPlatformFileManager::Get().GetPlatformFile();
		Files.SetReadOnly(*PackageFile(), true);
		TestEqual(TEXT("what is current need not be saved"), RunMesh(), 0);
		WriteRecipe(700);
		TestEqual(TEXT("exit code"), RunMesh(), 5);
		TestTrue(TEXT("it says why"), Says(TEXT("Bar_Sinew.uasset is read-only")));
		TestFalse(TEXT("before hours of work"), Says(TEXT("\"progress\"")));
		Files.SetReadOnly(*PackageFile(), false);
	});

	It("ends with 5 where a package does not load, and names it", [this]() {
		const FString Broken = FPackageName::LongPackageNameToFilename(TEXT("/Game/SinewTests/Broken"), FPackageName::GetAssetPackageExtension());
		FFileHelper::SaveStringToFile(TEXT("this is no package"), *Broken);
		TestEqual(TEXT("exit code"), Run(TEXT("-Asset=/Game/SinewTests/Broken")), 5);
		TestTrue(TEXT("it says so"), Says(TEXT("/Game/SinewTests/Broken")) && Says(TEXT("cannot be loaded")));
		IFileManager::Get().Delete(*Broken);
		FFileHelper::SaveStringToFile(TEXT("this is no package"), *PackageFile());
		TestEqual(TEXT("of a mesh's asset"), RunMesh(), 5);
		TestTrue(TEXT("it is the one that is named"), Says(TEXT("Bar_Sinew\",\"state\":\"failed\"")));
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
