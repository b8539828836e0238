// Copyright the Sinew project. See LICENSE.

#include "Export/SinewSource.h"

#include "Animation/AnimSequence.h"
#include "Engine/SkeletalMesh.h"
#include "Export/SinewExport.h"
#include "HAL/FileManager.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "SinewAsset.h"
#include "SinewEditorSettings.h"
#include "SinewEngineVersion.h"
#include "SinewPaths.h"
#include "Tests/SinewTestBox.h"
#include "Tests/SinewTestMesh.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FSinewSourceSpec, "Sinew.Editor.Source", SINEW_TEST_FLAGS)

FSinewExportCharacter Character;

/** What a build is made from, as it would be of this character. */
FString HashOf(const FSinewExportCharacter& Of)
{
	USkeletalMesh* const Mesh = SinewMakeTestMesh(TEXT("/Game/SinewTests/Source"), Of);
	UAnimSequence* const Animation = SinewMakeTestAnimation(TEXT("/Game/SinewTests/SourceBend"), *Mesh, Of);
	USinewAsset* const Asset = NewObject<USinewAsset>();
	Asset->SourceMesh = Mesh;
	Asset->SourceAnimations.Add(Animation);
	const FSinewSource Source = FSinewSource::Read(*Asset, FString());
	TestEqual(TEXT("problem"), Source.Problem, FString());
	SinewForgetTestObject(Asset);
	SinewForgetTestObject(Animation);
	SinewForgetTestObject(Mesh);
	return Source.GetHash();
}

void TestChanges(const TCHAR* What, TFunctionRef<void(FSinewExportCharacter&)> Change)
{
	FSinewExportCharacter Changed = Character;
	Change(Changed);
	TestTrue(What, SinewHashSkin(Changed) != SinewHashSkin(Character));
}

END_DEFINE_SPEC(FSinewSourceSpec)

void FSinewSourceSpec::Define()
{
	BeforeEach([this]() {
		Character = SinewMakeTestBox();
	});

	It("changes with all of the skin that a build depends on", [this]() {
		for (const FVector3f& Position : Character.Positions)
		{
			Character.Colors.Add(FColor(10, 20, 30, 40));
			Character.Normals.Add(FVector3f(0.0f, 0.0f, 1.0f));
			Character.Uvs.Add(FVector2f(Position.X, Position.Y));
		}
		Character.Sections.Add(FSinewExportSection());
		TestChanges(TEXT("paint"), [](FSinewExportCharacter& Changed) { Changed.Colors[3].A = 41; });
		TestChanges(TEXT("no paint"), [](FSinewExportCharacter& Changed) { Changed.Colors.Reset(); });
		TestChanges(TEXT("normals"), [](FSinewExportCharacter& Changed) { Changed.Normals[3].X = 0.01f; });
		TestChanges(TEXT("texture coordinates"), [](FSinewExportCharacter& Changed) { Changed.Uvs[3].X += 0.01f; });
		TestChanges(TEXT("materials"), [](FSinewExportCharacter& Changed) { Changed.Sections[0].Material = TEXT("other"); });
		TestChanges(TEXT("sections"), [](FSinewExportCharacter& Changed) { Changed.Sections.Add(FSinewExportSection()); });
		TestChanges(TEXT("weights"), [](FSinewExportCharacter& Changed) { Changed.Weights[3] += 0.01f; });
		TestChanges(TEXT("weights' bones"), [](FSinewExportCharacter& Changed) { Changed.WeightBones[3] = 1 - Changed.WeightBones[3]; });
		TestChanges(TEXT("how a bone is turned"), [](FSinewExportCharacter& Changed) { Changed.Bones[1].Rest.Rotation = FQuat4f(0.0f, 0.0f, 0.6f, 0.8f); });
		TestChanges(TEXT("how a bone is scaled"), [](FSinewExportCharacter& Changed) { Changed.Bones[1].Rest.Scale.Y = 1.1f; });
	});

	It("changes with mesh, paint, bones and motion as the engine has them", [this]() {
		const FString Before = HashOf(Character);
		TestEqual(TEXT("the same again"), HashOf(Character), Before);
		FSinewExportCharacter Changed = Character;
		Changed.Colors.Init(FColor(1, 2, 3, 4), Changed.Positions.Num());
		TestTrue(TEXT("painted"), HashOf(Changed) != Before);
		Changed = Character;
		Changed.Bones[1].Rest.Rotation = FQuat4f(0.0f, 0.0f, 0.6f, 0.8f);
		TestTrue(TEXT("a bone turned"), HashOf(Changed) != Before);
		Changed = Character;
		Changed.Clips[0].Frames[5].Rotation = FQuat4f(0.0f, 0.0f, 0.6f, 0.8f);
		TestTrue(TEXT("another pose"), HashOf(Changed) != Before);
	});

	It("is the same where processors differ in their last bits, and for a rotation's other sign", [this]() {
		FSinewExportCharacter Other = Character;
		for (FSinewExportTransform& Pose : Other.Clips[0].Frames)
		{
			const float Side = -1.0f - 1.0e-7f;
			Pose.Rotation = FQuat4f(Side * Pose.Rotation.X, Side * Pose.Rotation.Y, Side * Pose.Rotation.Z, Side * Pose.Rotation.W);
			Pose.Translation.X += 1.0e-7f;
		}
		TestTrue(TEXT("motion"), SinewHashMotion(Other) == SinewHashMotion(Character));
		Other.Clips[0].Frames[5].Translation.X += 0.001f;
		TestTrue(TEXT("a millimetre is none"), SinewHashMotion(Other) != SinewHashMotion(Character));
	});

	It("keeps paths inside the project relative to it", [this]() {
		const FString Inside = FPaths::ConvertRelativePathToFull(FPaths::Combine(FPaths::ProjectDir(), TEXT("Build/fine.toml")));
		TestEqual(TEXT("inside"), SinewStoredPath(Inside), FString(TEXT("Build/fine.toml")));
		TestEqual(TEXT("relative"), SinewStoredPath(TEXT("Build/fine.toml")), FString(TEXT("Build/fine.toml")));
		TestEqual(TEXT("and back"), SinewFullPath(TEXT("Build/fine.toml")), Inside);
		const FString Outside = FPaths::ConvertRelativePathToFull(FPaths::Combine(FPaths::ProjectDir(), TEXT("../fine.toml")));
		TestEqual(TEXT("outside"), SinewStoredPath(Outside), Outside);
		TestEqual(TEXT("none"), SinewStoredPath(FString()), FString());
		USinewEditorSettings* const Settings = NewObject<USinewEditorSettings>();
		Settings->Recipe.FilePath = Inside;
		FPropertyChangedEvent Event(nullptr);
		Settings->PostEditChangeProperty(Event);
		TestEqual(TEXT("of the settings"), Settings->Recipe.FilePath, FString(TEXT("Build/fine.toml")));
	});

	It("tells a recipe that cannot be read from one that has changed", [this]() {
		USinewAsset* const Asset = NewObject<USinewAsset>();
		Asset->SourceHash = TEXT("1-2-3-4-5");
		Asset->RecipeFile = TEXT("Nowhere/gone.toml");
		TestTrue(TEXT("it names the file"), SinewWhyRecipeStale(*Asset).Contains(TEXT("Nowhere/gone.toml cannot be read")));
		Asset->RecipeFile = FString();
		TestTrue(TEXT("another"), SinewWhyRecipeStale(*Asset).Contains(TEXT("has changed")));
	});
}

#endif
