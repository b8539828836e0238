// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SinewBudgets.h"

class FSinewAssetBuild;
class USinewAsset;

/** What the commandlet does. */
class FSinewPrecompute
{
public:
	/** Returns the exit code: 0, or that of the first asset that was not built. */
	int32 Run(const TArray<FString>& Switches, const TMap<FString, FString>& Values);

private:
	bool ReadOptions(const TArray<FString>& Switches, const TMap<FString, FString>& Values);
	bool ReadBudgets(const TMap<FString, FString>& Values);
	bool BeginLog();
	bool FindAssets();
	USinewAsset* FindAsset(const FString& Path);
	void RefuseUnknown(const FString& Path);
	void FindAllAssets();
	void CheckAssets();

	/** Those that have to be built. None, where one of them could not be saved: hours of work would be lost. */
	TArray<USinewAsset*> PlanBuilds();
	void BuildAssets();
	bool IsToBeBuilt(USinewAsset& Asset, bool& bOutIsToBeSaved);
	int32 BuildAsset(USinewAsset& Asset);
	int32 FinishAsset(USinewAsset& Asset, FSinewAssetBuild& Build);

	/** Says that nothing has changed, or refuses what is over budget. */
	void SayCurrent(const USinewAsset& Asset);

	/** A line of JSON: into the log, and into the file that was asked for. */
	void Say(const FString& Line);
	int32 Refuse(const FString& Asset, int32 ExitCode, const FString& Problem, const FString& Remedy);

	TArray<FString> Paths;
	TArray<USinewAsset*> Assets;
	FString RecipeFile;
	FString LogFile;
	FSinewBudgets Budgets;
	bool bAll = false;
	bool bForce = false;
	bool bCheck = false;
	bool bLogFailed = false;
	int32 ExitCode = 0;
};
