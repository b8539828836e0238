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

	/** Where the program is: the environment's SINEW_PROGRAM, the project's setting, the plugin's own. Empty: nowhere. */
	static FString Find();

	bool Start(const FString& File, const FString& Arguments);

	/** True while it runs. */
	bool Poll();

	/** It keeps what it has made and goes on there the next time. */
	void Cancel();

	int32 GetExitCode() const
	{
		return ExitCode;
	}

	FSinewProgramOutput Output;

private:
	void Close();

	FProcHandle Process;
	void* ReadPipe = nullptr;
	void* WritePipe = nullptr;
	int32 ExitCode = ESinewExitCode::InputOutput;
	bool bCancelled = false;
};
