// Copyright the Sinew project. See LICENSE.

#include "Build/SinewPrecompute.h"

#include "AssetRegistry/AssetRegistryModule.h"
#include "Build/SinewAssetBuild.h"
#include "CoreGlobals.h"
#include "Engine/SkeletalMesh.h"
#include "Export/SinewGltfBuffer.h"
#include "HAL/FileManager.h"
#include "Import/SinewImport.h"
#include "Misc/CString.h"
#include "Misc/FileHelper.h"
#include "Misc/PackageName.h"
#include "SinewAsset.h"
#include "SinewEditorLog.h"
#include "SinewPaths.h"
#include "SinewPrecomputeCommandlet.h"
#include "UObject/Package.h"

namespace
{

/** Paths come without the asset's name, or with it: /Game/Hero or /Game/Hero.Hero. */
FString ObjectPath(const FString& Path)
{
	int32 Dot = INDEX_NONE;
	return Path.FindChar(TEXT('.'), Dot) ? Path : Path + TEXT(".") + FPackageName::GetShortName(Path);
}

const TCHAR* const UnloadableText = TEXT("The package cannot be loaded.");
const TCHAR* const UnloadableRemedy = TEXT("The log shows the reason. Get the file from source control again, or create the asset again.");

FString Field(const TCHAR* Name, const FString& Value)
{
	return FString::Printf(TEXT(",\"%s\":%s"), Name, *SinewJsonString(Value));
}

} // namespace

int32 FSinewPrecompute::Run(const TArray<FString>& Switches, const TMap<FString, FString>& Values)
{
	if (ReadOptions(Switches, Values) && FindAssets())
	{
		if (bCheck)
		{
			CheckAssets();
		}
		else
		{
			BuildAssets();
		}
	}
	Say(FString::Printf(TEXT("{\"assets\":%d,\"exitCode\":%d}"), Assets.Num(), ExitCode));
	return bLogFailed && ExitCode == ESinewExitCode::Good ? static_cast<int32>(ESinewExitCode::InputOutput) : ExitCode;
}

bool FSinewPrecompute::ReadOptions(const TArray<FString>& Switches, const TMap<FString, FString>& Values)
{
	bAll = Switches.Contains(TEXT("All"));
	bForce = Switches.Contains(TEXT("Force"));
	bCheck = Switches.Contains(TEXT("Check"));
	if (const FString* const Given = Values.Find(TEXT("Asset")))
	{
		Given->ParseIntoArray(Paths, TEXT("+"), true);
	}
	if (const FString* const Given = Values.Find(TEXT("Recipe")))
	{
		RecipeFile = *Given;
	}
	if (const FString* const Given = Values.Find(TEXT("JsonLog")))
	{
		LogFile = SinewFullPath(*Given);
	}
	if (!BeginLog() || !ReadBudgets(Values))
	{
		return false;
	}
	if (Paths.Num() == 0 && !bAll)
	{
		Refuse(FString(), ESinewExitCode::Usage, TEXT("No assets were given."), TEXT("Use -Asset=/Game/Name, with + between several names, or -All."));
		return false;
	}
	return true;
}

bool FSinewPrecompute::ReadBudgets(const TMap<FString, FString>& Values)
{
	if (const FString* const Given = Values.Find(TEXT("BudgetMs")))
	{
		Budgets.Milliseconds = static_cast<double>(FCString::Atof(**Given));
	}
	if (const FString* const Given = Values.Find(TEXT("BudgetMb")))
	{
		Budgets.Megabytes = static_cast<double>(FCString::Atof(**Given));
	}
	if (const FString* const Given = Values.Find(TEXT("BudgetError")))
	{
		Budgets.ErrorPercent = static_cast<double>(FCString::Atof(**Given));
	}
	if (bCheck && Budgets.ErrorPercent.IsSet())
	{
		Refuse(FString(), ESinewExitCode::Usage, TEXT("-Check and -BudgetError cannot be combined, because assets do not store their error."), TEXT("Remove one of them."));
		return false;
	}
	return true;
}

bool FSinewPrecompute::BeginLog()
{
	// Start with an empty file.
	if (LogFile.IsEmpty() || FFileHelper::SaveStringToFile(FString(), *LogFile, FFileHelper::EEncodingOptions::ForceUTF8WithoutBOM))
	{
		return true;
	}
	const FString File = LogFile;
	LogFile.Reset();
	Refuse(FString(), ESinewExitCode::InputOutput, FString::Printf(TEXT("-JsonLog=%s cannot be written."), *File), TEXT("Check that its folder exists and is writable."));
	return false;
}

USinewAsset* FSinewPrecompute::FindAsset(const FString& Path)
{
	UObject* const Found = LoadObject<UObject>(nullptr, *ObjectPath(Path));
	if (USinewAsset* const Asset = Cast<USinewAsset>(Found))
	{
		return Asset;
	}
	USkeletalMesh* const Mesh = Cast<USkeletalMesh>(Found);
	if (Mesh == nullptr)
	{
		return nullptr;
	}
	USinewAsset* const Asset = SinewFindOrCreateAsset(SinewAssetPackageFor(*Mesh));
	if (Asset != nullptr && Asset->SourceMesh.IsNull())
	{
		Asset->SourceMesh = Mesh;
	}
	return Asset;
}

void FSinewPrecompute::RefuseUnknown(const FString& Path)
{
	const UObject* const Found = LoadObject<UObject>(nullptr, *ObjectPath(Path));
	const USkeletalMesh* const Mesh = Cast<USkeletalMesh>(Found);
	const FString Package = Mesh != nullptr ? SinewAssetPackageFor(*Mesh) : FPackageName::ObjectPathToPackageName(Path);
	if ((Found == nullptr || Mesh != nullptr) && FPackageName::DoesPackageExist(Package))
	{
		Refuse(Package, ESinewExitCode::InputOutput, UnloadableText, UnloadableRemedy);
		return;
	}
	Refuse(Path, ESinewExitCode::BadInput, TEXT("This is neither a Sinew asset nor a skeletal mesh of this project."), TEXT("Use a path as copied from the content browser: /Game/Folder/Name."));
}

bool FSinewPrecompute::FindAssets()
{
	for (const FString& Path : Paths)
	{
		USinewAsset* const Asset = FindAsset(Path);
		if (Asset == nullptr)
		{
			RefuseUnknown(Path);
			return false;
		}
		Assets.AddUnique(Asset);
	}
	if (bAll)
	{
		FindAllAssets();
	}
	return true;
}

void FSinewPrecompute::FindAllAssets()
{
	IAssetRegistry& Registry = FModuleManager::LoadModuleChecked<FAssetRegistryModule>(TEXT("AssetRegistry")).Get();
	Registry.SearchAllAssets(true);
	FARFilter Filter;
	Filter.ClassPaths.Add(USinewAsset::StaticClass()->GetClassPathName());
	TArray<FAssetData> Found;
	Registry.GetAssets(Filter, Found);
	for (const FAssetData& Data : Found)
	{
		USinewAsset* const Asset = Cast<USinewAsset>(Data.GetAsset());
		if (Asset == nullptr)
		{
			Refuse(Data.PackageName.ToString(), ESinewExitCode::InputOutput, UnloadableText, UnloadableRemedy);
			continue;
		}
		if (Assets.Contains(Asset))
		{
			continue;
		}
		if (Asset->SourceMesh.IsNull())
		{
			// The asset was imported, so it has no source to build from.
			Say(TEXT("{\"asset\":") + SinewJsonString(Asset->GetOutermost()->GetName()) + TEXT(",\"state\":\"imported\"}"));
			continue;
		}
		Assets.Add(Asset);
	}
}

void FSinewPrecompute::SayCurrent(const USinewAsset& Asset)
{
	const FString Name = Asset.GetOutermost()->GetName();
	const FString Over = Budgets.WhyOver(Asset);
	if (!Over.IsEmpty())
	{
		Refuse(Name, ESinewExitCode::OverBudget, Over, TEXT("Lower [bases] rank in its recipe."));
		return;
	}
	Say(TEXT("{\"asset\":") + SinewJsonString(Name) + TEXT(",\"state\":\"current\"}"));
}

void FSinewPrecompute::CheckAssets()
{
	for (const USinewAsset* const Asset : Assets)
	{
		const FString Name = Asset->GetOutermost()->GetName();
		const FSinewSource Source = FSinewSource::Read(*Asset, RecipeFile);
		if (Source.ExitCode != ESinewExitCode::Good)
		{
			Refuse(Name, Source.ExitCode, Source.Problem, FString());
			continue;
		}
		const FString Reason = Source.WhyStale(*Asset);
		if (Reason.IsEmpty())
		{
			SayCurrent(*Asset);
			continue;
		}
		Say(TEXT("{\"asset\":") + SinewJsonString(Name) + TEXT(",\"state\":\"stale\"") + Field(TEXT("reason"), Reason) + TEXT("}"));
		ExitCode = ExitCode == ESinewExitCode::Good ? static_cast<int32>(ESinewExitCode::Failed) : ExitCode;
	}
}

bool FSinewPrecompute::IsToBeBuilt(USinewAsset& Asset, bool& bOutIsToBeSaved)
{
	const FSinewSource Source = FSinewSource::Read(Asset, RecipeFile);
	if (Source.ExitCode != ESinewExitCode::Good)
	{
		Refuse(Asset.GetOutermost()->GetName(), Source.ExitCode, Source.Problem, FString());
		return false;
	}
	bOutIsToBeSaved = bForce || !Source.WhyStale(Asset).IsEmpty();
	if (bOutIsToBeSaved || Budgets.NeedsProgram(Asset))
	{
		return true;
	}
	SayCurrent(Asset);
	return false;
}

TArray<USinewAsset*> FSinewPrecompute::PlanBuilds()
{
	TArray<USinewAsset*> Planned;
	bool bAllSavable = true;
	for (USinewAsset* const Asset : Assets)
	{
		bool bIsToBeSaved = false;
		if (!IsToBeBuilt(*Asset, bIsToBeSaved))
		{
			continue;
		}
		Planned.Add(Asset);
		const FString Problem = bIsToBeSaved ? SinewWhyNotSavable(*Asset) : FString();
		if (!Problem.IsEmpty())
		{
			Refuse(Asset->GetOutermost()->GetName(), ESinewExitCode::InputOutput, Problem, TEXT("Nothing was built."));
			bAllSavable = false;
		}
	}
	return bAllSavable ? Planned : TArray<USinewAsset*>();
}

void FSinewPrecompute::BuildAssets()
{
	for (USinewAsset* const Asset : PlanBuilds())
	{
		if (BuildAsset(*Asset) == ESinewExitCode::Cancelled)
		{
			return;
		}
	}
}

int32 FSinewPrecompute::BuildAsset(USinewAsset& Asset)
{
	FSinewBuildOptions Options;
	Options.RecipeFile = RecipeFile;
	Options.bForce = bForce;
	Options.Budgets = Budgets;
	FSinewAssetBuild Build(Asset, Options);
	const FString AssetField = TEXT("{\"asset\":") + SinewJsonString(Build.GetAssetPath());
	if (Build.Start())
	{
		const FString Otherwise = bForce ? TEXT("-Force was given") : TEXT("-BudgetError needs the error");
		Say(AssetField + Field(TEXT("reason"), Build.GetReason().IsEmpty() ? Otherwise : Build.GetReason()) + TEXT("}"));
		bool bCancelled = false;
		while (Build.Poll())
		{
			for (const FString& Line : Build.GetOutput().NewProgressLines)
			{
				Say(AssetField + TEXT(",") + Line.RightChop(1));
			}
			Build.GetOutput().NewProgressLines.Reset();
			if (IsEngineExitRequested() && !bCancelled)
			{
				bCancelled = true;
				Build.Cancel();
			}
			FPlatformProcess::Sleep(0.05f);
		}
	}
	return FinishAsset(Asset, Build);
}

int32 FSinewPrecompute::FinishAsset(USinewAsset& Asset, FSinewAssetBuild& Build)
{
	const FSinewBuildResult& Result = Build.GetResult();
	const FString AssetField = TEXT("{\"asset\":") + SinewJsonString(Build.GetAssetPath());
	for (const FString& Line : Build.GetOutput().NewProgressLines)
	{
		Say(AssetField + TEXT(",") + Line.RightChop(1));
	}
	for (const FSinewProgramMessage& Warning : Build.GetOutput().Warnings)
	{
		Say(AssetField + Field(TEXT("warning"), Warning.Text) + Field(TEXT("remedy"), Warning.Remedy) + TEXT("}"));
	}
	if (Result.ExitCode != ESinewExitCode::Good)
	{
		return Refuse(Build.GetAssetPath(), Result.ExitCode, Result.Problem, Result.Remedy);
	}
	if (Result.bCurrent)
	{
		Say(AssetField + TEXT(",\"state\":\"current\"}"));
		return ESinewExitCode::Good;
	}
	if (Result.bUnchanged)
	{
		Say(AssetField + TEXT(",\"state\":\"unchanged\"}"));
		return ESinewExitCode::Good;
	}
	FString Problem;
	if (!SinewSaveAsset(Asset, Problem))
	{
		return Refuse(Build.GetAssetPath(), ESinewExitCode::InputOutput, Problem, FString());
	}
	UE_LOG(LogSinewEditor, Display, TEXT("%s was built:\n%s"), *Build.GetAssetPath(), *Result.Summary);
	Say(AssetField + FString::Printf(TEXT(",\"state\":\"built\",\"megabytes\":%s,\"predictedTickMs\":%s,\"predictedSurfaceMs\":%s}"), *SinewJsonNumber(static_cast<double>(Asset.MemoryMB)), *SinewJsonNumber(static_cast<double>(Asset.PredictedTickMs)), *SinewJsonNumber(static_cast<double>(Asset.PredictedSurfaceMs))));
	return ESinewExitCode::Good;
}

void FSinewPrecompute::Say(const FString& Line)
{
	UE_LOG(LogSinewEditor, Display, TEXT("%s"), *Line);
	// Line by line, so that the file shows the progress and survives a crash.
	if (!LogFile.IsEmpty() && !FFileHelper::SaveStringToFile(Line + TEXT("\n"), *LogFile, FFileHelper::EEncodingOptions::ForceUTF8WithoutBOM, &IFileManager::Get(), FILEWRITE_Append))
	{
		UE_LOG(LogSinewEditor, Warning, TEXT("%s could not be written."), *LogFile);
		bLogFailed = true;
		LogFile.Reset();
	}
}

int32 FSinewPrecompute::Refuse(const FString& Asset, int32 Code, const FString& Problem, const FString& Remedy)
{
	if (ExitCode == ESinewExitCode::Good)
	{
		ExitCode = Code;
	}
	const FString Start = Asset.IsEmpty() ? FString(TEXT("{\"state\":\"failed\"")) : TEXT("{\"asset\":") + SinewJsonString(Asset) + TEXT(",\"state\":\"failed\"");
	Say(Start + FString::Printf(TEXT(",\"exitCode\":%d"), Code) + Field(TEXT("error"), Problem) + Field(TEXT("remedy"), Remedy) + TEXT("}"));
	UE_LOG(LogSinewEditor, Warning, TEXT("%s %s %s"), *Asset, *Problem, *Remedy);
	return Code;
}

USinewPrecomputeCommandlet::USinewPrecomputeCommandlet()
{
	IsClient = false;
	IsServer = false;
	IsEditor = true;
	LogToConsole = true;
	ShowErrorCount = false; // the exit code says more
}

int32 USinewPrecomputeCommandlet::Main(const FString& Params)
{
	TArray<FString> Tokens;
	TArray<FString> Switches;
	TMap<FString, FString> Values;
	ParseCommandLine(*Params, Tokens, Switches, Values);
	FSinewPrecompute Precompute;
	return Precompute.Run(Switches, Values);
}
