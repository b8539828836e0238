// Copyright the Sinew project. See LICENSE.

#include "Export/SinewExport.h"

#include "Animation/AnimSequence.h"
#include "Engine/SkeletalMesh.h"
#include "Export/SinewSource.h"
#include "Misc/AutomationTest.h"
#include "SinewAsset.h"
#include "SinewEngineVersion.h"
#include "SinewRenderMesh.h"
#include "Tests/SinewTestBox.h"
#include "Tests/SinewTestMesh.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FSinewExportSpec, "Sinew.Editor.Export", SINEW_TEST_FLAGS)

FSinewExportCharacter Made;
FSinewExportCharacter Exported;
USkeletalMesh* Mesh = nullptr;
UAnimSequence* Animation = nullptr;

void TestSame(const TCHAR* What, const FSinewExportTransform& Actual, const FSinewExportTransform& Expected)
{
	// A quaternion and its negative turn the same way.
	const float Dot = Actual.Rotation.X * Expected.Rotation.X + Actual.Rotation.Y * Expected.Rotation.Y + Actual.Rotation.Z * Expected.Rotation.Z + Actual.Rotation.W * Expected.Rotation.W;
	TestNearlyEqual(FString::Printf(TEXT("%s: rotation"), What), FMath::Abs(Dot), 1.0f, 1e-5f);
	TestNearlyEqual(FString::Printf(TEXT("%s: place"), What), FVector3f(Actual.Translation - Expected.Translation).Size(), 0.0f, 1e-5f);
	TestNearlyEqual(FString::Printf(TEXT("%s: scale"), What), FVector3f(Actual.Scale - Expected.Scale).Size(), 0.0f, 1e-5f);
}

END_DEFINE_SPEC(FSinewExportSpec)

void FSinewExportSpec::Define()
{
	BeforeEach([this]() {
		Made = SinewMakeTestBox();
		// Not only what is symmetric.
		Made.Bones[1].Rest.Rotation = FQuat4f(0.18257419f, 0.36514837f, 0.54772256f, 0.73029674f);
		Made.Bones[1].Rest.Scale = FVector3f(1.0f, 1.5f, 2.0f);
		for (int32 Vertex = 0; Vertex < Made.Positions.Num(); ++Vertex)
		{
			Made.Colors.Add(FColor(static_cast<uint8>(Vertex), 20, 30, 40));
		}
		Mesh = SinewMakeTestMesh(TEXT("/Game/SinewTests/Box"), Made);
		Animation = SinewMakeTestAnimation(TEXT("/Game/SinewTests/bend"), *Mesh, Made);
	});
	AfterEach([this]() {
		SinewForgetTestObject(Animation);
		SinewForgetTestObject(Mesh);
		Animation = nullptr;
		Mesh = nullptr;
	});

	It("gives back the arrays that a mesh was made of", [this]() {
		FString Problem;
		if (!TestTrue(TEXT("exports"), SinewExportMesh(*Mesh, TArray<UAnimSequence*>(), Exported, Problem)))
		{
			return;
		}
		TestTrue(TEXT("triangles"), Exported.Triangles == Made.Triangles);
		TestEqual(TEXT("vertices"), Exported.Positions.Num(), Made.Positions.Num());
		for (int32 Vertex = 0; Vertex < Made.Positions.Num(); ++Vertex)
		{
			TestNearlyEqual(TEXT("place"), FVector3f(Exported.Positions[Vertex] - Made.Positions[Vertex]).Size(), 0.0f, 1e-7f);
		}
		TestTrue(TEXT("paint"), Exported.Colors.Num() > 0 && Exported.Colors == Made.Colors);
		TestTrue(TEXT("where weights begin"), Exported.FirstWeight == Made.FirstWeight);
		TestTrue(TEXT("weights' bones"), Exported.WeightBones == Made.WeightBones);
		for (int32 Bone = 0; Bone < Made.Bones.Num(); ++Bone)
		{
			TestEqual(TEXT("name"), Exported.Bones[Bone].Name, Made.Bones[Bone].Name);
			TestEqual(TEXT("parent"), Exported.Bones[Bone].Parent, Made.Bones[Bone].Parent);
			TestSame(TEXT("rest"), Exported.Bones[Bone].Rest, Made.Bones[Bone].Rest);
		}
	});

	It("gives back the animation, frame by frame", [this]() {
		FString Problem;
		TArray<UAnimSequence*> Animations;
		Animations.Add(Animation);
		if (!TestTrue(TEXT("exports"), SinewExportMesh(*Mesh, Animations, Exported, Problem)) || !TestEqual(TEXT("clips"), Exported.Clips.Num(), 1) || !TestEqual(TEXT("frames"), Exported.Clips[0].Frames.Num(), Made.Clips[0].Frames.Num()))
		{
			return;
		}
		for (int32 Index = 0; Index < Made.Clips[0].Frames.Num(); ++Index)
		{
			TestSame(TEXT("pose"), Exported.Clips[0].Frames[Index], Made.Clips[0].Frames[Index]);
		}
	});

	It("refuses animations of other skeletons", [this]() {
		USkeletalMesh* const Other = SinewMakeTestMesh(TEXT("/Game/SinewTests/Other"), Made);
		TArray<UAnimSequence*> Animations;
		Animations.Add(Animation);
		FString Problem;
		TestFalse(TEXT("exports"), SinewExportMesh(*Other, Animations, Exported, Problem));
		TestTrue(TEXT("it names the animation"), Problem.Contains(TEXT("bend")));
		SinewForgetTestObject(Other);
	});
}

#endif
