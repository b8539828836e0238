// Copyright the Sinew project. See LICENSE.

#include "Export/SinewGltfWriter.h"

#include "Build/SinewProgram.h"
#include "Dom/JsonObject.h"
#include "Export/SinewExport.h"
#include "HAL/FileManager.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Serialization/JsonReader.h"
#include "Serialization/JsonSerializer.h"
#include "SinewEngineVersion.h"
#include "Tests/SinewTestBox.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FSinewGltfWriterSpec, "Sinew.Editor.Gltf", SINEW_TEST_FLAGS)

FSinewExportCharacter Character;
FString File;

/** What the program says of the file; its exit code. */
int32 Run(const FString& Command, FString& OutText)
{
	FSinewProgram Program;
	FString Problem;
	if (!TestTrue(TEXT("the program starts"), Program.Start(FSinewProgram::Find(Problem), Command + TEXT(" \"") + File + TEXT("\" --json"))))
	{
		return ESinewExitCode::InputOutput;
	}
	while (Program.Poll())
	{
		FPlatformProcess::Sleep(0.005f);
	}
	OutText = Program.Output.Summary + Program.Output.Error.Text;
	return Program.GetExitCode();
}

/** A number of what the program reads. */
int32 Inspect(const TCHAR* Field)
{
	FString Text;
	TSharedPtr<FJsonObject> Told;
	double Number = -1.0;
	TestEqual(TEXT("exit code of sinew inspect"), Run(TEXT("inspect"), Text), 0);
	const bool bRead = FJsonSerializer::Deserialize(TJsonReaderFactory<>::Create(Text), Told) && Told.IsValid();
	TestTrue(FString(Field) + TEXT(" is there"), bRead && Told->TryGetNumberField(Field, Number));
	return static_cast<int32>(Number);
}

bool Write()
{
	TArray<uint8> Bytes;
	FString Problem;
	const bool bWritten = FSinewGltfWriter::Write(Character, Bytes, Problem);
	return TestTrue(TEXT("it is written: ") + Problem, bWritten) && TestTrue(TEXT("it is saved"), FFileHelper::SaveArrayToFile(Bytes, *File));
}

void TestRefused(const FString& Word)
{
	TArray<uint8> Bytes;
	FString Problem;
	TestFalse(TEXT("it is refused"), FSinewGltfWriter::Write(Character, Bytes, Problem));
	TestTrue(FString::Printf(TEXT("\"%s\" has \"%s\""), *Problem, *Word), Problem.Contains(Word));
}

END_DEFINE_SPEC(FSinewGltfWriterSpec)

void FSinewGltfWriterSpec::Define()
{
	BeforeEach([this]() {
		const FString Folder = FPaths::ConvertRelativePathToFull(FPaths::Combine(FPaths::ProjectIntermediateDir(), TEXT("SinewTests")));
		IFileManager::Get().MakeDirectory(*Folder, true);
		File = FPaths::Combine(Folder, TEXT("Box.glb"));
		Character = SinewMakeTestBox();
	});
	AfterEach([this]() {
		IFileManager::Get().Delete(*File);
	});

	It("writes what the program checks without complaint", [this]() {
		FString Text;
		TestTrue(TEXT("written"), Write());
		TestEqual(TEXT("exit code of sinew check"), Run(TEXT("check --unit m --up y"), Text), 0);
	});

	It("writes every vertex, triangle, bone and clip", [this]() {
		Write();
		TestEqual(TEXT("triangles"), Inspect(TEXT("triangles")), Character.Triangles.Num() / 3);
		TestEqual(TEXT("vertices"), Inspect(TEXT("fileVertices")), Character.Positions.Num());
		FString Text;
		Run(TEXT("inspect"), Text);
		TestTrue(TEXT("the bones' names are there"), Text.Contains(TEXT("upper \\\"one\\\"")) && Text.Contains(TEXT("lower")));
		TestTrue(TEXT("the clip's name is there"), Text.Contains(TEXT("bend")));
	});

	It("writes as many influences as a vertex has", [this]() {
		SinewGiveManyInfluences(Character);
		FString Text;
		Write();
		TestEqual(TEXT("exit code of sinew check"), Run(TEXT("check --unit m --up y"), Text), 0);
		TestEqual(TEXT("influences"), Inspect(TEXT("mostInfluences")), Character.Bones.Num());
	});

	It("writes paint, red first", [this]() {
		TArray<uint8> Expected;
		for (int32 Vertex = 0; Vertex < Character.Positions.Num(); ++Vertex)
		{
			const uint8 Shade = static_cast<uint8>(Vertex);
			Character.Colors.Add(FColor(Shade, 20, 30, 40));
			Expected.Append({Shade, 20, 30, 40});
		}
		Write();
		FString Text;
		TestEqual(TEXT("exit code of sinew inspect"), Run(TEXT("inspect"), Text), 0);
		TestTrue(TEXT("the program sees it"), Text.Replace(TEXT(" "), TEXT("")).Contains(TEXT("\"hasColours\":true")));
		TArray<uint8> Written;
		TestTrue(TEXT("read again"), FFileHelper::LoadFileToArray(Written, *File));
		bool bFound = false;
		for (int32 First = 0; !bFound && First + Expected.Num() <= Written.Num(); First += 4)
		{
			bFound = FMemory::Memcmp(&Written[First], Expected.GetData(), static_cast<SIZE_T>(Expected.Num())) == 0;
		}
		TestTrue(TEXT("byte for byte"), bFound);
	});

	It("refuses weights of bones that are not there", [this]() {
		Character.WeightBones[0] = 7;
		TestRefused(TEXT("bone 7"));
	});

	It("refuses triangles of vertices that are not there", [this]() {
		Character.Triangles[4] = 100000;
		TestRefused(TEXT("100000"));
	});

	It("refuses vertices that are nowhere", [this]() {
		Character.Positions[3].Y = std::numeric_limits<float>::quiet_NaN();
		TestRefused(TEXT("Vertex 3"));
	});

	It("refuses bones before their parents", [this]() {
		Character.Bones[0].Parent = 1;
		TestRefused(TEXT("before its parent"));
	});

	It("refuses bones without a size", [this]() {
		Character.Bones[1].Rest.Scale = FVector3f(1.0f, 0.0f, 1.0f);
		TestRefused(TEXT("lower"));
	});

	It("refuses clips that lack a bone", [this]() {
		Character.Clips[0].Frames.Pop();
		TestRefused(TEXT("bend"));
	});
}

#endif
