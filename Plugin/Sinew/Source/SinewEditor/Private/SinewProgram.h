// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "HAL/PlatformProcess.h"
#include "SinewProgramOutput.h"

/** What the program ends with; they are the program's own, and the commandlet's too. */
namespace ESinewExitCode
{
enum Type : int32
{
	Good = 0,
	Failed = 1,
	Usage = 2,
	BadInput = 3,
	OverBudget = 4,
	InputOutput = 5,
	Cancelled = 130,
};
} // namespace ESinewExitCode

/** What `sinew build` is asked to do. */
struct FSinewBuildCommand
{
	FString CharacterFile;
	FString AssetFile;

	/** Empty: the usual. */
	FString RecipeFile;

	/** Motion to learn from beside the clips: .bvh. */
	TArray<FString> MotionFiles;

	/** 0: as the recipe says. */
	int32 Tets = 0;

	/** Above which the build fails, as the program's options have them: " --budget-ms 0.5". */
	FString Budgets;

	FString MakeArguments() const;
};

/** A run of the program, as a child process that is asked again and again how far it is. */
class FSinewProgram
{
public:
	FSinewProgram() = default;
	~FSinewProgram();
	FSinewProgram(const FSinewProgram&) = delete;
	FSinewProgram& operator=(const FSinewProgram&) = delete;

	/** Where the program is: the environment's SINEW_PROGRAM, the user's setting, the plugin's own. Empty: nowhere, and the sentence says where it was looked for. */
	static FString Find(FString& OutProblem);

	bool Start(const FString& File, const FString& Arguments);

	/** True while it runs. */
	bool Poll();

	/** It keeps what it has made and goes on there the next time. Asked twice it would stop at once and say nothing, so it is asked once. */
	void Cancel();

	/** One of ESinewExitCode, whatever the program ended with. */
	int32 GetExitCode() const
	{
		return ExitCode;
	}

	/** What the system says that it ended with: for messages. */
	int32 GetReturnCode() const
	{
		return ReturnCode;
	}

	/** Which of ESinewExitCode it is: signals that stop are Cancelled, crashes and all else that is unknown Failed. */
	static int32 ExitCodeOf(int32 InReturnCode);

	FSinewProgramOutput Output;

private:
	void Close();
	bool Read();

	FProcHandle Process;
	void* ReadPipe = nullptr;
	void* WritePipe = nullptr;
	int32 ExitCode = ESinewExitCode::InputOutput;
	int32 ReturnCode = ESinewExitCode::InputOutput;
	bool bCancelled = false;
};
