// Copyright the Sinew project. See LICENSE.

#pragma once

#include "Build/SinewBudgets.h"
#include "CoreMinimal.h"

class FSinewAssetBuild;
class USinewAsset;

/** The work of the commandlet. */
class FSinewPrecompute
{
public:
	/** Returns the exit code: 0, or that of the first failure. */
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

	/** The assets to build. Empty if one of them cannot be saved, because hours of work would be lost. */
	TArray<USinewAsset*> PlanBuilds();
	void BuildAssets();
	bool IsToBeBuilt(USinewAsset& Asset, bool& bOutIsToBeSaved);
	int32 BuildAsset(USinewAsset& Asset);
	int32 FinishAsset(USinewAsset& Asset, FSinewAssetBuild& Build);

	/** Reports that an asset is up to date, or that it is over budget. */
	void SayCurrent(const USinewAsset& Asset);

	/** Writes a line of JSON to the log and to the file of -JsonLog. */
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
