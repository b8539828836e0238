// Copyright the Sinew project. See LICENSE.

#include "SinewPrecompute.h"

#include "AssetRegistry/AssetRegistryModule.h"
#include "CoreGlobals.h"
#include "Engine/SkeletalMesh.h"
#include "Misc/CString.h"
#include "Misc/FileHelper.h"
#include "Misc/PackageName.h"
#include "Misc/Paths.h"
#include "SinewAsset.h"
#include "SinewAssetBuild.h"
#include "SinewEditorLog.h"
#include "SinewGltfBuffer.h"
#include "SinewImport.h"
#include "UObject/Package.h"

namespace
{

/** Paths come without the asset's name, or with it: /Game/Hero or /Game/Hero.Hero. */
FString ObjectPath(const FString& Path)
{
	int32 Dot = INDEX_NONE;
	return Path.FindChar(TEXT('.'), Dot) ? Path : Path + TEXT(".") + FPackageName::GetShortName(Path);
}

FString Field(const TCHAR* Name, const FString& Value)
{
	return FString::Printf(TEXT(",\"%s\":%s"), Name, *SinewJsonString(Value));
}

} // namespace

int32 FSinewPrecompute::Run(const TArray<FString>& Switches, const TMap<FString, FString>& Values)
{
	if (ReadOptions(Switches, Values) && FindAssets())
	{
		for (USinewAsset* const Asset : Assets)
		{
			const int32 Code = bCheck ? CheckAsset(*Asset) : BuildAsset(*Asset);
			if (ExitCode == ESinewExitCode::Good)
			{
				ExitCode = Code;
			}
			if (Code == ESinewExitCode::Cancelled)
			{
				break;
			}
		}
	}
	Say(FString::Printf(TEXT("{\"assets\":%d,\"exitCode\":%d}"), Assets.Num(), ExitCode));
	if (!LogFile.IsEmpty() && !FFileHelper::SaveStringToFile(Lines, *LogFile, FFileHelper::EEncodingOptions::ForceUTF8WithoutBOM))
	{
		UE_LOG(LogSinewEditor, Warning, TEXT("%s could not be written"), *LogFile);
		return ExitCode == ESinewExitCode::Good ? static_cast<int32>(ESinewExitCode::InputOutput) : ExitCode;
	}
	return ExitCode;
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
		LogFile = *Given;
	}
	for (const TCHAR* const Name : {TEXT("Ms"), TEXT("Mb"), TEXT("Error")})
	{
		if (const FString* const Given = Values.Find(FString(TEXT("Budget")) + Name))
		{
			Budgets += FString::Printf(TEXT(" --budget-%s %s"), *FString(Name).ToLower(), *SinewJsonNumber(FCString::Atof(**Given)));
		}
	}
	if (Paths.Num() == 0 && !bAll)
	{
		Refuse(FString(), ESinewExitCode::Usage, TEXT("It is not said which assets to build."), TEXT("Give -Asset=/Game/Name, several with + between them, or -All."));
		return false;
	}
	return true;
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

bool FSinewPrecompute::FindAssets()
{
	for (const FString& Path : Paths)
	{
		USinewAsset* const Asset = FindAsset(Path);
		if (Asset == nullptr)
		{
			Refuse(Path, ESinewExitCode::BadInput, TEXT("It is neither a Sinew asset nor a skeletal mesh of this project."), TEXT("Write the path as the content browser copies it: /Game/Folder/Name."));
			return false;
		}
		Assets.Add(Asset);
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
		if (Asset == nullptr || Assets.Contains(Asset))
		{
			continue;
		}
		if (Asset->SourceMesh.IsNull())
		{
			// Made elsewhere and imported: there is nothing here to build it from.
			Say(TEXT("{\"asset\":") + SinewJsonString(Asset->GetOutermost()->GetName()) + TEXT(",\"state\":\"imported\"}"));
			continue;
		}
		Assets.Add(Asset);
	}
}

int32 FSinewPrecompute::CheckAsset(USinewAsset& Asset)
{
	const FString Name = Asset.GetOutermost()->GetName();
	const FSinewSource Source = FSinewSource::Read(Asset, RecipeFile);
	if (Source.ExitCode != ESinewExitCode::Good)
	{
		return Refuse(Name, Source.ExitCode, Source.Problem, FString());
	}
	const FString Reason = Source.WhyStale(Asset);
	const FString State = Reason.IsEmpty() ? TEXT("current") : TEXT("stale");
	Say(TEXT("{\"asset\":") + SinewJsonString(Name) + Field(TEXT("state"), State) + (Reason.IsEmpty() ? FString() : Field(TEXT("reason"), Reason)) + TEXT("}"));
	return Reason.IsEmpty() ? ESinewExitCode::Good : ESinewExitCode::Failed;
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
		Say(AssetField + Field(TEXT("reason"), Build.GetReason().IsEmpty() ? FString(TEXT("it was asked for")) : Build.GetReason()) + TEXT("}"));
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
	Lines += Line + TEXT("\n");
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
