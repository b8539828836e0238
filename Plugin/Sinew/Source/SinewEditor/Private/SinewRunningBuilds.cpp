// Copyright the Sinew project. See LICENSE.

#include "SinewRunningBuilds.h"

#include "Misc/AsyncTaskNotification.h"
#include "SinewAsset.h"
#include "SinewAssetBuild.h"
#include "SinewEditorLog.h"
#include "UObject/Package.h"

#define LOCTEXT_NAMESPACE "Sinew"

namespace
{

TSharedPtr<FAsyncTaskNotification> MakeNotification(const FString& AssetPath)
{
	FAsyncTaskNotificationConfig Config;
	Config.TitleText = FText::Format(LOCTEXT("Building", "Building {0}"), FText::FromString(AssetPath));
	Config.ProgressText = LOCTEXT("Exporting", "exporting the mesh");
	Config.bCanCancel = true;
	Config.bKeepOpenOnFailure = true;
	Config.LogCategory = &LogSinewEditor;
	return MakeShared<FAsyncTaskNotification>(Config);
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

bool FSinewRunningBuilds::IsBuilding(const USinewAsset& Asset) const
{
	const FString Path = Asset.GetOutermost()->GetName();
	for (const FRunning& Running : Builds)
	{
		if (Running.Build->GetAssetPath() == Path)
		{
			return true;
		}
	}
	return false;
}

void FSinewRunningBuilds::Start(USinewAsset& Asset)
{
	if (IsBuilding(Asset))
	{
		return;
	}
	FSinewBuildOptions Options;
	Options.bForce = true; // a button that does nothing looks broken; where nothing has changed the program has nothing to do
	FRunning Running;
	Running.Build = MakeShared<FSinewAssetBuild>(Asset, Options);
	Running.Notification = MakeNotification(Running.Build->GetAssetPath());
	if (Running.Build->Start())
	{
		Builds.Add(Running);
	}
	else
	{
		ShowEnd(*Running.Build, *Running.Notification);
	}
}

bool FSinewRunningBuilds::Tick(float DeltaSeconds)
{
	for (int32 Index = Builds.Num() - 1; Index >= 0; --Index)
	{
		FRunning& Running = Builds[Index];
		if (Running.Notification->GetPromptAction() == EAsyncTaskNotificationPromptAction::Cancel)
		{
			Running.Build->Cancel();
		}
		if (Running.Build->Poll())
		{
			ShowProgress(Running);
			continue;
		}
		ShowEnd(*Running.Build, *Running.Notification);
		Builds.RemoveAt(Index);
	}
	return true; // again
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
	const FString Text = FString::Printf(TEXT("%d %%: %s, %.0f of %.0f, about %.0f s left of this stage"), FMath::RoundToInt(100.0f * Output.GetShareDone()), *Progress.Stage, Progress.Done, Progress.Total, Progress.SecondsLeft);
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
	if (Result.ExitCode == ESinewExitCode::Good)
	{
		UE_LOG(LogSinewEditor, Display, TEXT("%s was built:\n%s"), *Build.GetAssetPath(), *Result.Summary);
		Notification.SetComplete(FText::Format(LOCTEXT("Built", "{0} is built"), Name), LOCTEXT("SeeLog", "The output log has the summary."), true);
		return;
	}
	UE_LOG(LogSinewEditor, Warning, TEXT("%s was not built: %s %s"), *Build.GetAssetPath(), *Result.Problem, *Result.Remedy);
	Notification.SetComplete(FText::Format(LOCTEXT("NotBuilt", "{0} was not built"), Name), FText::FromString(Result.Problem + TEXT(" ") + Result.Remedy), false);
}

#undef LOCTEXT_NAMESPACE
