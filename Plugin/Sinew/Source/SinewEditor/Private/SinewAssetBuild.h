// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SinewBudgets.h"
#include "SinewProgram.h"
#include "SinewSource.h"
#include "UObject/WeakObjectPtr.h"

class USinewAsset;

/** How a build ended. */
struct FSinewBuildResult
{
	int32 ExitCode = ESinewExitCode::Good;

	/** Nothing of its source has changed: it was not built. */
	bool bCurrent = false;

	/** It was built all the same, and is what it was before. */
	bool bUnchanged = false;

	/** What went wrong and what to do about it; empty where nothing did. */
	FString Problem;
	FString Remedy;

	/** What the build tells, for people. */
	FString Summary;
};

struct FSinewBuildOptions
{
	/** Wins over the asset's own and the project's, and becomes the asset's own. */
	FString RecipeFile;

	/** What is current is judged by them, too. */
	FSinewBudgets Budgets;

	/** Also where nothing has changed. */
	bool bForce = false;
};

/**
 * Builds one asset: exports its source, runs the program, imports what it made. Whoever wants it calls Start once and
 * then Poll until it returns false; nothing waits.
 */
class FSinewAssetBuild
{
public:
	FSinewAssetBuild(USinewAsset& InAsset, const FSinewBuildOptions& InOptions);

	/** False where it has ended already: there was nothing to do, or it is not possible. */
	bool Start();

	/** True while it runs. */
	bool Poll();

	/** What was solved is kept for the next time. */
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

	/** Why it is built, in words. */
	const FString& GetReason() const
	{
		return Reason;
	}

	/** Where the files of a build are kept: the next one goes on from what is there. */
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
