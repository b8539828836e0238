// Copyright the Sinew project. See LICENSE.

#include "SinewProgram.h"

#include "HAL/PlatformMisc.h"
#include "Interfaces/IPluginManager.h"
#include "Misc/Paths.h"
#include "SinewEditorSettings.h"

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

} // namespace

FString FSinewBuildCommand::MakeArguments() const
{
	// Units and axes are not left to be guessed: the writer knows them.
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

FString FSinewProgram::Find()
{
	const FString FromEnvironment = FPlatformMisc::GetEnvironmentVariable(TEXT("SINEW_PROGRAM"));
	if (!FromEnvironment.IsEmpty())
	{
		return FPaths::FileExists(FromEnvironment) ? FromEnvironment : FString();
	}
	const FString FromSettings = GetDefault<USinewEditorSettings>()->Program.FilePath;
	if (!FromSettings.IsEmpty())
	{
		return FPaths::FileExists(FromSettings) ? FromSettings : FString();
	}
	const TSharedPtr<IPlugin> Plugin = IPluginManager::Get().FindPlugin(TEXT("Sinew"));
	if (!Plugin.IsValid())
	{
		return FString();
	}
	const FString Shipped = FPaths::ConvertRelativePathToFull(FPaths::Combine(Plugin->GetBaseDir(), ProgramFolder, ProgramName));
	return FPaths::FileExists(Shipped) ? Shipped : FString();
}

bool FSinewProgram::Start(const FString& File, const FString& Arguments)
{
	if (!FPlatformProcess::CreatePipe(ReadPipe, WritePipe))
	{
		return false;
	}
	const bool bLaunchDetached = false, bLaunchHidden = true, bLaunchReallyHidden = true;
	const int32 BelowNormal = -1; // the editor stays usable while it runs
	Process = FPlatformProcess::CreateProc(*File, *Arguments, bLaunchDetached, bLaunchHidden, bLaunchReallyHidden, nullptr, BelowNormal, nullptr, WritePipe);
	if (!Process.IsValid())
	{
		Close();
	}
	return Process.IsValid();
}

bool FSinewProgram::Poll()
{
	if (!Process.IsValid())
	{
		return false;
	}
	// Asked before reading: what it wrote last is then certainly read.
	const bool bRuns = FPlatformProcess::IsProcRunning(Process);
	Output.Append(FPlatformProcess::ReadPipe(ReadPipe));
	if (bRuns)
	{
		return true;
	}
	for (FString Rest = FPlatformProcess::ReadPipe(ReadPipe); !Rest.IsEmpty(); Rest = FPlatformProcess::ReadPipe(ReadPipe))
	{
		Output.Append(Rest);
	}
	Output.Finish();
	int32 ReturnCode = ESinewExitCode::Failed;
	FPlatformProcess::GetProcReturnCode(Process, &ReturnCode);
	// Windows ends what is cancelled with a code of its own.
	ExitCode = bCancelled ? static_cast<int32>(ESinewExitCode::Cancelled) : ReturnCode;
	Close();
	return false;
}

void FSinewProgram::Cancel()
{
	if (Process.IsValid())
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
