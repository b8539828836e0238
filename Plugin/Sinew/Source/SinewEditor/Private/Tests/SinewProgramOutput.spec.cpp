// Copyright the Sinew project. See LICENSE.

#include "Build/SinewProgramOutput.h"

#include "Build/SinewProgram.h"
#include "Containers/StringConv.h"
#include "HAL/PlatformMisc.h"
#include "Misc/AutomationTest.h"
#include "SinewEngineVersion.h"
#include "SinewUserSettings.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FSinewProgramOutputSpec, "Sinew.Editor.Program", SINEW_TEST_FLAGS)

FSinewProgramOutput Output;

/** In pieces of a few bytes, as pipes may give them. */
void Append(const FString& Text, int32 Piece)
{
	const FTCHARToUTF8 Utf8(*Text);
	const uint8* const Bytes = reinterpret_cast<const uint8*>(Utf8.Get());
	for (int32 Start = 0; Start < Utf8.Length(); Start += Piece)
	{
		TArray<uint8> Part;
		Part.Append(Bytes + Start, FMath::Min(Piece, static_cast<int32>(Utf8.Length()) - Start));
		Output.Append(Part);
	}
}

void Feed(const FString& Text, int32 Piece)
{
	Append(Text, Piece);
	Output.Finish();
}

FString Find()
{
	FString Problem;
	return FSinewProgram::Find(Problem);
}

END_DEFINE_SPEC(FSinewProgramOutputSpec)

void FSinewProgramOutputSpec::Define()
{
	BeforeEach([this]() {
		Output = FSinewProgramOutput();
	});

	It("reads progress, wherever lines are cut", [this]() {
		for (const int32 Piece : {1, 7, 1000})
		{
			Output = FSinewProgramOutput();
			Feed(TEXT("{\"done\":40,\"progress\":\"poses\",\"seconds\":1.1,\"secondsLeft\":2.5,\"total\":120}\r\n"), Piece);
			TestEqual(TEXT("stage"), Output.Progress.Stage, FString(TEXT("poses")));
			TestEqual(TEXT("done"), Output.Progress.Done, 40.0);
			TestEqual(TEXT("total"), Output.Progress.Total, 120.0);
			TestEqual(TEXT("seconds left"), Output.Progress.SecondsLeft, 2.5);
			TestEqual(TEXT("lines"), Output.NewProgressLines.Num(), 1);
			TestTrue(TEXT("nothing else"), Output.Summary.IsEmpty());
		}
	});

	It("never goes back from stage to stage", [this]() {
		float Before = -1.0f;
		for (const TCHAR* const Stage : {TEXT("volume"), TEXT("domains"), TEXT("poses"), TEXT("bases"), TEXT("cubature"), TEXT("tensors"), TEXT("asset")})
		{
			for (const int32 Done : {0, 50, 100})
			{
				Append(FString::Printf(TEXT("{\"done\":%d,\"progress\":\"%s\",\"total\":100}\n"), Done, Stage), 1000);
				TestTrue(FString::Printf(TEXT("%s at %d"), Stage, Done), Output.GetShareDone() >= Before);
				Before = Output.GetShareDone();
			}
		}
		TestEqual(TEXT("in the end"), Before, 1.0f);
	});

	It("keeps warnings with their remedies apart from the summary", [this]() {
		Feed(TEXT("sinew: warning: there are only 5 poses to learn from\n       Give it more clips or --motion,\n       or wider limits.\n1945 tets, 2 domains\n       upper 20\n"), 5);
		if (TestEqual(TEXT("warnings"), Output.Warnings.Num(), 1))
		{
			TestEqual(TEXT("text"), Output.Warnings[0].Text, FString(TEXT("there are only 5 poses to learn from")));
			TestEqual(TEXT("remedy"), Output.Warnings[0].Remedy, FString(TEXT("Give it more clips or --motion, or wider limits.")));
		}
		TestEqual(TEXT("summary"), Output.Summary, FString(TEXT("1945 tets, 2 domains\n       upper 20\n")));
	});

	It("keeps the error with its remedy", [this]() {
		Feed(TEXT("sinew: error: recipe.toml:3: there is no key tetz\n       Did you mean tets?"), 1000);
		TestEqual(TEXT("text"), Output.Error.Text, FString(TEXT("recipe.toml:3: there is no key tetz")));
		TestEqual(TEXT("remedy"), Output.Error.Remedy, FString(TEXT("Did you mean tets?")));
	});

	It("reads letters of several bytes, wherever they are cut", [this]() {
		for (const int32 Piece : {1, 2, 3, 1000})
		{
			Output = FSinewProgramOutput();
			Feed(TEXT("sinew: error: /K\u00e4fer/\u732b.glb is not there\n"), Piece);
			TestEqual(TEXT("text"), Output.Error.Text, FString(TEXT("/K\u00e4fer/\u732b.glb is not there")));
		}
	});

	It("knows what the program ends with, and takes all else for a failure", [this]() {
		for (const int32 Code : {0, 1, 2, 3, 4, 5, 130})
		{
			TestEqual(TEXT("its own"), FSinewProgram::ExitCodeOf(Code), Code);
		}
		TestEqual(TEXT("stopped by the system"), FSinewProgram::ExitCodeOf(143), 130);
		for (const int32 Code : {6, 134, 139, 137, -1073741819})
		{
			TestEqual(TEXT("a crash"), FSinewProgram::ExitCodeOf(Code), 1);
		}
	});

	It("names the program that is missing, and who chose it", [this]() {
		const FString Before = FPlatformMisc::GetEnvironmentVariable(TEXT("SINEW_PROGRAM"));
		FPlatformMisc::SetEnvironmentVar(TEXT("SINEW_PROGRAM"), TEXT("/nowhere/sinew"));
		FString Problem;
		TestTrue(TEXT("of the environment"), FSinewProgram::Find(Problem).IsEmpty() && Problem.Contains(TEXT("/nowhere/sinew")) && Problem.Contains(TEXT("SINEW_PROGRAM")));
		FPlatformMisc::SetEnvironmentVar(TEXT("SINEW_PROGRAM"), TEXT(""));
		USinewUserSettings* const Settings = GetMutableDefault<USinewUserSettings>();
		const FString Chosen = Settings->Program.FilePath;
		Settings->Program.FilePath = TEXT("/elsewhere/sinew");
		TestTrue(TEXT("of the settings"), FSinewProgram::Find(Problem).IsEmpty() && Problem.Contains(TEXT("/elsewhere/sinew")) && Problem.Contains(TEXT("Editor Preferences")));
		Settings->Program.FilePath = Chosen;
		FPlatformMisc::SetEnvironmentVar(TEXT("SINEW_PROGRAM"), *Before);
	});

	It("does not take other JSON for progress", [this]() {
		Feed(TEXT("{\"kind\":\"build\"}\n{broken\n"), 1000);
		TestEqual(TEXT("lines"), Output.NewProgressLines.Num(), 0);
		TestEqual(TEXT("summary"), Output.Summary, FString(TEXT("{\"kind\":\"build\"}\n{broken\n")));
	});

	It("tells what is asked of the program", [this]() {
		FSinewBuildCommand Command;
		Command.CharacterFile = TEXT("/My Project/Hero.glb");
		Command.AssetFile = TEXT("/My Project/Hero.sinew");
		TestEqual(TEXT("the least"), Command.MakeArguments(), FString(TEXT("build \"/My Project/Hero.glb\" --unit m --up y -o \"/My Project/Hero.sinew\"")));
		Command.RecipeFile = TEXT("/a b.toml");
		Command.MotionFiles.Add(TEXT("/walk.bvh"));
		Command.Tets = 2000;
		TestTrue(TEXT("all"), Command.MakeArguments().EndsWith(TEXT(" --recipe \"/a b.toml\" --motion \"/walk.bvh\" --tets 2000")));
	});

	It("says which code a run ended with, and why", [this]() {
		FSinewProgram Program;
		if (!TestTrue(TEXT("starts"), Program.Start(Find(), TEXT("build \"/nowhere/Nobody.glb\" -o \"/nowhere/Nobody.sinew\""))))
		{
			return;
		}
		while (Program.Poll())
		{
			FPlatformProcess::Sleep(0.005f);
		}
		TestTrue(TEXT("it is not good"), Program.GetExitCode() == ESinewExitCode::BadInput || Program.GetExitCode() == ESinewExitCode::InputOutput);
		TestTrue(TEXT("it names the file"), Program.Output.Error.Text.Contains(TEXT("nowhere")));
	});

	It("cannot start what is not there", [this]() {
		FSinewProgram Program;
		const bool bStarted = Program.Start(TEXT("/nowhere/sinew"), TEXT("--version"));
		while (bStarted && Program.Poll())
		{
			FPlatformProcess::Sleep(0.005f);
		}
		TestTrue(TEXT("it is noticed"), !bStarted || Program.GetExitCode() != ESinewExitCode::Good);
	});
}

#endif
