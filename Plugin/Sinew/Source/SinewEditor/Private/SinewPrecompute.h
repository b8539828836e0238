// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

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
	bool FindAssets();
	USinewAsset* FindAsset(const FString& Path);
	void FindAllAssets();
	int32 BuildAsset(USinewAsset& Asset);
	int32 CheckAsset(USinewAsset& Asset);
	int32 FinishAsset(USinewAsset& Asset, FSinewAssetBuild& Build);

	/** A line of JSON: into the log, and into the file that was asked for. */
	void Say(const FString& Line);
	int32 Refuse(const FString& Asset, int32 ExitCode, const FString& Problem, const FString& Remedy);

	TArray<FString> Paths;
	TArray<USinewAsset*> Assets;
	FString RecipeFile;
	FString LogFile;
	FString Budgets;
	bool bAll = false;
	bool bForce = false;
	bool bCheck = false;
	FString Lines;
	int32 ExitCode = 0;
};
