// Copyright the Sinew project. See LICENSE.

#include "Build/SinewAssetBuild.h"

#include "Export/SinewGltfWriter.h"
#include "HAL/FileManager.h"
#include "Import/SinewImport.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "SinewAsset.h"
#include "SinewPaths.h"
#include "UObject/Package.h"

FSinewAssetBuild::FSinewAssetBuild(USinewAsset& InAsset, const FSinewBuildOptions& InOptions)
	: Asset(&InAsset)
	, AssetPath(InAsset.GetOutermost()->GetName())
	, Options(InOptions)
{
}

FString FSinewAssetBuild::GetFolder(const USinewAsset& Asset)
{
	return FPaths::ConvertRelativePathToFull(FPaths::Combine(FPaths::ProjectIntermediateDir(), TEXT("Sinew"), Asset.GetOutermost()->GetName()));
}

bool FSinewAssetBuild::Fail(int32 ExitCode, const FString& Problem, const FString& Remedy)
{
	Result.ExitCode = ExitCode;
	Result.Problem = Problem;
	Result.Remedy = Remedy;
	return false;
}

bool FSinewAssetBuild::Start()
{
	USinewAsset* const Target = Asset.Get();
	if (Target == nullptr)
	{
		return Fail(ESinewExitCode::BadInput, TEXT("The asset was deleted."));
	}
	Source = FSinewSource::Read(*Target, Options.RecipeFile);
	if (Source.ExitCode != ESinewExitCode::Good)
	{
		return Fail(Source.ExitCode, Source.Problem);
	}
	if (!IsToBeBuilt(*Target))
	{
		return false;
	}
	FString Problem;
	const FString ProgramFile = FSinewProgram::Find(Problem);
	if (ProgramFile.IsEmpty())
	{
		return Fail(ESinewExitCode::InputOutput, Problem, TEXT("Install the plugin again, or set the path of the program in Editor Preferences, Plugins, Sinew."));
	}
	const FString Folder = GetFolder(*Target);
	Command.CharacterFile = FPaths::Combine(Folder, Source.Character.Name + TEXT(".glb")); // messages use this name for the character
	Command.AssetFile = FPaths::Combine(Folder, Target->GetName() + TEXT(".sinew"));
	Command.RecipeFile = Source.RecipeFile;
	Command.Tets = Source.Tets;
	Command.Budgets = Options.Budgets.MakeArguments();
	if (!WriteCharacter(Command.CharacterFile))
	{
		return false;
	}
	if (!Program.Start(ProgramFile, Command.MakeArguments()))
	{
		return Fail(ESinewExitCode::InputOutput, FString::Printf(TEXT("%s could not be started."), *ProgramFile), TEXT("Check that the file is executable."));
	}
	return true;
}

bool FSinewAssetBuild::IsToBeBuilt(const USinewAsset& Target)
{
	Reason = Source.WhyStale(Target);
	if (!Reason.IsEmpty() || Options.bForce || Options.Budgets.NeedsProgram(Target))
	{
		return true;
	}
	Result.bCurrent = true;
	return false;
}

bool FSinewAssetBuild::WriteCharacter(const FString& File)
{
	TArray<uint8> Bytes;
	FString Problem;
	if (!FSinewGltfWriter::Write(Source.Character, Bytes, Problem))
	{
		return Fail(ESinewExitCode::BadInput, Problem);
	}
	if (!IFileManager::Get().MakeDirectory(*FPaths::GetPath(File), true) || !FFileHelper::SaveArrayToFile(Bytes, *File))
	{
		return Fail(ESinewExitCode::InputOutput, FString::Printf(TEXT("%s could not be written."), *File), TEXT("Check that the disk is not full."));
	}
	return true;
}

bool FSinewAssetBuild::Poll()
{
	if (Program.Poll())
	{
		return true;
	}
	Result.ExitCode = Program.GetExitCode();
	Result.Summary = Program.Output.Summary;
	if (Result.ExitCode == ESinewExitCode::Good)
	{
		Import();
	}
	else if (Result.ExitCode == ESinewExitCode::Cancelled)
	{
		Result.Problem = TEXT("The build was cancelled. Finished work is kept for the next build.");
	}
	else
	{
		const FSinewProgramMessage& Error = Program.Output.Error;
		Result.Problem = Error.Text.IsEmpty() ? FString::Printf(TEXT("The program sinew failed with exit code %d: %s"), Program.GetReturnCode(), *Result.Summary) : Error.Text;
		Result.Remedy = Error.Remedy;
	}
	return false;
}

void FSinewAssetBuild::Import()
{
	USinewAsset* const Target = Asset.Get();
	FString Problem;
	if (Target == nullptr)
	{
		Fail(ESinewExitCode::BadInput, TEXT("The asset was deleted during the build."));
		return;
	}
	// The asset stores the recipe that it was built with, even if it came from the command line.
	const FString Recipe = SinewStoredPath(Options.RecipeFile.IsEmpty() ? Target->RecipeFile : Options.RecipeFile);
	if (Target->RecipeFile == Recipe && Target->SourceHash == Source.GetHash() && SinewIsFileOf(*Target, Command.AssetFile))
	{
		Result.bUnchanged = true;
		return;
	}
	if (!SinewImportFile(*Target, Command.AssetFile, Problem))
	{
		Fail(ESinewExitCode::InputOutput, Problem);
		return;
	}
	Target->RecipeFile = Recipe;
	Target->SourceHash = Source.GetHash();
}

void FSinewAssetBuild::Cancel()
{
	Program.Cancel();
}
