// Copyright the Sinew project. See LICENSE.

#pragma once

#include "Containers/Ticker.h"
#include "CoreMinimal.h"

class FAsyncTaskNotification;
class FSinewAssetBuild;
class USinewAsset;

/**
 * Builds that designers have started: one runs beside the editor, the others wait for it, because each takes all cores and
 * much memory. They show how far they are in notifications that can cancel them, and say in the end how it went.
 */
class FSinewRunningBuilds
{
public:
	FSinewRunningBuilds();

	/** Stops all of them: the editor goes. */
	~FSinewRunningBuilds();
	FSinewRunningBuilds(const FSinewRunningBuilds&) = delete;
	FSinewRunningBuilds& operator=(const FSinewRunningBuilds&) = delete;

	/** Does nothing where the asset is being built or waits for it already. */
	void Start(USinewAsset& Asset);

	bool IsBuilding(const USinewAsset& Asset) const;
	bool IsWaiting(const USinewAsset& Asset) const;

	/** Those that wait, too. */
	int32 Num() const
	{
		return Builds.Num();
	}

	/** A frame of the editor. */
	bool Tick(float DeltaSeconds);

	/** Of the editor module; null where it is not loaded. */
	static FSinewRunningBuilds* Get();

private:
	struct FRunning
	{
		TSharedPtr<FSinewAssetBuild> Build;
		TSharedPtr<FAsyncTaskNotification> Notification;
	};

	int32 Find(const USinewAsset& Asset) const;
	void StartFirst();
	void CancelWaiting();
	void ShowProgress(FRunning& Running) const;
	static void ShowEnd(FSinewAssetBuild& Build, FAsyncTaskNotification& Notification);

	/** The first one runs. */
	TArray<FRunning> Builds;
	FTSTicker::FDelegateHandle Ticker;

	/** The newest one; a test may have its own beside the module's. */
	static FSinewRunningBuilds* Instance;
	FSinewRunningBuilds* Before = nullptr;
};
