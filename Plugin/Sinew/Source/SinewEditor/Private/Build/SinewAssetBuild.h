// Copyright the Sinew project. See LICENSE.

#pragma once

#include "Build/SinewBudgets.h"
#include "Build/SinewProgram.h"
#include "CoreMinimal.h"
#include "Export/SinewSource.h"
#include "UObject/WeakObjectPtr.h"

class USinewAsset;

/** How a build ended. */
struct FSinewBuildResult
{
	int32 ExitCode = ESinewExitCode::Good;

	/** The source has not changed, so the asset was not built. */
	bool bCurrent = false;

	/** The program ran, and the asset is the same as before. */
	bool bUnchanged = false;

	/** What went wrong and how to fix it. Both are empty if nothing did. */
	FString Problem;
	FString Remedy;

	/** The summary of the build, for people. */
	FString Summary;
};

struct FSinewBuildOptions
{
	/** Overrides the recipe of the asset and of the project, and is stored in the asset. */
	FString RecipeFile;

	/** Assets that are up to date must meet them as well. */
	FSinewBudgets Budgets;

	/** Runs the program even if nothing has changed. */
	bool bForce = false;
};

/**
 * Builds one asset: exports its source, runs the program and imports the result. The caller calls Start once and then Poll until it returns
 * false. No call waits.
 */
class FSinewAssetBuild
{
public:
	FSinewAssetBuild(USinewAsset& InAsset, const FSinewBuildOptions& InOptions);

	/** Returns false if the build has ended already, because nothing has changed or an error occurred. */
	bool Start();

	/** Returns true while the build runs. */
	bool Poll();

	/** Cancels the build. Finished work is kept for the next build. */
	void Cancel();

	const FSinewBuildResult& GetResult() const
	{
		return Result;
	}

	FSinewProgramOutput& GetOutput()
	{
		return Program.Output;
	}

	const FString& GetAssetPath() const
	{
		return AssetPath;
	}

	/** The reason for the build, as text. */
	const FString& GetReason() const
	{
		return Reason;
	}

	/** The folder with the files of a build, from which the next build continues. */
	static FString GetFolder(const USinewAsset& Asset);

private:
	bool Fail(int32 ExitCode, const FString& Problem, const FString& Remedy = FString());
	bool IsToBeBuilt(const USinewAsset& Target);
	bool WriteCharacter(const FString& File);
	void Import();

	TWeakObjectPtr<USinewAsset> Asset;
	FString AssetPath;
	FSinewBuildOptions Options;
	FSinewSource Source;
	FSinewBuildCommand Command;
	FSinewProgram Program;
	FSinewBuildResult Result;
	FString Reason;
};
