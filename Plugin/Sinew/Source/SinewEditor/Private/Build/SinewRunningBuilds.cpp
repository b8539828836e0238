// Copyright the Sinew project. See LICENSE.

#include "Build/SinewRunningBuilds.h"

#include "Build/SinewAssetBuild.h"
#include "Misc/AsyncTaskNotification.h"
#include "SinewAsset.h"
#include "SinewEditorLog.h"
#include "UObject/Package.h"

#define LOCTEXT_NAMESPACE "Sinew"

namespace
{

TSharedPtr<FAsyncTaskNotification> MakeNotification(const FString& AssetPath)
{
	FAsyncTaskNotificationConfig Config;
	Config.TitleText = FText::Format(LOCTEXT("Building", "Building {0}"), FText::FromString(AssetPath));
	Config.bCanCancel = true;
	Config.bKeepOpenOnFailure = true;
	Config.LogCategory = &LogSinewEditor;
	return MakeShared<FAsyncTaskNotification>(Config);
}

FText NotBuilt(const FString& AssetPath)
{
	return FText::Format(LOCTEXT("NotBuilt", "{0} was not built"), FText::FromString(AssetPath));
}

} // namespace

FSinewRunningBuilds* FSinewRunningBuilds::Instance = nullptr;

FSinewRunningBuilds::FSinewRunningBuilds()
{
	Before = Instance;
	Instance = this;
	Ticker = FTSTicker::GetCoreTicker().AddTicker(FTickerDelegate::CreateRaw(this, &FSinewRunningBuilds::Tick), 0.1f);
}

FSinewRunningBuilds::~FSinewRunningBuilds()
{
	FTSTicker::GetCoreTicker().RemoveTicker(Ticker);
	for (FRunning& Running : Builds)
	{
		Running.Build->Cancel();
		Running.Notification->SetComplete(false);
	}
	Instance = Before;
}

FSinewRunningBuilds* FSinewRunningBuilds::Get()
{
	return Instance;
}

int32 FSinewRunningBuilds::Find(const USinewAsset& Asset) const
{
	const FString Path = Asset.GetOutermost()->GetName();
	return Builds.IndexOfByPredicate([&Path](const FRunning& Each) { return Each.Build->GetAssetPath() == Path; });
}

bool FSinewRunningBuilds::IsBuilding(const USinewAsset& Asset) const
{
	return Find(Asset) == 0;
}

bool FSinewRunningBuilds::IsWaiting(const USinewAsset& Asset) const
{
	return Find(Asset) > 0;
}

void FSinewRunningBuilds::Start(USinewAsset& Asset)
{
	if (Find(Asset) != INDEX_NONE)
	{
		return;
	}
	FSinewBuildOptions Options;
	Options.bForce = true; // a button must do something; if nothing has changed, the program ends quickly
	FRunning Running;
	Running.Build = MakeShared<FSinewAssetBuild>(Asset, Options);
	Running.Notification = MakeNotification(Running.Build->GetAssetPath());
	Builds.Add(Running);
	if (Builds.Num() == 1)
	{
		StartFirst();
		return;
	}
	Running.Notification->SetProgressText(FText::Format(LOCTEXT("Waiting", "Waiting for {0}"), FText::FromString(Builds[0].Build->GetAssetPath())));
}

void FSinewRunningBuilds::StartFirst()
{
	while (Builds.Num() > 0)
	{
		const FRunning First = Builds[0];
		First.Notification->SetProgressText(LOCTEXT("Exporting", "Exporting the mesh"));
		if (First.Build->Start())
		{
			return;
		}
		ShowEnd(*First.Build, *First.Notification);
		Builds.RemoveAt(0);
	}
}

void FSinewRunningBuilds::CancelWaiting()
{
	for (int32 Index = Builds.Num() - 1; Index > 0; --Index)
	{
		const FRunning& Waiting = Builds[Index];
		if (Waiting.Notification->GetPromptAction() == EAsyncTaskNotificationPromptAction::Cancel)
		{
			Waiting.Notification->SetComplete(NotBuilt(Waiting.Build->GetAssetPath()), LOCTEXT("StoppedWaiting", "The build was cancelled before it started."), false);
			Builds.RemoveAt(Index);
		}
	}
}

bool FSinewRunningBuilds::Tick(float DeltaSeconds)
{
	CancelWaiting();
	if (Builds.Num() == 0)
	{
		return true; // again
	}
	FRunning& First = Builds[0];
	if (First.Notification->GetPromptAction() == EAsyncTaskNotificationPromptAction::Cancel)
	{
		First.Build->Cancel();
	}
	if (First.Build->Poll())
	{
		ShowProgress(First);
		return true;
	}
	ShowEnd(*First.Build, *First.Notification);
	Builds.RemoveAt(0);
	StartFirst();
	return true;
}

void FSinewRunningBuilds::ShowProgress(FRunning& Running) const
{
	FSinewProgramOutput& Output = Running.Build->GetOutput();
	if (Output.NewProgressLines.Num() == 0)
	{
		return;
	}
	Output.NewProgressLines.Reset();
	const FSinewBuildProgress& Progress = Output.Progress;
	const FString Text = FString::Printf(TEXT("%d %%. Stage %s: %.0f of %.0f, about %.0f s left"), FMath::RoundToInt(100.0f * Output.GetShareDone()), *Progress.Stage, Progress.Done, Progress.Total, Progress.SecondsLeft);
	Running.Notification->SetProgressText(FText::FromString(Text));
}

void FSinewRunningBuilds::ShowEnd(FSinewAssetBuild& Build, FAsyncTaskNotification& Notification)
{
	const FSinewBuildResult& Result = Build.GetResult();
	for (const FSinewProgramMessage& Warning : Build.GetOutput().Warnings)
	{
		UE_LOG(LogSinewEditor, Warning, TEXT("%s: %s %s"), *Build.GetAssetPath(), *Warning.Text, *Warning.Remedy);
	}
	const FText Name = FText::FromString(Build.GetAssetPath());
	if (Result.bUnchanged)
	{
		UE_LOG(LogSinewEditor, Display, TEXT("%s was up to date: nothing has changed since the last build."), *Build.GetAssetPath());
		Notification.SetComplete(FText::Format(LOCTEXT("Unchanged", "{0} was up to date"), Name), LOCTEXT("UnchangedText", "Nothing has changed since the last build."), true);
		return;
	}
	if (Result.ExitCode == ESinewExitCode::Good)
	{
		UE_LOG(LogSinewEditor, Display, TEXT("%s was built:\n%s"), *Build.GetAssetPath(), *Result.Summary);
		Notification.SetComplete(FText::Format(LOCTEXT("Built", "{0} is built"), Name), LOCTEXT("SeeLog", "Save the asset to keep it. The output log shows a summary."), true);
		return;
	}
	UE_LOG(LogSinewEditor, Warning, TEXT("%s was not built: %s %s"), *Build.GetAssetPath(), *Result.Problem, *Result.Remedy);
	Notification.SetComplete(NotBuilt(Build.GetAssetPath()), FText::FromString(Result.Problem + TEXT(" ") + Result.Remedy), false);
}

#undef LOCTEXT_NAMESPACE
