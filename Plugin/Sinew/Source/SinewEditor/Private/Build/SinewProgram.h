// Copyright the Sinew project. See LICENSE.

#pragma once

#include "Build/SinewProgramOutput.h"
#include "CoreMinimal.h"
#include "HAL/PlatformProcess.h"

/** The exit codes of the program, which the commandlet uses as well. */
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

/** The arguments of `sinew build`. */
struct FSinewBuildCommand
{
	FString CharacterFile;
	FString AssetFile;

	/** Empty for the default recipe. */
	FString RecipeFile;

	/** Additional training motion (.bvh). */
	TArray<FString> MotionFiles;

	/** 0 for the value of the recipe. */
	int32 Tets = 0;

	/** Limits as command line options: " --budget-ms 0.5". */
	FString Budgets;

	FString MakeArguments() const;
};

/** A run of the program as a child process, which is polled. */
class FSinewProgram
{
public:
	FSinewProgram() = default;
	~FSinewProgram();
	FSinewProgram(const FSinewProgram&) = delete;
	FSinewProgram& operator=(const FSinewProgram&) = delete;

	/** Returns the path of the program: the environment variable SINEW_PROGRAM, the user's setting, or the plugin's own. If it does not exist, returns an empty path, and OutProblem says where it was expected. */
	static FString Find(FString& OutProblem);

	bool Start(const FString& File, const FString& Arguments);

	/** Returns true while the program runs. */
	bool Poll();

	/** Asks the program to stop. It keeps finished work for the next run. Only the first call has an effect: a second signal would kill it without a message. */
	void Cancel();

	/** The exit code as one of ESinewExitCode. */
	int32 GetExitCode() const
	{
		return ExitCode;
	}

	/** The exit code of the process, for messages. */
	int32 GetReturnCode() const
	{
		return ReturnCode;
	}

	/** Maps an exit code to ESinewExitCode: termination signals are Cancelled, crashes and unknown codes are Failed. */
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
