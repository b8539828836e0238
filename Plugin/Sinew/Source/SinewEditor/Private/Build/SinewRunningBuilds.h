// Copyright the Sinew project. See LICENSE.

#pragma once

#include "Containers/Ticker.h"
#include "CoreMinimal.h"

class FAsyncTaskNotification;
class FSinewAssetBuild;
class USinewAsset;

/**
 * Builds that were started in the editor. One runs in the background and the others wait, because each uses all cores and much memory.
 * Notifications show their progress and result, and can cancel them.
 */
class FSinewRunningBuilds
{
public:
	FSinewRunningBuilds();

	/** Cancels all builds, when the editor closes. */
	~FSinewRunningBuilds();
	FSinewRunningBuilds(const FSinewRunningBuilds&) = delete;
	FSinewRunningBuilds& operator=(const FSinewRunningBuilds&) = delete;

	/** Queues a build. Does nothing if the asset is already being built or is waiting. */
	void Start(USinewAsset& Asset);

	bool IsBuilding(const USinewAsset& Asset) const;
	bool IsWaiting(const USinewAsset& Asset) const;

	/** The number of running and waiting builds. */
	int32 Num() const
	{
		return Builds.Num();
	}

	/** Polls the builds, in each frame of the editor. */
	bool Tick(float DeltaSeconds);

	/** The instance of the editor module, or null if it is not loaded. */
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

	/** The first build is running. */
	TArray<FRunning> Builds;
	FTSTicker::FDelegateHandle Ticker;

	/** The newest instance: a test may create one besides the module's. */
	static FSinewRunningBuilds* Instance;
	FSinewRunningBuilds* Before = nullptr;
};
