// Copyright the Sinew project. See LICENSE.

#include "Build/SinewProgram.h"

#include "HAL/PlatformMisc.h"
#include "Interfaces/IPluginManager.h"
#include "Misc/Paths.h"
#include "SinewPaths.h"
#include "SinewUserSettings.h"

namespace
{

FString Quoted(const FString& Argument)
{
	return TEXT("\"") + Argument + TEXT("\"");
}

#if PLATFORM_WINDOWS
const TCHAR* const ProgramFolder = TEXT("Binaries/ThirdParty/SinewCore/Win64");
const TCHAR* const ProgramName = TEXT("sinew.exe");
#elif defined(__aarch64__)
const TCHAR* const ProgramFolder = TEXT("Binaries/ThirdParty/SinewCore/LinuxArm64");
const TCHAR* const ProgramName = TEXT("sinew");
#else
const TCHAR* const ProgramFolder = TEXT("Binaries/ThirdParty/SinewCore/Linux");
const TCHAR* const ProgramName = TEXT("sinew");
#endif

/** The exit code after SIGTERM. */
constexpr int32 Terminated = 128 + 15;

} // namespace

FString FSinewBuildCommand::MakeArguments() const
{
	// The exporter knows units and axes, so the program need not guess them.
	FString Arguments = TEXT("build ") + Quoted(CharacterFile) + TEXT(" --unit m --up y -o ") + Quoted(AssetFile);
	if (!RecipeFile.IsEmpty())
	{
		Arguments += TEXT(" --recipe ") + Quoted(RecipeFile);
	}
	for (const FString& MotionFile : MotionFiles)
	{
		Arguments += TEXT(" --motion ") + Quoted(MotionFile);
	}
	if (Tets > 0)
	{
		Arguments += FString::Printf(TEXT(" --tets %d"), Tets);
	}
	return Arguments + Budgets;
}

FSinewProgram::~FSinewProgram()
{
	if (Process.IsValid() && FPlatformProcess::IsProcRunning(Process))
	{
		Cancel();
	}
	Close();
}

FString FSinewProgram::Find(FString& OutProblem)
{
	const TSharedPtr<IPlugin> Plugin = IPluginManager::Get().FindPlugin(TEXT("Sinew"));
	FString File = FPlatformMisc::GetEnvironmentVariable(TEXT("SINEW_PROGRAM"));
	FString Whose = TEXT(" (from the environment variable SINEW_PROGRAM)");
	if (File.IsEmpty())
	{
		File = SinewFullPath(GetDefault<USinewUserSettings>()->Program.FilePath);
		Whose = TEXT(" (from Editor Preferences, Plugins, Sinew)");
	}
	if (File.IsEmpty() && Plugin.IsValid())
	{
		File = FPaths::ConvertRelativePathToFull(FPaths::Combine(Plugin->GetBaseDir(), ProgramFolder, ProgramName));
		Whose = FString();
	}
	if (FPaths::FileExists(File))
	{
		return File;
	}
	OutProblem = TEXT("The program sinew was not found: ") + (File.IsEmpty() ? FString(TEXT("the folder of the plugin is unknown.")) : File + Whose + TEXT(" does not exist."));
	return FString();
}

bool FSinewProgram::Start(const FString& File, const FString& Arguments)
{
	if (!FPlatformProcess::CreatePipe(ReadPipe, WritePipe))
	{
		return false;
	}
	const bool bLaunchDetached = false, bLaunchHidden = true, bLaunchReallyHidden = true;
	const int32 BelowNormal = -1; // keeps the editor responsive
	// On some platforms stderr does not go to the pipe.
	const FString AllArguments = Arguments + TEXT(" --messages stdout");
	Process = FPlatformProcess::CreateProc(*File, *AllArguments, bLaunchDetached, bLaunchHidden, bLaunchReallyHidden, nullptr, BelowNormal, nullptr, WritePipe);
	if (!Process.IsValid())
	{
		Close();
	}
	return Process.IsValid();
}

bool FSinewProgram::Read()
{
	TArray<uint8> Bytes;
	if (!FPlatformProcess::ReadPipeToArray(ReadPipe, Bytes))
	{
		return false;
	}
	Output.Append(Bytes);
	return Bytes.Num() > 0;
}

bool FSinewProgram::Poll()
{
	if (!Process.IsValid())
	{
		return false;
	}
	// Check before reading, so that the last output is read as well.
	const bool bRuns = FPlatformProcess::IsProcRunning(Process);
	Read();
	if (bRuns)
	{
		return true;
	}
	while (Read())
	{
	}
	Output.Finish();
	ReturnCode = ESinewExitCode::Failed;
	FPlatformProcess::GetProcReturnCode(Process, &ReturnCode);
	// Windows has its own exit code for terminated processes.
	ExitCode = bCancelled ? static_cast<int32>(ESinewExitCode::Cancelled) : ExitCodeOf(ReturnCode);
	Close();
	return false;
}

int32 FSinewProgram::ExitCodeOf(int32 InReturnCode)
{
	if (InReturnCode == ESinewExitCode::Cancelled || InReturnCode == Terminated)
	{
		return ESinewExitCode::Cancelled;
	}
	const bool bKnown = InReturnCode >= ESinewExitCode::Good && InReturnCode <= ESinewExitCode::InputOutput;
	return bKnown ? InReturnCode : static_cast<int32>(ESinewExitCode::Failed);
}

void FSinewProgram::Cancel()
{
	if (Process.IsValid() && !bCancelled)
	{
		bCancelled = true;
		FPlatformProcess::TerminateProc(Process, true);
	}
}

void FSinewProgram::Close()
{
	if (Process.IsValid())
	{
		FPlatformProcess::CloseProc(Process);
		Process.Reset();
	}
	FPlatformProcess::ClosePipe(ReadPipe, WritePipe);
	ReadPipe = nullptr;
	WritePipe = nullptr;
}
